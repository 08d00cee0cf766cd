import { serveAsChild } from '../src/commands/serve-child.js';

serveAsChild();
