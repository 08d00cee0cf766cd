import { drawPicture, warmUpRenderer } from '../src/images/render-picture.js';
import { serveRenders } from '../src/images/serve-renders.js';

serveRenders(drawPicture, warmUpRenderer);
