import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openActor } from '../../load/isochrones/valhalla.js';

/** Valhalla in this process. */
export interface Valhalla {
  /** Answers like its HTTP service. */
  isochrone(query: unknown): Promise<{ status: number; body: unknown }>;
}

/** Error codes by message: the HTTP service has both, this build has messages alone. */
const CODES: readonly [message: RegExp, code: number][] = [
  [/No suitable edges near location/, 171],
  [/Exceeded max time/, 151],
  [/No costing method found/, 125],
];

/** Opens Valhalla over an .osm.pbf, as `openActor` does. */
export async function openValhalla(pbf: Uint8Array, folder: string): Promise<Valhalla | string> {
  const path = join(folder, 'town.osm.pbf');
  await writeFile(path, pbf);
  const actor = await openActor(path, folder);
  if (typeof actor === 'string') return actor;
  return {
    isochrone: (query) =>
      actor.isochrone(query).then(
        (body) => ({ status: 200, body }),
        ({ message }: Error) => {
          const error = message.replace(/^Isochrone error: /, '');
          const error_code = CODES.find(([pattern]) => pattern.test(error))?.[1] ?? 199;
          return { status: 400, body: { error_code, error, status_code: 400, status: 'Bad Request' } };
        },
      ),
  };
}
