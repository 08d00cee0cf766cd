// Loaded by the map screen alone: the map library is most of the console.
import styleSheet from 'asset:maplibre-gl/dist/maplibre-gl.css';
import {
  AttributionControl,
  type ExpressionSpecification,
  type FilterSpecification,
  type GeoJSONSource,
  Marker as Handle,
  type LayerSpecification,
  type MapGeoJSONFeature,
  Map as MapLibre,
  NavigationControl,
  ScaleControl,
  type StyleSpecification,
  setWorkerUrl,
  type VectorTileSource,
} from 'maplibre-gl';
import type { Schemas } from '../../client/index.js';
import { addressOf, api, authorization, dataOf, isOfApi, readStyle } from '../api.js';
import { retryLater, retryPauseMs } from '../retry.js';
import { type Filters, NO_FILTERS, tileQuery } from './filters.js';

export interface Place {
  lat: number;
  lng: number;
}
/** A marker that is shown without a tile. */
export interface ShownPlace extends Place {
  id: number;
  name: string;
  /** Colour as CSS has it. */
  color: string | undefined;
}
export interface MapHandle {
  /** Shows the markers that match alone. */
  filter(filters: Filters): void;
  /** Shows these in place of the tiles; null shows the tiles again. */
  show(places: readonly ShownPlace[] | null): void;
  /** Reads all tiles again. */
  refresh(): void;
  /** Marks a place, and brings it into view; null marks none. */
  select(place: Place | null): void;
  /** The next click is a place. */
  pick(onPick: ((place: Place) => void) | null): void;
  /** Lets a place be dragged; null ends it. */
  drag(place: Place | null, onMoved?: (place: Place) => void): void;
  /** Middle of what is in view. */
  middle(): Place;
  remove(): void;
}
export interface MapOptions {
  mapId: number;
  onMarker: (id: number) => void;
  /** Is told null once there is none any more. */
  onProblem: (error: unknown) => void;
}

type TileJson = Partial<Schemas['TileJson']>;

const SOURCE = 'places';
/** Source of places that no tile has. */
const LISTED = 'listed';
/** Times that failed tiles are asked for again before people are told. */
const MOST_SILENT_RETRIES = 5;
const FIRST_PAUSE_MS = 1000;
/** Width of a map in pixels, below which its attribution is closed at first. */
const NARROW = 600;
const dark = matchMedia('(prefers-color-scheme: dark)');

let isStyled: Promise<unknown> | null = null;
/** The style sheet of the library, which comes with it. */
function loadStyleSheet(): Promise<unknown> {
  isStyled ??= new Promise((resolve) => {
    const href = new URL(styleSheet, import.meta.url).href;
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    link.onload = link.onerror = resolve;
    document.head.prepend(link);
  });
  return isStyled;
}

const plainStyle = (): StyleSpecification => ({
  version: 8,
  sources: {},
  layers: [
    { id: 'ground', type: 'background', paint: { 'background-color': dark.matches ? '#1b1f27' : '#e9edf1' } },
  ],
});

/** The base map of the service; a plain ground where it has none. */
const groundStyle = (): Promise<StyleSpecification> =>
  readStyle<StyleSpecification>(dark.matches ? 'dark' : 'light').catch(plainStyle);

const collectionOf = (places: readonly (Place & Partial<ShownPlace>)[]) => ({
  type: 'FeatureCollection' as const,
  features: places.map(({ lat, lng, ...properties }) => ({
    type: 'Feature' as const,
    properties,
    geometry: { type: 'Point' as const, coordinates: [lng, lat] },
  })),
});

const isGroup: FilterSpecification = ['has', 'count'];
const isSingle: FilterSpecification = ['all', ['!', ['has', 'count']], ['!=', ['get', 'pin'], false]];
const number = ['coalesce', ['get', 'count'], 1] as ExpressionSpecification;
const color = ['coalesce', ['get', 'color'], '#3b5bdb'] as ExpressionSpecification;
/** Counts are dark on light colours, by the weights of ITU-R BT.601. */
const isLight = [
  'let',
  'rgba',
  ['to-rgba', ['to-color', color]],
  [
    '>',
    [
      '+',
      ['*', 0.299, ['at', 0, ['var', 'rgba']]],
      ['*', 0.587, ['at', 1, ['var', 'rgba']]],
      ['*', 0.114, ['at', 2, ['var', 'rgba']]],
    ],
    150,
  ],
] as ExpressionSpecification;
const groupRadius = [
  'interpolate',
  ['linear'],
  ['log10', ['max', number, 1]],
  0,
  9,
  2,
  15,
  5,
  30,
] as ExpressionSpecification;

