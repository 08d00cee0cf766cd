import { createWriteStream } from 'node:fs';
import { stat, writeFile } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { BaseMapFiles } from '../render/base-map/base-map-files.js';
import { loadFonts } from '../render/fonts/load-fonts.js';
import type { Fonts } from '../render/fonts.js';
import { Extent } from '../render/frame/extent.js';
import { writePdf } from '../render/pdf/write-pdf.js';
import { Picture } from '../render/picture.js';
import { renderPng } from '../render/png/render-png.js';
import { MOST_POINTS } from '../render/streets/streets.js';
import { OPEN_STREET_MAP } from '../schema/attributions.js';
import { openSatellite, type SatelliteSettings } from '../services/imagery/open-satellite.js';
import type { Satellite } from '../services/imagery/satellite.js';
import { ImageMarkers } from '../store/image-markers.js';
import { geodataDirectory } from '../world/geodata/files.js';
import { AreasOfMap } from './areas-of-map.js';
import { BASE_CREDITS, creditsOf } from './credits.js';
import { NO_COLOR, readContent, showMarkers } from './picture-content.js';
import { RegionShapes } from './region-shapes.js';
import type { Drawn, RenderRequest } from './render-messages.js';
import { StepTimes } from './step-times.js';
import { surveyMap } from './survey-map.js';

/**
 * Largest number of names that are read, as some hundred have room. Of more markers one in n is read, spread
 * over all of them.
 */
const MAX_LABELS = 50_000;

/** Data of the build, kept in memory for the next picture. */
const regions = new RegionShapes();
const baseMapFiles = new BaseMapFiles(geodataDirectory);
let loadedFonts: Fonts | undefined;
const fontsOfBuild = (): Fonts => {
  loadedFonts ??= loadFonts(new URL('fonts/', geodataDirectory));
  return loadedFonts;
};

let openedSatellite: Satellite | undefined;
const satelliteOf = (settings: SatelliteSettings): Satellite => {
  openedSatellite ??= openSatellite(geodataDirectory, settings);
  return openedSatellite;
};

/**
 * Draws one map into a file, in a process that can be spared: first the survey of the extent, where it
 * depends on the markers, then the markers, all in one snapshot and in memory that does not grow with them.
 */
export async function drawPicture(request: RenderRequest): Promise<Drawn> {
  const { databaseUrl, job, trace, toFile, deadlineMs } = request;
  const { mapId, mapName, options } = job;
  const times = new StepTimes();
  const fonts = fontsOfBuild();
  times.end('fonts');
  const map = await ImageMarkers.open(databaseUrl, mapId, deadlineMs);
  try {
    const total = await map.readCount();
    regions.begin(databaseUrl, await map.readBoundaryLayers());
    times.end('connect');
    const content = await readContent(map, options);
    times.end('legend');
    const areas = new AreasOfMap(regions);
    const survey = await surveyMap(map, areas, content.palette, options.preset);
    times.end('survey');
    const picture = new Picture({
      options,
      title: mapName,
      legend: content.mostLines,
      extent: survey.extent,
      fonts,
      baseMapFiles,
      colors: content.fills,
      signs: content.signs,
      hasClasses: content.hasClasses,
    });
    times.end('frame');
    const labelEvery = options.labels ? Math.max(1, Math.ceil(total / MAX_LABELS)) : null;
    const shown = await showMarkers(map, areas, content, survey, picture, labelEvery);
    const tiles = picture.streetTiles;
    const streets = tiles === null ? [] : await map.readStreetTiles(tiles, tiles.layers, MOST_POINTS);
    await map.close();
    times.end('markers');
    const ground =
      options.map_type === 'satellite'
        ? await satelliteOf(request.satellite).draw(picture.frame, options.format, trace)
        : { shapes: [], credits: [], isIncomplete: false };
    times.end('imagery');
    const credits = [
      ...new Set([
        ...BASE_CREDITS,
        ...(streets.length > 0 ? [OPEN_STREET_MAP.credit] : []),
        ...ground.credits,
        ...creditsOf(areas, regions),
        ...content.valueCredits,
      ]),
    ];
    const scene = await picture.scene({ credits, ground: ground.shapes, streets, ...shown });
    times.end('scene');
    if (options.format === 'png') await writeFile(toFile, renderPng(scene, fonts));
    else {
      const about = { createdAt: new Date(), attributions: credits };
      await pipeline(writePdf(scene, fonts, about), createWriteStream(toFile));
    }
    times.end('write');
    return {
      bytes: (await stat(toFile)).size,
      markers: shown.markers,
      isIncomplete: ground.isIncomplete,
      ms: times.ms,
    };
  } finally {
    await map.close();
  }
}

/**
 * Reads and compiles everything that each picture needs. Without it, the first picture of a process takes two
 * seconds more.
 */
export async function warmUpRenderer(): Promise<void> {
  const fonts = fontsOfBuild();
  const picture = new Picture({
    options: {
      preset: 'world',
      format: 'png',
      map_type: 'map',
      paper_size: 'letter',
      orientation: 'landscape',
      legend: true,
      title: true,
      labels: false,
    },
    title: 'Nobody',
    legend: [{ name: 'Nobody', color: NO_COLOR, count: 0 }],
    extent: new Extent(),
    fonts,
    baseMapFiles,
    colors: [NO_COLOR],
  });
  const scene = await picture.scene({ credits: [], ground: [], areasOmitted: 0 });
  renderPng(scene, fonts);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(writePdf(scene, fonts, { createdAt: new Date(), attributions: [] }), nowhere);
}
