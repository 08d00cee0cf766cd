import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import t from 'tap';
import { parse } from 'yaml';
import { configuration, findFreePort, hasNginx } from '../../load/nginx.js';
import { GLIBC_MEMORY } from '../../load/server.js';
import { readConfig, SECRET_VALUES } from '../../src/config.js';
import { run } from '../support/cartload-process.js';
import { startS3 } from '../support/s3-server.js';

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
  tmpfs?: string[];
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  restart: string;
  stop_grace_period?: string;
  networks?: { default: { ipv4_address: string } };
}
interface Compose {
  services: Record<string, Service>;
  networks: { default: { ipam: { config: [{ subnet: string; ip_range: string }] } } };
  volumes: Record<string, unknown>;
  secrets: Record<string, { file: string }>;
}

const COMPOSE: Compose = parse(read('compose.yaml'), { merge: true });
const SERVICES = Object.entries(COMPOSE.services);
const OURS = SERVICES.filter(([name, { build }]) => build !== undefined && name !== 's3-bucket');
const DOCKERFILE = read('Dockerfile');
const hasRedis = spawnSync('redis-server', ['--version']).status === 0;
const CREDENTIALS = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];

/** Names of all settings. */
function settings(): string[] {
  const names: string[] = [];
  readConfig(new Proxy<Record<string, string>>({}, { get: (_, name) => void names.push(String(name)) }));
  return names;
}

t.test('the services of compose.yaml have settings that exist, with values that are allowed', async (t) => {
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
});

t.test('the files that they refer to exist', async (t) => {
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
  'no service runs as root, only volumes are written, and processes have the time that they need to end',
  async (t) => {
    for (const [name, { read_only, environment = {}, stop_grace_period = '', volumes = [] }] of OURS) {
      t.equal(read_only, true, name);
      t.same(volumes, ['data:/data'], name);
      t.ok(Number.parseInt(stop_grace_period, 10) >= Number(environment.SHUTDOWN_DELAY) + 10, name);
      t.ok(Number(environment.SHUTDOWN_DELAY) > 0, name);
    }
    const last = DOCKERFILE.slice(DOCKERFILE.lastIndexOf('FROM '));
    t.match(last, /^USER node$/m);
    t.match(last, /DATA_DIR=\/data/);
  },
);

t.test('no service has rights that it does not need', async (t) => {
  for (const [name, { read_only, cap_drop, cap_add = [], security_opt, tmpfs = [] }] of SERVICES) {
    t.equal(read_only, true, name);
    t.same(cap_drop, ['ALL'], name);
    t.same(security_opt, ['no-new-privileges:true'], name);
    t.ok(tmpfs.includes('/tmp'), name);
    if (name !== 'postgres') t.same(cap_add, [], name);
  }
});

t.test('the image has a Node that is supported, and the glibc that uWebSockets.js needs', async (t) => {
  const images = [...DOCKERFILE.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
  t.same(images, ['node:24-trixie-slim', 'node:24-trixie-slim']);
  const { engines } = JSON.parse(read('package.json'));
  t.equal(engines.node, '>=20', 'others may run an older one');
});

t.test('PostgreSQL has a connection for each that processes open, on a machine of 32 cores', async (t) => {
  const [, setting] = COMPOSE.services
    .postgres!.command!.map((word) => /^max_connections=(\d+)$/.exec(word))
    .find(Boolean)!;
  const { databaseConnections } = readConfig({});
  // docs/deployment.md has the sum.
  t.ok(Number(setting) >= OURS.length * (databaseConnections + 2 * 32 + 4) + 10);
});

t.test('the image, npm start and what is measured have the same settings of glibc', async (t) => {
  const set = Object.entries(GLIBC_MEMORY)
    .map(([name, value]) => `${name}=${value}`)
    .join(' ');
  t.ok(DOCKERFILE.includes(`\nENV ${set}\n`));
  t.ok(JSON.parse(read('package.json')).scripts.start.includes(` exec env ${set} node `));
  for (const name of Object.keys(GLIBC_MEMORY)) t.match(read('docs/deployment.md'), name);
});

t.test('the sources of the image are in its context', async (t) => {
  const allowed = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path]) => path!);
  const copied = [...DOCKERFILE.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths]) =>
    paths!.split(' '),
  );
  t.same(copied.sort(), allowed.sort());
  for (const path of copied) t.ok(existsSync(join(ROOT, path)), path);
});

t.test('no package runs a script when it is installed, whatever version of npm installs it', async (t) => {
  // npm 10 lacks `allowScripts`, which later versions require.
  t.match(read('.npmrc'), /^ignore-scripts=true$/m);
  // The image is built without .npmrc.
  t.same(DOCKERFILE.match(/npm ci.*$/gm), ['npm ci --ignore-scripts']);
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { hasInstallScript?: boolean }>;
  };
  const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript);
  const { allowScripts } = JSON.parse(read('package.json')) as { allowScripts: Record<string, boolean> };
  t.same(
    allowScripts,
    Object.fromEntries(scripted.map(([path]) => [path.replace('node_modules/', ''), false])),
  );
});

