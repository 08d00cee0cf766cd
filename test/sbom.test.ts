import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import t from 'tap';

interface Component {
  'bom-ref': string;
  name: string;
  version: string;
  purl: string;
  licenses?: ({ license: { id?: string; name?: string } } | { expression: string })[];
  hashes?: { alg: string; content: string }[];
}

interface Lock {
  packages: Record<string, { name?: string; version?: string; dev?: boolean; link?: boolean }>;
}

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string) => JSON.parse(readFileSync(`${root}/${file}`, 'utf8'));
const sbom = JSON.parse(
  execFileSync(process.execPath, ['.ci/sbom.js'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    // tap's loader is not for npm.
    env: { ...process.env, NODE_OPTIONS: '' },
  }),
);
const components: Component[] = sbom.components;

/**
 * Those that a service under MIT may be shipped with as a whole: none asks that what it is linked with be
 * given away alike.
 */
const LICENCES = new Set([
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT-0', 'Unlicense'],
  // Licence of the files alone that it stands in, which we do not change.
  'MPL-2.0',
  // JSTS, where it is given a choice; in effect BSD-3-Clause.
  'EDL-1.0 OR EPL-1.0',
  // Data and fonts, which are named where they are shown (`GET /v1/attributions`).
  ...['CC-BY-4.0', 'OFL-1.1', 'MIT AND OFL-1.1'],
]);

t.test('the bill of materials is CycloneDX 1.5, and whole in itself', async (t) => {
  t.match(sbom, {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: /^urn:uuid:[\da-f-]{36}$/,
    version: 1,
    metadata: { component: { name: 'cartload', version: read('package.json').version, type: 'application' } },
  });
  const refs = [sbom.metadata.component, ...components].map((component) => component['bom-ref']);
  t.equal(new Set(refs).size, refs.length, 'each is there once');
  for (const { 'bom-ref': ref, ...component } of components) {
    t.match(component, { type: 'library', name: String, version: String, purl: /^pkg:npm\/.+@.+$/ }, ref);
  }
  const known = new Set(refs);
  const { dependencies } = sbom as { dependencies: { ref: string; dependsOn: string[] }[] };
  t.same(
    dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !known.has(ref)),
    [],
  );
});

t.test('every package that runs is in it, with the version of the lock', async (t) => {
  const purls = new Set(components.map(({ purl }) => decodeURIComponent(purl.split('?')[0]!)));
  const { packages } = read('package-lock.json') as Lock;
  const missing = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { name, version }]) => `pkg:npm/${name ?? path.replace(/^.*node_modules\//, '')}@${version}`)
    .filter((purl) => !purls.has(purl));
  t.same(missing, []);
});

t.test('every package has a licence under which it may be shipped', async (t) => {
  const licenceOf = ({ licenses = [] }: Component): string =>
    licenses
      .map((of) => ('expression' in of ? of.expression : (of.license.id ?? of.license.name)))
      .join(' AND ');
  const others = components.filter((component) => !LICENCES.has(licenceOf(component)));
  t.same(
    others.map((component) => `${component.name}: ${licenceOf(component)}`),
    [],
  );
});
