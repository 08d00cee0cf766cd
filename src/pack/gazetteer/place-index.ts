import { type DraftPlace, kmBetween, type Point, push } from './draft.js';

const CELL_DEGREES = 0.05;
const cellOf = ({ lat, lng }: Point): number =>
  Math.floor(lat / CELL_DEGREES) * 10_000 + Math.floor(lng / CELL_DEGREES);

/** Drafts of places by country and key, and by position. */
export class PlaceIndex {
  readonly places: DraftPlace[] = [];
  readonly #byKey = new Map<string, DraftPlace[]>();
  readonly #byCell = new Map<number, DraftPlace[]>();

  add(place: DraftPlace): void {
    this.places.push(place);
    for (const key of place.keys) push(this.#byKey, place.country + key, place);
    push(this.#byCell, cellOf(place), place);
  }

  addKey(place: DraftPlace, key: string): void {
    if (key === '' || place.keys.has(key)) return;
    place.keys.add(key);
    push(this.#byKey, place.country + key, place);
  }

  named(country: string, key: string): readonly DraftPlace[] {
    return this.#byKey.get(country + key) ?? [];
  }

  /** The nearest place of a name within a distance. */
  namedNear(country: string, key: string, point: Point, km: number): DraftPlace | undefined {
    return this.#nearest(this.named(country, key), point, km);
  }

  /** The nearest place of a country within a distance of at most two cells. */
  near(country: string, point: Point, km: number): DraftPlace | undefined {
    const around: DraftPlace[] = [];
    for (const lat of [-1, 0, 1])
      for (const lng of [-1, 0, 1]) {
        const cell = this.#byCell.get(
          cellOf({ lat: point.lat + lat * CELL_DEGREES, lng: point.lng + lng * CELL_DEGREES }),
        );
        for (const place of cell ?? []) if (place.country === country) around.push(place);
      }
    return this.#nearest(around, point, km);
  }

  #nearest(places: readonly DraftPlace[], point: Point, km: number): DraftPlace | undefined {
    let best: DraftPlace | undefined;
    let bestKm = km;
    for (const place of places) {
      const distance = kmBetween(place, point);
      if (distance > bestKm) continue;
      best = place;
      bestKm = distance;
    }
    return best;
  }
}
