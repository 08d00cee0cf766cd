import { type DrivePlace, drivePlaceKey } from '../../geo/drive-time/drive-place.js';
import type { DriveTimeAnswer } from '../../geo/drive-time/known-areas.js';
import type { RoadNetworks } from '../../geo/isochrone/networks.js';
import type { IsochroneService } from '../../services/isochrones/isochrone-service.js';
import type { Sql } from '../../store/client.js';
import {
  type KeptArea,
  knownDriveTimeAreas,
  MOST_AREA_BYTES,
  noteDriveTimeAreas,
  useDriveTimeAreas,
} from '../../store/drive-time-areas.js';
import { areaKey } from './area-key.js';
import type { AreaAnswer, AreaSource, DrawContext } from './area-source.js';
import { estimateSource, ROADS_SOURCE, roadsSource } from './drawn-on-threads.js';
import { serviceSource } from './service-source.js';

export interface DriveTimesOptions {
  sql: Sql;
  roads: { readonly current: RoadNetworks };
  /** null: no routing service. */
  service: Pick<IsochroneService, 'name' | 'version' | 'isochrones'> | null;
  /** Tells whether to estimate circles without service and roads. */
  estimates: boolean;
  /** Bound on stored areas. */
  mostBytes?: number;
}

/** Areas found for places. */
export interface LookedUpAreas {
  /** Areas by `drivePlaceKey`; other places have none, as no road is near. */
  areas: Map<string, DriveTimeAnswer>;
  /** Places that a source did not answer. */
  unanswered: number;
  /** Areas that were not stored, as storage is full. */
  unkept: number;
  /** Areas that took too long to draw. */
  tooSlow: number;
}

/** Drive-time areas from a routing service, else from loaded roads, else estimated. */
export class DriveTimes {
  readonly #options: DriveTimesOptions;

  constructor(options: DriveTimesOptions) {
    this.#options = options;
  }

  /** The areas for one import, which keeps its sources although roads are replaced meanwhile. */
  get current(): DriveTimeAreas {
    const { roads, service, estimates } = this.#options;
    const sources = [
      ...(service === null ? [] : [serviceSource(service)]),
      ...(roads.current.graphs.length === 0 ? [] : [roadsSource(roads.current)]),
      ...(estimates ? [estimateSource()] : []),
    ];
    return new DriveTimeAreas(sources, this.#options);
  }
}

type Open = ReadonlyMap<string, DrivePlace>;

/**
 * Looks up areas and draws missing ones. Each area is drawn once for all processes and stored in the
 * database.
 */
export class DriveTimeAreas {
  readonly #sources: readonly AreaSource[];
  readonly #sql: Sql;
  readonly #mostBytes: number;

  constructor(
    sources: readonly AreaSource[],
    { sql, mostBytes }: Pick<DriveTimesOptions, 'sql' | 'mostBytes'>,
  ) {
    this.#sources = sources;
    this.#sql = sql;
    this.#mostBytes = mostBytes ?? MOST_AREA_BYTES;
  }

  /** Tells whether there is no source at all. */
  get isEmpty(): boolean {
    return this.#sources.length === 0;
  }

  /** Tells whether road networks are loaded. */
  get hasRoads(): boolean {
    return this.#sources.some(({ name }) => name === ROADS_SOURCE);
  }

  /** Stored areas, without drawing. @returns also the places that an import would have drawn */
  async known(places: Open): Promise<{ areas: Map<string, DriveTimeAnswer>; open: Set<string> }> {
    const areas = new Map<string, DriveTimeAnswer>();
    let open = places;
    const undrawn = new Set<string>();
    for (const source of this.#sources) {
      const kept = await this.#kept(source, open, knownDriveTimeAreas);
      for (const [key, area] of kept.areas) areas.set(key, area);
      for (const key of kept.unknown.keys()) undrawn.add(key);
      // Places that one source has not drawn may never reach the next source.
      open = kept.without;
    }
    return { areas, open: undrawn };
  }

