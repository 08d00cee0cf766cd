import type { RegionFeature } from '../../geo/regions/pack-region-layer.js';
import type { RegionType } from '../../geo/regions/region-type.js';
import { type CompactPolygons, compactPolygons, expandPolygons } from './compact-polygons.js';
import { describeFeature, polygonsOf, type RawFeature } from './feature.js';
import { type CountryBox, SIGNS, TYPES } from './known-files.js';
import { MAX_FEATURES, MAX_VERTICES } from './limits.js';
import { possibleCodes, rankOf, readCode } from './read-code.js';
import { BoundaryError } from './refusal.js';

/**
 * Largest share of areas without a code or outside of the country: official files have some that are nowhere.
 */
const ODD_SHARE = 0.1;

export interface DraftOptions {
  readonly type: RegionType;
  /** Property that holds the code; null: found by name. */
  readonly property: string | null;
}

export interface FinishedDraft {
  /** Property that held the codes. */
  readonly property: string;
  /** Areas by code. */
  readonly features: Iterable<RegionFeature>;
  readonly outlines: ReadonlyMap<string, readonly CompactPolygons[]>;
  readonly codes: number;
  readonly vertices: number;
  /** Features without area, or without a code of the type. */
  readonly skipped: number;
}

/** An area whose code is not known yet: all areas together decide which property holds it. */
interface Area {
  readonly polygons: CompactPolygons;
  readonly values: ReadonlyMap<string, unknown>;
}

/** Collects the areas of one layer while files are read. */
export class LayerDraft {
  readonly #options: DraftOptions;
  readonly #areas: Area[] = [];
  readonly #withoutArea = new Map<string, number>();
  /** Names of properties of the first features. */
  readonly #seenProperties = new Set<string>();
  #features = 0;
  #vertices = 0;

  constructor(options: DraftOptions) {
    this.#options = options;
  }

