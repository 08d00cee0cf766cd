import { isObject, type RawFeature, readFeature } from './feature.js';
import { JsonCutter } from './json-cutter.js';
import { readTopology } from './read-topology.js';
import { BoundaryError } from './refusal.js';

/**
 * Reference systems in longitude and latitude whose ellipsoids agree within two metres; others are refused.
 */
const DEGREES =
  /^(urn:ogc:def:crs:)?(OGC:[\d.]*:CRS(84|83)|EPSG:[\d.]*:(4326|4269|4258|4283|7844|4979)|EPSG:(4326|4269|4258|4283|7844))$/i;
const BYTE_ORDER_MARK = '\ufeff';

/**
 * Features of a FeatureCollection, of newline-delimited GeoJSON, of an array of features, or of a TopoJSON
 * topology.
 * @param chunks UTF-8
 * @param isLikely whether a feature looks like one of the layer, which decides the object of a topology to
 * read
 * @throws BoundaryError
 */
export async function* readJson(
  file: string,
  chunks: AsyncIterable<Buffer>,
  isLikely: (feature: RawFeature) => boolean,
): AsyncGenerator<RawFeature> {
  const cutter = new JsonCutter(file);
  let index = 0;
  let isFirst = true;
  for await (const chunk of chunks) {
    const bytes = isFirst && chunk.subarray(0, 3).toString() === BYTE_ORDER_MARK ? chunk.subarray(3) : chunk;
    isFirst = false;
    for (const { kind, text } of cutter.push(bytes)) {
      const value = parse(file, text);
      if (kind === 'feature' || (isObject(value) && value.type === 'Feature')) {
        yield readFeature(value, file, index++);
      } else if (isObject(value) && value.type === 'Topology') {
        for (const feature of readTopology(file, value, isLikely)) {
          index++;
          yield feature;
        }
      } else checkCollection(file, value);
    }
  }
  cutter.end();
}

function parse(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new BoundaryError(`${file} is not valid JSON: ${(error as Error).message}`);
  }
}

/** Checks the members around the features. */
function checkCollection(file: string, value: unknown): void {
  if (Array.isArray(value)) return;
  const { type, crs } = value as Record<string, unknown>;
  if (type !== 'FeatureCollection')
    throw new BoundaryError(
      `${file} is ${type === undefined ? 'JSON without a type' : `a ${JSON.stringify(type)}`}, and neither a GeoJSON ` +
        'FeatureCollection nor a TopoJSON Topology',
    );
  // Member of GeoJSON before RFC 7946.
  const properties = isObject(crs) ? crs.properties : null;
  const name = isObject(properties) ? properties.name : null;
  if (typeof name === 'string' && !DEGREES.test(name))
    throw new BoundaryError(
      `${file} says that its coordinates are in ${name}, which is not longitude and latitude: convert it to WGS 84 ` +
        '(ogr2ogr -t_srs EPSG:4326)',
    );
}