/** Layers with these names for pins and theirs. */
const pinLayers = (
  outline: string,
  [pins, names]: [string, string],
  common: object,
): LayerSpecification[] => [
  {
    ...(common as { source: string }),
    id: pins,
    type: 'circle',
    paint: {
      'circle-color': color,
      'circle-radius': ['interpolate', ['linear'], ['zoom'], 2, 4.5, 12, 7],
      'circle-stroke-color': outline,
      'circle-stroke-width': 1.5,
    },
  },
  {
    ...(common as { source: string }),
    id: names,
    type: 'symbol',
    minzoom: 9,
    layout: {
      'text-field': ['get', 'name'],
      'text-font': ['system-ui', 'sans-serif'],
      'text-size': 12,
      'text-offset': [0, 0.9],
      'text-anchor': 'top',
      'text-max-width': 12,
    },
    paint: {
      'text-color': dark.matches ? '#e8eaf0' : '#1d2330',
      'text-halo-color': outline,
      'text-halo-width': 1.4,
    },
  },
];

const layers = (): LayerSpecification[] => {
  const outline = dark.matches ? '#11141a' : '#ffffff';
  const common = { source: SOURCE };
  const [pins, names] = pinLayers(outline, ['pins', 'pin-names'], {
    ...common,
    'source-layer': 'markers',
    filter: isSingle,
  }) as [LayerSpecification, LayerSpecification];
  return [
    {
      ...common,
      id: 'areas',
      type: 'fill',
      'source-layer': 'areas',
      paint: { 'fill-color': color, 'fill-opacity': 0.65 },
    },
    {
      ...common,
      id: 'area-lines',
      type: 'line',
      'source-layer': 'areas',
      paint: { 'line-color': outline, 'line-width': 1 },
    },
    {
      ...common,
      id: 'groups',
      type: 'circle',
      'source-layer': 'markers',
      filter: isGroup,
      paint: {
        'circle-color': color,
        'circle-radius': groupRadius,
        'circle-stroke-color': outline,
        'circle-stroke-width': 2,
        'circle-opacity': 0.9,
      },
    },
    pins,
    {
      ...common,
      id: 'group-counts',
      type: 'symbol',
      'source-layer': 'markers',
      filter: isGroup,
      layout: {
        'text-field': [
          'case',
          ['>=', number, 10000],
          ['concat', ['to-string', ['round', ['/', number, 1000]]], 'k'],
          ['to-string', number],
        ],
        'text-font': ['system-ui', 'sans-serif'],
        'text-size': 12,
        'text-allow-overlap': true,
      },
      paint: {
        'text-color': ['case', isLight, '#1d2330', '#ffffff'],
        'text-halo-color': ['case', isLight, 'rgba(255, 255, 255, 0.55)', 'rgba(0, 0, 0, 0.55)'],
        'text-halo-width': 1.2,
      },
    },
    names,
    ...pinLayers(outline, ['listed', 'listed-names'], { source: LISTED }),
    {
      id: 'selected',
      source: 'selected',
      type: 'circle',
      paint: {
        'circle-radius': 13,
        'circle-color': 'rgba(0, 0, 0, 0)',
        'circle-stroke-color': dark.matches ? '#91a7ff' : '#3b5bdb',
        'circle-stroke-width': 3,
      },
    },
  ];
};

const queryOf = (filters: Filters): string => {
  const query = new URLSearchParams(tileQuery(filters)).toString();
  return query && `?${query}`;
};