  /**
   * @param places by `drivePlaceKey`
   * @throws the signal's reason; errors of the database and of threads; areas drawn until then are stored
   */
  async lookUp(places: Open, context: DrawContext): Promise<LookedUpAreas> {
    const result: LookedUpAreas = { areas: new Map(), unanswered: 0, unkept: 0, tooSlow: 0 };
    const missing = new Map<string, 'unanswered' | 'tooSlow'>();
    let open = places;
    for (const source of this.#sources) {
      if (open.size === 0) break;
      const { areas, unknown, without } = await this.#kept(source, open, useDriveTimeAreas);
      for (const [key, area] of areas) {
        result.areas.set(key, area);
        context.onAnswer();
      }
      const left = new Map(without);
      await this.#draw(source, [...unknown.values()], context, (place, answer) => {
        const key = drivePlaceKey(place);
        if (answer === 'unkept') {
          result.unkept++;
          result.areas.set(key, { missing: 'unkept' });
        } else if ('packed' in answer) {
          const { truncated, snapMeters } = answer;
          result.areas.set(key, { area: areaKey(source, place), source: source.name, truncated, snapMeters });
        } else {
          left.set(key, place);
          if ('away' in answer) {
            result.unanswered++;
            missing.set(key, 'unanswered');
          }
          if ('tooSlow' in answer) {
            result.tooSlow++;
            missing.set(key, 'tooSlow');
          }
          if ('mostMinutes' in answer) result.areas.set(key, answer);
        }
      });
      open = left;
    }
    // Another source may have had an area.
    for (const [key, why] of missing) if (!result.areas.has(key)) result.areas.set(key, { missing: why });
    return result;
  }

  /** Stored answers of a source: areas, places without one, and places that it was not asked for. */
  async #kept(source: AreaSource, places: Open, read: typeof useDriveTimeAreas) {
    const keys = new Map(Array.from(places, ([key, place]) => [key, areaKey(source, place)]));
    const kept = await read(this.#sql, [...keys.values()]);
    const areas = new Map<string, DriveTimeAnswer>();
    const unknown = new Map<string, DrivePlace>();
    const without = new Map<string, DrivePlace>();
    for (const [key, place] of places) {
      const area = keys.get(key)!;
      const known = kept.get(area);
      if (known === undefined) unknown.set(key, place);
      else if (known.isNone) without.set(key, place);
      else {
        const { truncated, snapMeters } = known;
        areas.set(key, { area, source: source.name, truncated, snapMeters });
      }
    }
    return { areas, unknown, without };
  }

  /** Draws a few portions at a time, each stored before it counts. */
  async #draw(
    source: AreaSource,
    places: readonly DrivePlace[],
    context: DrawContext,
    onAnswer: (place: DrivePlace, answer: AreaAnswer | 'unkept') => void,
  ): Promise<void> {
    const portions = source.portionsOf(places);
    let next = 0;
    let failed = false;
    let isFull = false;
    const work = async (): Promise<void> => {
      for (let portion = portions[next++]; portion && !failed; portion = portions[next++]) {
        context.signal.throwIfAborted();
        const answers = isFull ? null : await source.draw(portion, context);
        const isKept = answers !== null && (await this.#keep(source, portion, answers));
        isFull ||= !isKept;
        for (const [i, place] of portion.entries()) onAnswer(place, isKept ? answers[i]! : 'unkept');
      }
    };
    const works = Array.from({ length: source.portionsAtATime(context) }, () =>
      work().catch((error) => {
        failed = true;
        throw error;
      }),
    );
    // Waits for all works, so that none is under way when this rejects.
    const settled = await Promise.allSettled(works);
    for (const each of settled) if (each.status === 'rejected') throw each.reason;
  }

  async #keep(
    source: AreaSource,
    places: readonly DrivePlace[],
    answers: readonly AreaAnswer[],
  ): Promise<boolean> {
    const areas = places.flatMap((place, i): KeptArea[] => {
      const answer = answers[i]!;
      if (!('packed' in answer || 'none' in answer)) return [];
      const drawn = 'packed' in answer ? answer : { packed: null, truncated: false, snapMeters: 0 };
      return [{ key: areaKey(source, place), source: source.name, minutes: place.minutes, ...drawn }];
    });
    return areas.length === 0 || noteDriveTimeAreas(this.#sql, areas, this.#mostBytes);
  }
}
