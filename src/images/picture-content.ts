import { isRegion } from '../geo/regions/region-type.js';
import type { LegendEntry } from '../render/furniture/content.js';
import type { PictureOptions } from '../render/options.js';
import type { Picture } from '../render/picture.js';
import type { PinSign } from '../render/scene.js';
import { PIN_SIGNS } from '../render/symbols.js';
import { FILLS } from '../schema/palette-colors.js';
import type { ImageMarkers, LegendCount } from '../store/image-markers.js';
import { type AreasOfMap, typeOf } from './areas-of-map.js';
import { classFills } from './class-fills.js';
import { creditsOfValues } from './credits.js';
import { LegendTally, type MarkerKind } from './legend-tally.js';
import { readMarkers } from './read-markers.js';
import type { Survey } from './survey-map.js';

const FIRST_FILL = [...FILLS.values()][0]!;
/** Grey of markers without a colour, beside others that have one. No palette has this grey. */
export const NO_COLOR = '#b9bdc1';

/** Colours and legend of a map, known before its markers are read. */
export interface PictureContent {
  /** Name of a colour -> its place in `fills`, those of the legend first. */
  palette: ReadonlyMap<string, number>;
  /** `#rrggbb`; the last one is that of markers without a colour. */
  fills: string[];
  /** Sign of each of `fills` in the heads of pins: by them a print without colours is read. */
  signs: PinSign[];
  /** Tells whether the legend begins with classes of numbers in the colours of a ramp. */
  hasClasses: boolean;
  /** Credits of the values that the map is classed by. */
  valueCredits: readonly string[];
  /** Categories in legend order, with their place in the palette; null: no legend is wanted. */
  categories: ReadonlyMap<string, number> | null;
  /** Category -> heading above the categories of its field, for classes of numbers. */
  headings: ReadonlyMap<string, string>;
  /** The lines of a picture that shows all markers; null: none are wanted. */
  mostLines: LegendEntry[] | null;
}

export async function readContent(
  map: ImageMarkers,
  options: Pick<PictureOptions, 'legend'>,
): Promise<PictureContent> {
  const legend = await map.readLegend(options.legend);
  const names = [...new Set([...legend.flatMap(({ color }) => color ?? []), ...FILLS.keys()])].filter(
    (name) => FILLS.has(name),
  );
  const palette = new Map(names.map((name, i) => [name, i]));
  const ofClasses = classFills(legend);
  const fills = [...names.map((name) => ofClasses.get(name) ?? FILLS.get(name)!), NO_COLOR];
  // Classes are ordered, and so is their lightness.
  const signed = names.filter((name) => !ofClasses.has(name));
  const signs = names.map((name) => PIN_SIGNS[Math.max(0, signed.indexOf(name)) % PIN_SIGNS.length]!);
  const headings = await map.readHeadings();
  const valueCredits = await creditsOfValues(
    map,
    legend.flatMap(({ name }) => headings.get(name ?? '') ?? []),
  );
  const colors = {
    palette,
    fills,
    signs: [...signs, 'none' as const],
    hasClasses: ofClasses.size > 0,
    valueCredits,
  };
  if (!options.legend) return { ...colors, categories: null, headings: new Map(), mostLines: null };
  const categories = new Map<string, number>();
  for (const { name, color } of legend)
    if (name !== null && !categories.has(name))
      categories.set(name, palette.get(color ?? '') ?? palette.size);
  const mostLines = entriesOf(tallyOf(legend, categories, palette, fills), fills, headings);
  return { ...colors, categories, headings, mostLines };
}

function tallyOf(
  legend: readonly LegendCount[],
  categories: ReadonlyMap<string, number>,
  palette: PictureContent['palette'],
  fills: readonly string[],
): LegendTally {
  const tally = new LegendTally(categories, fills.length);
  for (const { name, isOther, color, markers } of legend)
    tally.add(isOther ? '' : name, palette.get(color ?? '') ?? palette.size, true, 'pin', markers);
  return tally;
}

const entriesOf = (
  tally: LegendTally,
  fills: readonly string[],
  headings: PictureContent['headings'],
): LegendEntry[] =>
  tally.lines().map(({ name, color, count, symbol }) => {
    const heading = headings.get(name);
    return {
      name,
      color: fills[color]!,
      count,
      ...(symbol && { symbol }),
      ...(heading === undefined ? {} : { heading }),
    };
  });

/** @param area as MARKER_ROW.area; null: none @param hasPins whether the picture draws pins beside areas */
function kindOf(area: string | null, hasPins: boolean): MarkerKind {
  const type = area === null ? '' : typeOf(area);
  if (isRegion(type)) return 'area';
  return type === '' || (hasPins && type.startsWith('pinned_')) ? 'pin' : 'circle';
}

export interface ShownMarkers {
  markers: number;
  /** Same as `MarkersRead`. */
  areasOmitted: number;
  legend: LegendEntry[] | null;
  /** Markers that are not on the map. */
  notShown: number;
  /** Areas with parts that are not on the map. */
  areasInPart: number;
}

/** Puts the markers of a map into its picture, and counts those that it shows. */
export async function showMarkers(
  map: ImageMarkers,
  areas: AreasOfMap,
  { palette, fills, categories, headings }: PictureContent,
  { showsAreasAlone, remoteParts }: Pick<Survey, 'showsAreasAlone' | 'remoteParts'>,
  picture: Picture,
  labelEvery: number | null,
): Promise<ShownMarkers> {
  const tally = new LegendTally(categories ?? new Map(), fills.length);
  let isColored = false;
  const { markers, areasOmitted } = await readMarkers(map, areas, palette, labelEvery, {
    pin: (lng, lat, color) => {
      if (!showsAreasAlone) picture.pin(lng, lat, color);
    },
    marker: (category, lng, lat, color, area) => {
      isColored ||= color < palette.size;
      const isShown = (area !== null || !showsAreasAlone) && picture.shows(lng, lat);
      tally.add(category, color, isShown, kindOf(area, !showsAreasAlone));
    },
    dot: (lng, lat, color) => picture.dot(lng, lat, color),
    area: (geometry, color, layer) => picture.area(geometry, color, layer),
    label: (text, lng, lat, area) => {
      if (area !== null || !showsAreasAlone)
        picture.label(text, lng, lat, kindOf(area, !showsAreasAlone) === 'area');
    },
  });
  // Where no marker has a colour, grey would tell nothing.
  if (!isColored) fills[palette.size] = FIRST_FILL;
  const legend = categories === null ? null : entriesOf(tally, fills, headings);
  const areasInPart = remoteParts.filter((boxes) =>
    boxes.some(([west, south, east, north]) => !picture.shows((west + east) / 2, (south + north) / 2)),
  ).length;
  return { markers, areasOmitted, legend, notShown: tally.notShown, areasInPart };
}