t.test('docs/deployment.md shows the configuration of nginx as it is', async (t) => {
  const [, ...lines] = read('deploy/nginx/cartload.conf').trimEnd().split('\n');
  t.ok(read('docs/deployment.md').includes(lines.map((line) => `    ${line}\n`).join('')));
});

t.test(
  'nginx logs neither queries nor referrers, where tokens and signatures are, and stores no answers',
  async (t) => {
    const config = read('deploy/nginx/cartload.conf');
    const [, format = ''] = /log_format cartload ([^;]+);/.exec(config)!;
    t.match(format, /\$uri /);
    t.notMatch(format, /\$(request|request_uri|args|query_string|arg_\w+|is_args|http_\w+)\b/);
    t.match(config, /^ *access_log \/dev\/stdout cartload;$/m);
    t.equal(config.match(/access_log/g)!.length, 1);
    t.match(config, /^ *error_log stderr crit;$/m);
    t.match(config, /^ *proxy_max_temp_file_size 0;/m);
  },
);

t.test('nginx takes it', { skip: !hasNginx() && 'no nginx' }, async (t) => {
  const directory = t.testdir();
  mkdirSync(join(directory, 'logs'));
  const file = join(directory, 'nginx.conf');
  writeFileSync(file, configuration(directory, 8080, [8081, 8082]));
  const { status, stderr } = spawnSync('nginx', ['-t', '-p', directory, '-c', file], { encoding: 'utf8' });
  t.equal(status, 0, stderr);
});

t.test('fixed addresses lie outside the range that the others are given', async (t) => {
  const [{ subnet, ip_range }] = COMPOSE.networks.default.ipam.config;
  const given = new BlockList();
  const all = new BlockList();
  const add = (list: BlockList, range: string) => {
    const [address = '', bits] = range.split('/');
    list.addSubnet(address, Number(bits));
  };
  add(given, ip_range);
  add(all, subnet);
  const fixed = SERVICES.flatMap(([, { networks }]) => networks?.default.ipv4_address ?? []);
  t.equal(new Set(fixed).size, 3);
  for (const address of fixed) t.same([all.check(address), given.check(address)], [true, false], address);
});

t.test('the bucket is made, again if need be; without one the job fails', async (t) => {
  const s3 = await startS3(t);
  const secrets = t.testdir({
    s3_access_key_id: `${s3.env.AWS_ACCESS_KEY_ID}\n`,
    s3_secret_access_key: `${s3.env.AWS_SECRET_ACCESS_KEY}\n`,
  });
  const make = (endpoint: string, bucket: string) =>
    runProgram(process.execPath, [join(ROOT, 'deploy/make-bucket.mjs')], {
      NODE_NO_WARNINGS: '1',
      SECRETS: secrets,
      S3_ENDPOINT: endpoint,
      S3_BUCKET: bucket,
    });
  const endpoint = new URL(s3.url).searchParams.get('endpoint')!;
  t.same(await make(endpoint, 'new-bucket'), { code: 0, stderr: '' });
  t.same(await make(endpoint, 'new-bucket'), { code: 0, stderr: '' }, 'there already');
  t.match(await make('http://127.0.0.1:1', 'new-bucket'), {
    code: 1,
    stderr: /^cannot create the bucket new-bucket at http:\/\/127\.0\.0\.1:1: .*ECONNREFUSED/,
  });
});

t.test('Redis forgets cached areas before counters', { skip: !hasRedis && 'no redis-server' }, async (t) => {
  const [, ...given] = COMPOSE.services.redis!.command!;
  const port = await findFreePort();
  // The same, filled within a second.
  const options = given.map((option) => (option === '256mb' ? '16mb' : option));
  const server = spawn('redis-server', [...options, '--port', String(port), '--bind', '127.0.0.1'], {
    stdio: 'ignore',
  });
  t.teardown(() => server.kill('SIGKILL'));
  const redis = new Redis(port, { retryStrategy: () => 20 });
  t.teardown(() => redis.disconnect());
  const area = 'x'.repeat(10_000);
  const ROUNDS = 60;
  for (let round = 0; round < ROUNDS; round++) {
    const writes = redis.pipeline();
    for (let i = 0; i < 50; i++) writes.set(`area:${round}:${i}`, area, 'EX', 86_400);
    for (let i = 0; i < 20; i++) writes.incr(`count:${i}`).expire(`count:${i}`, 60);
    await writes.exec();
  }
  t.ok((await redis.dbsize()) < ROUNDS * 50, 'areas were forgotten');
  t.same(
    await redis.mget(Array.from({ length: 20 }, (_, i) => `count:${i}`)),
    Array(20).fill(String(ROUNDS)),
  );
});

function runProgram(
  program: string,
  args: string[],
  env: Record<string, string>,
): Promise<{ code: number | null; stderr: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      env: { ...env, PATH: process.env.PATH },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.once('close', (code) => resolve({ code, stderr }));
  });
}
