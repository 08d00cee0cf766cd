import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { parse } from 'yaml';
import { configuration, hasNginx } from '../../load/nginx.js';
import { GLIBC_MEMORY } from '../../load/server.js';
import { readConfig, SECRET_VALUES } from '../../src/config.js';
import { run } from '../support/cartload-process.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

interface Service {
  image: string;
  build?: string;
  command?: string[];
  environment?: Record<string, string>;
  secrets?: string[];
  volumes?: string[];
  depends_on?: Record<string, unknown> | string[];
  read_only?: boolean;
  restart: string;
  stop_grace_period?: string;
  networks?: { default: { ipv4_address: string } };
}
interface Compose {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
  secrets: Record<string, { file: string }>;
}

const COMPOSE: Compose = parse(read('compose.yaml'), { merge: true });
const SERVICES = Object.entries(COMPOSE.services);
const OURS = SERVICES.filter(([, { build }]) => build !== undefined);
const DOCKERFILE = read('Dockerfile');
const CREDENTIALS = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];

/** Names of all settings. */
function settings(): string[] {
  const names: string[] = [];
  readConfig(new Proxy<Record<string, string>>({}, { get: (_, name) => void names.push(String(name)) }));
  return names;
}

t.test('the services of compose.yaml have settings that there are, with values that are allowed', (t) => {
  t.same(
    OURS.map(([name]) => name),
    ['http-1', 'http-2', 'jobs'],
  );
  const known = settings();
  for (const [name, { environment = {}, secrets = [] }] of OURS) {
    const values: Record<string, string> = {};
    for (const [variable, value] of Object.entries(environment)) {
      const ofFile = /^(.+)_FILE$/.exec(variable)?.[1];
      t.ok([...known, ...CREDENTIALS].includes(ofFile ?? variable), `${name}: ${variable}`);
      if (ofFile === undefined) values[variable] = value;
      else {
        t.ok(SECRET_VALUES.has(ofFile) || CREDENTIALS.includes(ofFile), `${variable} is read from a file`);
        t.ok(secrets.includes(value.replace('/run/secrets/', '')), `${name} is given ${value}`);
      }
    }
    t.doesNotThrow(() => readConfig(values), name);
  }
  t.end();
});

t.test('what they refer to is there', (t) => {
  const made = [...read('deploy/make-secrets.sh').matchAll(/^put (\S+)/gm)].map(([, name]) => name!);
  t.same(
    Object.values(COMPOSE.secrets)
      .map(({ file }) => file)
      .sort(),
    made.map((name) => `./deploy/secrets/${name}`).sort(),
  );
  for (const [name, { secrets = [], volumes = [], depends_on = {} }] of SERVICES) {
    for (const secret of secrets) t.ok(secret in COMPOSE.secrets, `${name}: ${secret}`);
    for (const volume of volumes) {
      const [source = ''] = volume.split(':');
      t.ok(
        source.startsWith('.') ? existsSync(join(ROOT, source)) : source in COMPOSE.volumes,
        `${name}: ${volume}`,
      );
    }
    const others = Array.isArray(depends_on) ? depends_on : Object.keys(depends_on);
    for (const other of others) t.ok(other in COMPOSE.services, `${name}: ${other}`);
  }
  const hosts = [...read('deploy/nginx/cartload.conf').matchAll(/^ *server (\S+):8080 /gm)].map(
    ([, host]) => host!,
  );
  t.same(hosts, ['http-1', 'http-2']);
  t.end();
});

t.test('the commands are those of the program, and nginx is whom the service trusts', async (t) => {
  const { stdout } = await run(t, ['serve', '--help']);
  for (const [name, { command = [], environment = {} }] of OURS) {
    t.match(command, ['serve', '--role', /^(http|jobs)$/], name);
    t.equal(environment.TRUST_PROXY, COMPOSE.services.nginx!.networks!.default.ipv4_address, name);
  }
  t.match(stdout, '--role');
  t.match(DOCKERFILE, /^ENTRYPOINT \["node", "dist\/src\/main.js"\]$/m);
  t.ok(existsSync(join(ROOT, 'dist/src/main.js')));
});

t.test(
  'nobody is root, nothing but the volumes is written, and a process has the time that it takes to end',
  (t) => {
    for (const [name, { read_only, environment = {}, stop_grace_period = '', volumes = [] }] of OURS) {
      t.equal(read_only, true, name);
      t.same(volumes, ['data:/data'], name);
      t.ok(Number.parseInt(stop_grace_period, 10) >= Number(environment.SHUTDOWN_DELAY) + 10, name);
      t.ok(Number(environment.SHUTDOWN_DELAY) > 0, name);
    }
    const last = DOCKERFILE.slice(DOCKERFILE.lastIndexOf('FROM '));
    t.match(last, /^USER node$/m);
    t.match(last, /DATA_DIR=\/data/);
    t.end();
  },
);

t.test('the image, npm start and what is measured have the same settings of glibc', (t) => {
  const set = Object.entries(GLIBC_MEMORY)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
  t.ok(DOCKERFILE.includes(`\nENV ${set}\n`));
  t.ok(JSON.parse(read('package.json')).scripts.start.includes(` exec env ${set} node `));
  for (const name of Object.keys(GLIBC_MEMORY)) t.match(read('docs/deployment.md'), name);
  t.end();
});

t.test('what the image is made of is let into its context', (t) => {
  const allowed = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path]) => path!);
  const copied = [...DOCKERFILE.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths]) =>
    paths!.split(' '),
  );
  t.same(copied.sort(), allowed.sort());
  for (const path of copied) t.ok(existsSync(join(ROOT, path)), path);
  t.end();
});

t.test('docs/proxy.md shows the configuration of nginx as it is', (t) => {
  const [, ...lines] = read('deploy/nginx/cartload.conf').trimEnd().split('\n');
  t.ok(read('docs/proxy.md').includes(lines.map((line) => `    ${line}\n`).join('')));
  t.end();
});

t.test('nginx takes it', { skip: !hasNginx() && 'no nginx' }, (t) => {
  const directory = t.testdir();
  mkdirSync(join(directory, 'logs'));
  const file = join(directory, 'nginx.conf');
  writeFileSync(file, configuration(directory, 8080, [8081, 8082]));
  const { status, stderr } = spawnSync('nginx', ['-t', '-p', directory, '-c', file], { encoding: 'utf8' });
  t.equal(status, 0, stderr);
  t.end();
});