  /**
   * @param index position in its file, for errors
   * @throws BoundaryError for a malformed geometry, and beyond the limits
   */
  add(file: string, index: number, feature: RawFeature): void {
    if (++this.#features > MAX_FEATURES)
      throw new BoundaryError(`${file}: more than ${MAX_FEATURES} features`);
    if (this.#features <= 100) for (const name in feature.properties) this.#seenProperties.add(name);
    const { type, property } = this.#options;
    const coordinates = polygonsOf(feature);
    const polygons =
      coordinates === null ? null : compactPolygons(coordinates, () => describeFeature(file, index, feature));
    if (polygons === null) {
      const kind = feature.geometry?.type ?? 'none';
      this.#withoutArea.set(kind, (this.#withoutArea.get(kind) ?? 0) + 1);
      return;
    }
    this.#vertices += polygons.coordinates.length / 2;
    if (this.#vertices > MAX_VERTICES)
      throw new BoundaryError(
        `${file}: more than ${MAX_VERTICES} vertices: take the generalised file (of the Census, 1:500,000), or simplify it`,
      );
    this.#areas.push({ polygons, values: new Map(possibleCodes(type, property, feature)) });
  }

  /** @throws BoundaryError for files of another type or country */
  finish(): FinishedDraft {
    const { type } = this.#options;
    if (this.#areas.length === 0) {
      const kinds = [...this.#withoutArea].map(([kind, count]) => `${count} ${kind}`).join(', ');
      throw new BoundaryError(
        `there is no polygon in ${this.#features} features${kinds === '' ? '' : ` (geometries: ${kinds})`}`,
      );
    }
    this.#checkSigns();
    const property = this.#chooseProperty();
    const byCode = new Map<string, CompactPolygons[]>();
    let vertices = 0;
    let kept = 0;
    for (const { polygons, values } of this.#areas) {
      const code = readCode(type, values.get(property));
      if (code === null) continue;
      kept++;
      const known = byCode.get(code);
      if (known?.some((other) => isSame(other, polygons))) continue;
      vertices += polygons.coordinates.length / 2;
      if (known) known.push(polygons);
      else byCode.set(code, [polygons]);
    }
    this.#checkPlace(byCode);
    return {
      property,
      features: expanded(byCode),
      outlines: byCode,
      codes: byCode.size,
      vertices,
      skipped: this.#features - kept,
    };
  }

  #checkSigns(): void {
    const { type, property } = this.#options;
    if (property !== null) return;
    for (const [sign, other] of SIGNS) {
      const name = [...this.#seenProperties].find((seen) => sign.test(seen.toLowerCase()));
      // A file of a state's ZIP codes also has STATEFP10: signs of another type count only where this type
      // has none.
      if (name !== undefined && other !== type && !this.#hasSignOf(type))
        throw new BoundaryError(
          `the features have ${name}: this is a file of ${other}, not of ${type} (--code PROPERTY takes another property)`,
        );
    }
  }

  #hasSignOf(type: RegionType): boolean {
    return SIGNS.some(
      ([sign, of]) => of === type && [...this.#seenProperties].some((seen) => sign.test(seen.toLowerCase())),
    );
  }

  /** The property with codes in most areas; among equals the surest name. */
  #chooseProperty(): string {
    const { type, property: given } = this.#options;
    const counts = new Map<string, number>();
    for (const { values } of this.#areas)
      for (const [name, value] of values)
        counts.set(name, (counts.get(name) ?? 0) + (readCode(type, value) === null ? 0 : 1));
    const seen = [...this.#seenProperties].slice(0, 30).join(', ') || 'none';
    const { area } = TYPES[type];
    if (counts.size === 0)
      throw new BoundaryError(
        given === null
          ? `no property of the features is known to hold a ${area}; name it with --code (there are: ${seen})`
          : `no feature has the property ${given} (there are: ${seen})`,
      );
    const [property, count] = [...counts].sort(
      ([a, countA], [b, countB]) => countB - countA || rankOf(type, a) - rankOf(type, b),
    )[0]!;
    if (count < (1 - ODD_SHARE) * this.#areas.length) {
      const odd = this.#areas
        .map(({ values }) => values.get(property))
        .find((value) => readCode(type, value) === null);
      throw new BoundaryError(
        `only ${count} of ${this.#areas.length} areas have a ${area} in ${property}; one has ${JSON.stringify(odd) ?? 'nothing'} ` +
          `(properties: ${seen})`,
      );
    }
    return property;
  }

  #checkPlace(byCode: ReadonlyMap<string, readonly CompactPolygons[]>): void {
    const { boxes, country, area } = TYPES[this.#options.type];
    if (boxes === null) return;
    const elsewhere = [...byCode].filter(([, all]) => !all.some((polygons) => isIn(boxes, polygons)));
    if (elsewhere.length < ODD_SHARE * byCode.size) return;
    const [code, [first]] = elsewhere[0] as [string, [CompactPolygons]];
    throw new BoundaryError(
      `${elsewhere.length} of ${byCode.size} areas lie outside of ${country}: the ${area} ${code} at longitude ` +
        `${first.west.toFixed(2)}, latitude ${first.south.toFixed(2)}. Is it the file of another country, or are the axes swapped?`,
    );
  }
}

const isIn = (boxes: readonly CountryBox[], { west, south, east, north }: CompactPolygons): boolean =>
  boxes.some(([w, s, e, n]) => west <= e && east >= w && south <= n && north >= s);

/** Overlapping files repeat an area. */
const isSame = (a: CompactPolygons, b: CompactPolygons): boolean =>
  a.coordinates.length === b.coordinates.length && Buffer.compare(bytesOf(a), bytesOf(b)) === 0;

const bytesOf = ({ coordinates: { buffer, byteOffset, byteLength } }: CompactPolygons): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Expands areas one by one, on demand. */
function* expanded(byCode: ReadonlyMap<string, readonly CompactPolygons[]>): Generator<RegionFeature> {
  for (const [code, all] of byCode)
    yield { code, polygons: all.flatMap((each) => [...expandPolygons(each)]) };
}