export async function openMap(
  container: HTMLElement,
  { mapId, onMarker, onProblem }: MapOptions,
): Promise<MapHandle> {
  let filters = NO_FILTERS;
  let listed: readonly ShownPlace[] | null = null;
  let tiles: TileJson = {};
  let onPick: ((place: Place) => void) | null = null;
  let handle: Handle | null = null;
  let selected: Place | null = null;

  const readTiles = (): Promise<TileJson> =>
    dataOf(
      api.GET('/maps/{map_id}/tiles.json', {
        params: { path: { map_id: mapId }, query: tileQuery(filters) },
      }),
    );
  // Never those of the document: the page may be reached by another name than the public one.
  const tileAddress = (): string => addressOf(`/maps/${mapId}/tiles/{z}/{x}/{y}.mvt`) + queryOf(filters);

  const [style, first, worker] = await Promise.all([
    groundStyle(),
    readTiles(),
    import('./map-worker.js'),
    loadStyleSheet(),
  ]);
  tiles = first;
  setWorkerUrl(worker.default);
  const map = new MapLibre({
    container,
    style,
    attributionControl: false,
    center: [0, 25],
    zoom: 1,
    maxZoom: 19,
    dragRotate: false,
    pitchWithRotate: false,
    transformRequest: (url) => (isOfApi(url) ? { url, headers: authorization() } : { url }),
  });
  map.touchZoomRotate.disableRotation();
  map.addControl(new NavigationControl({ showCompass: false }), 'top-right');
  map.addControl(new ScaleControl({}), 'bottom-left');
  map.addControl(new AttributionControl({ compact: true }), 'bottom-right');
  // On a phone it would cover the map; its button opens it.
  if (container.clientWidth < NARROW)
    map.once('load', () => container.querySelector<HTMLElement>('.maplibregl-compact-show summary')?.click());

  /** An empty map has the bounds of the world. */
  const isEmpty = (): boolean => !tiles.bounds || tiles.marker_count === 0;
  const fit = (): void => {
    const { bounds } = tiles;
    if (bounds && !isEmpty())
      map.fitBounds(bounds as [number, number, number, number], { padding: 56, maxZoom: 13, animate: false });
  };
  const addPlaces = (): void => {
    map.addSource(SOURCE, {
      type: 'vector',
      tiles: [tileAddress()],
      minzoom: tiles.minzoom ?? 0,
      maxzoom: tiles.maxzoom ?? 16,
      ...(tiles.attribution ? { attribution: tiles.attribution } : {}),
    });
    map.addSource(LISTED, { type: 'geojson', data: collectionOf([]) });
    map.addSource('selected', { type: 'geojson', data: collectionOf([]) });
    for (const layer of layers()) map.addLayer(layer);
    showListed();
    showSelected();
  };
  const showListed = (): void => {
    map.getSource<GeoJSONSource>(LISTED)?.setData(collectionOf(listed ?? []));
    const visibility = listed ? 'none' : 'visible';
    for (const { id, source } of layers() as { id: string; source: string }[])
      if (source === SOURCE) map.setLayoutProperty(id, 'visibility', visibility);
  };
  const showSelected = (): void => {
    map.getSource<GeoJSONSource>('selected')?.setData(collectionOf(selected ? [selected] : []));
  };
  /** Runs once the style is there, at once where it is. */
  const whenReady = (act: () => void): void => {
    if (map.getSource(SOURCE)) act();
    else map.once('load', act);
  };
  const restyle = async (): Promise<void> => {
    map.setStyle(await groundStyle(), { diff: false });
    map.once('style.load', addPlaces);
  };
  dark.addEventListener('change', restyle);
  fit();
  map.once('load', addPlaces);
  const retries = new Map<string, number>();
  /** Ends of the retries that wait, by their sources. */
  const pending = new Map<string, () => void>();
  map.on('error', (event) => {
    const { sourceId, tile } = event as { sourceId?: string; tile?: { actor?: unknown } };
    // MapLibre 6.17 waits for ever for the request that has failed, where the tile keeps its worker.
    if (tile) delete tile.actor;
    const tries = sourceId === undefined ? MOST_SILENT_RETRIES : (retries.get(sourceId) ?? 0);
    if (tries >= MOST_SILENT_RETRIES) onProblem(new Error('Parts of the map could not be loaded.'));
    // A busy service or a lost connection: tiles are asked for again, all that failed meanwhile at once.
    if (sourceId === undefined || pending.has(sourceId)) return;
    retries.set(sourceId, tries + 1);
    const retry = (): void => {
      pending.delete(sourceId);
      if (map.getSource(sourceId)) map.refreshTiles(sourceId);
    };
    pending.set(sourceId, retryLater(retry, retryPauseMs(tries, null, FIRST_PAUSE_MS)));
  });
  const again = (): void => {
    for (const id of Object.keys(map.getStyle()?.sources ?? {}))
      if (map.getSource(id)?.type === 'vector' && !pending.has(id)) map.refreshTiles(id);
    reread();
  };
  addEventListener('online', again);
  map.on('idle', () => {
    if (pending.size > 0 || retries.size === 0) return;
    retries.clear();
    onProblem(null);
  });

  const found = (point: { x: number; y: number }): MapGeoJSONFeature | undefined => {
    const box: [[number, number], [number, number]] = [
      [point.x - 5, point.y - 5],
      [point.x + 5, point.y + 5],
    ];
    const near = map.queryRenderedFeatures(box, { layers: ['listed', 'pins', 'groups'] });
    return near[0] ?? map.queryRenderedFeatures([point.x, point.y], { layers: ['areas'] })[0];
  };
  map.on('click', ({ point, lngLat }) => {
    if (onPick) {
      const { lat, lng } = lngLat.wrap();
      onPick({ lat, lng });
      return;
    }
    const feature = map.getSource(SOURCE) && found(point);
    if (!feature) return;
    const { id, count } = feature.properties;
    if (count > 1 && feature.geometry.type === 'Point')
      map.easeTo({ center: feature.geometry.coordinates as [number, number], zoom: map.getZoom() + 2 });
    else if (id !== undefined || feature.id !== undefined) onMarker(Number(id ?? feature.id));
  });
  map.on('mousemove', ({ point, originalEvent }) => {
    if (originalEvent.buttons !== 0 || !map.getLayer('pins')) return;
    map.getCanvas().style.cursor = onPick ? 'crosshair' : found(point) ? 'pointer' : '';
  });

  const reread = (): void => {
    readTiles().then((read) => {
      onProblem(null);
      retries.clear();
      const wasEmpty = isEmpty();
      tiles = read;
      if (wasEmpty) fit();
    }, onProblem);
  };
  return {
    filter: (next) => {
      const before = queryOf(filters);
      filters = next;
      if (queryOf(next) === before) return;
      whenReady(() => map.getSource<VectorTileSource>(SOURCE)?.setTiles([tileAddress()]));
    },
    show: (places) => {
      if (places === listed) return;
      listed = places;
      whenReady(showListed);
    },
    refresh: () => {
      whenReady(() => map.refreshTiles(SOURCE));
      reread();
    },
    select: (place) => {
      selected = place;
      whenReady(showSelected);
      if (place && !map.getBounds().contains([place.lng, place.lat]))
        map.easeTo({ center: [place.lng, place.lat], zoom: Math.max(map.getZoom(), 10) });
    },
    pick: (next) => {
      onPick = next;
      map.getCanvas().style.cursor = next ? 'crosshair' : '';
    },
    drag: (place, onMoved) => {
      handle?.remove();
      handle = null;
      if (!place) return;
      const dragged = new Handle({ draggable: true, color: '#e8590c' }).setLngLat([place.lng, place.lat]);
      dragged.on('dragend', () => {
        const { lat, lng } = dragged.getLngLat().wrap();
        onMoved?.({ lat, lng });
      });
      handle = dragged.addTo(map);
      map.easeTo({ center: [place.lng, place.lat], zoom: Math.max(map.getZoom(), 10) });
    },
    middle: () => {
      const { lat, lng } = map.getCenter().wrap();
      return { lat, lng };
    },
    remove: () => {
      for (const end of pending.values()) end();
      dark.removeEventListener('change', restyle);
      removeEventListener('online', again);
      map.remove();
    },
  };
}
