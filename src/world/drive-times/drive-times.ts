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
import { estimateSource, ROADS, roadsSource } from './drawn-on-threads.js';
import { serviceSource } from './service-source.js';

export interface DriveTimesOptions {
  sql: Sql;
  roads: { readonly current: RoadNetworks };
  /** null: none is asked. */
  service: Pick<IsochroneService, 'name' | 'version' | 'isochrones'> | null;
  /** Circles where there is neither. */
  estimates: boolean;
  /** Areas are kept up to here. */
  mostBytes?: number;
}

/** What was found of some places. */
export interface LookedUpAreas {
  /** By `drivePlaceKey`; of others there is none, as no road is known near. */
  areas: Map<string, DriveTimeAnswer>;
  /** Places that a source did not answer for. */
  unanswered: number;
  /** Areas that could not be kept, as there is no room for more. */
  unkept: number;
  /** Areas that took too long to draw. */
  tooSlow: number;
}

/** Areas that are reached by car, and what they are drawn on: a routing service before loaded roads before estimates. */
export class DriveTimes {
  readonly #options: DriveTimesOptions;

  constructor(options: DriveTimesOptions) {
    this.#options = options;
  }

  /** For one import, though roads be replaced meanwhile. */
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

/** Looks areas up and draws what is missing. Each is drawn once, whoever asks for it: they are kept in the database. */
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

  /** There is nothing that areas could be drawn on. */
  get isEmpty(): boolean {
    return this.#sources.length === 0;
  }

  /** Road networks are loaded. */
  get hasRoads(): boolean {
    return this.#sources.some(({ name }) => name === ROADS);
  }

  /** What is known without drawing. @returns with the number of places that an import would have drawn */
  async known(places: Open): Promise<{ areas: Map<string, DriveTimeAnswer>; open: Set<string> }> {
    const areas = new Map<string, DriveTimeAnswer>();
    let open = places;
    const undrawn = new Set<string>();
    for (const source of this.#sources) {
      const kept = await this.#kept(source, open, knownDriveTimeAreas);
      for (const [key, area] of kept.areas) areas.set(key, area);
      for (const key of kept.unknown.keys()) undrawn.add(key);
      // Of what a source has not drawn, it is not known what the next one would have to.
      open = kept.without;
    }
    return { areas, open: undrawn };
  }

  /**
   * @param places by `drivePlaceKey`
   * @throws the signal's reason; what the database or a thread throws: what was drawn until then is kept
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
    // Another source may have known better.
    for (const [key, why] of missing) if (!result.areas.has(key)) result.areas.set(key, { missing: why });
    return result;
  }

  /** What is kept of a source: areas, places that it has none for, and those that it was not asked for. */
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

  /** A few portions at a time, each kept before it counts. */
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
    // None of them is under way any more when this has failed.
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
