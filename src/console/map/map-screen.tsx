import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { FieldDefinition } from '../../schema/field.js';
import type { Category } from '../../schema/legend.js';
import type { MapResource } from '../../schema/map.js';
import type { Color } from '../../schema/palette.js';
import { ApiError, api, dataOf } from '../api.js';
import { DropTarget, useFileDrop } from '../drop.js';
import { ShareButton, TopBar, takeCarried, useMe } from '../maps.js';
import { mayRecover, retryLater, retryPauseMs } from '../retry.js';
import { Button, Empty, lazily, Problem, plural, useLoaded, useSettled, useTitle } from '../ui.js';
import { drawnColors } from './drawn-colors.js';
import { byField, type Filters, NO_FILTERS } from './filters.js';
import { JobsPanel } from './jobs-panel.js';
import { Legend } from './legend.js';
import type { MapHandle, Place, ShownPlace } from './map-view.js';
import { MarkerCard } from './marker-card.js';
import { type Near, NearbyPanel } from './nearby-panel.js';
import { NewMarker } from './new-marker.js';
import { colorOf, PlacesPanel, usePlaces } from './places-panel.js';

const ImportJourney = lazily(
  async () => (await import('../import/import-journey.js')).ImportJourney,
  'dialog',
);
const MendRows = lazily(async () => (await import('../import/mend-rows.js')).MendRows, 'dialog');
const ChangesDialog = lazily(async () => (await import('./changes-dialog.js')).ChangesDialog, 'dialog');
const PictureDialog = lazily(async () => (await import('./picture-dialog.js')).PictureDialog, 'dialog');

type Tab = 'places' | 'legend' | 'jobs';
const TABS: Record<Tab, string> = { places: 'Places', legend: 'Legend', jobs: 'Imports' };
export const FILE_TYPES = '.csv,.tsv,.txt,.xlsx,.xlsm,.xls,.xlsb,.ods,.geojson,.json,.gz';

/** What the next click on the map is for. */
type Picking = null | 'add' | 'near';

interface Props {
  mapId: number;
  /** Place that the address names, so that it can be sent to others, and left by Back. */
  markerId: number | null;
  onSignOut: () => void;
}

export function MapScreen({ mapId, markerId, onSignOut }: Props) {
  const me = useMe(mapId);
  const [round, setRound] = useState(0);
  const params = { path: { map_id: mapId } };
  const map = useLoaded<MapResource>(
    (signal) => dataOf(api.GET('/maps/{map_id}', { params, signal })),
    [mapId, round],
  );
  useTitle(map.data?.name);
  const legend = useLoaded<{ categories: Category[] }>(
    (signal) => dataOf(api.GET('/maps/{map_id}/categories', { params, signal })),
    [mapId, round],
  );
  const palette = useLoaded<{ colors: Color[] }>(
    (signal) => dataOf(api.GET('/maps/{map_id}/colors', { params, signal })),
    [mapId],
  );
  const [tab, setTab] = useState<Tab>('places');
  const fields = useLoaded<{ fields: FieldDefinition[] }>(
    (signal) => dataOf(api.GET('/maps/{map_id}/fields', { params, signal })),
    [mapId, round],
  );
  const [filters, setFilters] = useState(NO_FILTERS);
  const settled = useSettled(filters, 250);
  const places = usePlaces(mapId, settled, round);
  const setMarkerId = (id: number | null): void => {
    if (id !== markerId) location.hash = id === null ? `/maps/${mapId}` : `/maps/${mapId}/places/${id}`;
  };
  /** The place that was looked at last. */
  const left = useRef<number | null>(null);
  const [picking, setPicking] = useState<Picking>(null);
  const [adding, setAdding] = useState<Place | null>(null);
  const [near, setNear] = useState<Near | null>(null);
  const [file, setFile] = useState(takeCarried);
  const [mending, setMending] = useState<string | null>(null);
  const [changesOf, setChangesOf] = useState<string | null>(null);
  const [isPicturing, setPicturing] = useState(false);
  const handle = useRef<MapHandle | null>(null);
  /** How often the map was opened: a place may be shown before. */
  const [openings, setOpenings] = useState(0);

  const isArchived = map.data?.status === 'archived';
  const writable = me.data?.scope === 'read_write' && !isArchived;
  // Imports show rows of files, which a viewer does not see.
  const tabs = (Object.keys(TABS) as Tab[]).filter(
    (each) => each !== 'jobs' || me.data?.may.includes('listJobs'),
  );
  const changed = useCallback(() => {
    setRound((n) => n + 1);
    handle.current?.refresh();
  }, []);
  useEffect(() => {
    handle.current?.pick(picking && pick);
    if (picking) setMarkerId(null);
  }, [picking]);
  useEffect(() => {
    if (!picking && !adding) return;
    const stop = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') endAdding();
    };
    addEventListener('keydown', stop);
    return () => removeEventListener('keydown', stop);
  }, [picking, adding]);
  const endAdding = (): void => {
    setPicking(null);
    setAdding(null);
  };
  const pick = (place: Place): void => {
    setPicking(null);
    if (picking === 'add') setAdding(place);
    else setNear(place);
  };
  const select = (id: number | null): void => {
    endAdding();
    setMarkerId(id);
  };
  useEffect(() => {
    if (markerId !== null) left.current = markerId;
  }, [markerId]);
  const drop = useFileDrop(writable && !file && !mending && !changesOf, setFile);
  const input = useRef<HTMLInputElement>(null);

  const paletteColors = new Map(palette.data?.colors.map((color) => [color.name, color]));
  const categories = legend.data?.categories ?? [];
  const colors = drawnColors(paletteColors, categories);
  const listed = places.found.data;
  const shown = useMemo(
    () =>
      listed && byField(listed.filters)
        ? listed.data.map((marker) => ({
            ...{ id: marker.id, name: marker.name, lat: marker.lat, lng: marker.lng },
            color: colors.get(colorOf(marker, categories))?.fill_color,
          }))
        : null,
    [listed, palette.data, legend.data],
  );

  if (map.error instanceof ApiError && map.error.status === 404)
    return (
      <>
        <TopBar email={me.data?.account_email} onSignOut={onSignOut} />
        <main class="maps">
          <h1 class="sr-only">Not found</h1>
          <Empty icon="pin" title="This map does not exist">
            <p>It was deleted, or is not shared with you.</p>
            <a class="button plain" href="#/">
              All maps
            </a>
          </Empty>
        </main>
      </>
    );

  return (
    <div class="map-screen" {...drop.handlers}>
      <TopBar email={me.data?.account_email} onSignOut={onSignOut}>
        <h1 class="map-title" title={map.data?.name}>
          {map.data?.name ?? ' '}
        </h1>
        {map.data && <span class="muted counts">{plural(map.data.marker_count, 'place')}</span>}
        {isArchived && <span class="tag">Archived: read only</span>}
      </TopBar>
      <main class="map-body">
        <aside class="side" aria-label="Places and imports">
          {writable && (
            <div class="side-actions">
              <Button kind="primary" icon="upload" onClick={() => input.current?.click()}>
                Import file
              </Button>
              <Button
                icon="plus"
                aria-pressed={adding !== null || picking === 'add'}
                onClick={() => {
                  endAdding();
                  if (!adding && picking !== 'add') setPicking('add');
                }}
              >
                Add place
              </Button>
              <Button
                icon="picture"
                aria-label="Picture of this map"
                title="Picture of this map"
                onClick={() => setPicturing(true)}
              />
              <ShareButton mapId={mapId} may={me.data?.may} />
              <input
                ref={input}
                type="file"
                hidden
                accept={FILE_TYPES}
                onChange={(event) => {
                  const chosen = event.currentTarget.files?.[0];
                  event.currentTarget.value = '';
                  if (chosen) setFile(chosen);
                }}
              />
            </div>
          )}
          <Problem error={map.error ?? me.error} onRetry={map.error ? map.reload : me.reload} />
          {adding ? (
            <NewMarker
              mapId={mapId}
              place={adding}
              categories={categories}
              onClose={endAdding}
              onAdded={(id) => {
                changed();
                select(id);
              }}
            />
          ) : markerId !== null ? (
            <MarkerCard
              key={markerId}
              mapId={mapId}
              markerId={markerId}
              writable={writable}
              colors={colors}
              categories={categories}
              handle={handle}
              openings={openings}
              backTo={near ? 'Places nearby' : 'All places'}
              onNear={(marker) => {
                setNear(marker);
                select(null);
              }}
              onClose={() => select(null)}
              onChanged={changed}
            />
          ) : near ? (
            <NearbyPanel
              mapId={mapId}
              near={near}
              round={round}
              categories={categories}
              colors={colors}
              handle={handle}
              onSelect={select}
              onClose={() => setNear(null)}
            />
          ) : (
            <>
              <div class="tabs" role="tablist" aria-label="What is shown">
                {tabs.map((each) => (
                  <button
                    key={each}
                    type="button"
                    role="tab"
                    id={`tab-${each}`}
                    aria-selected={tab === each}
                    aria-controls="tab-panel"
                    tabIndex={tab === each ? 0 : -1}
                    onClick={() => setTab(each)}
                    onKeyDown={(event) => moveTab(event, tabs, tab, setTab)}
                  >
                    {TABS[each]}
                  </button>
                ))}
              </div>
              <div class="tab-panel" role="tabpanel" id="tab-panel" aria-labelledby={`tab-${tab}`}>
                {tab === 'places' && (
                  <PlacesPanel
                    places={places}
                    filters={filters}
                    onFilters={setFilters}
                    fields={fields}
                    categories={categories}
                    colors={colors}
                    writable={writable}
                    left={left}
                    onSelect={select}
                    onImport={() => input.current?.click()}
                    onNear={() => setPicking('near')}
                  />
                )}
                {tab === 'legend' && (
                  <Legend
                    mapId={mapId}
                    legend={legend}
                    colors={paletteColors}
                    writable={writable}
                    onChanged={changed}
                  />
                )}
                {tab === 'jobs' && (
                  <JobsPanel
                    mapId={mapId}
                    writable={writable}
                    round={round}
                    onChanged={changed}
                    onMend={setMending}
                    onChanges={setChangesOf}
                  />
                )}
              </div>
            </>
          )}
        </aside>
        <MapPane
          mapId={mapId}
          handle={handle}
          onOpened={() => setOpenings((n) => n + 1)}
          onMarker={select}
          filters={settled}
          shown={shown}
        />
        {picking && (
          <div class="pick-hint" role="status">
            {picking === 'add' ? 'Click the map where the place is.' : 'Click the map to see what is near.'}
            <Button onClick={() => handle.current && pick(handle.current.middle())}>Middle of the map</Button>
            <Button kind="quiet" icon="close" aria-label="Cancel" onClick={endAdding} />
          </div>
        )}
      </main>
      {drop.isOver && <DropTarget />}
      {file && map.data && (
        <ImportJourney
          map={map.data}
          file={file}
          colors={paletteColors}
          onChanged={changed}
          onClose={() => setFile(null)}
          onMend={(jobId) => {
            setFile(null);
            setMending(jobId);
          }}
          onChanges={(jobId) => {
            setFile(null);
            setChangesOf(jobId);
          }}
        />
      )}
      {isPicturing && map.data && (
        <PictureDialog
          map={map.data}
          onClose={() => {
            setPicturing(false);
            setRound((n) => n + 1);
          }}
        />
      )}
      {changesOf && (
        <ChangesDialog
          jobId={changesOf}
          onSelect={(id) => {
            setChangesOf(null);
            select(id);
          }}
          onClose={() => setChangesOf(null)}
        />
      )}
      {mending && (
        <MendRows
          mapId={mapId}
          jobId={mending}
          onChanged={changed}
          onClose={() => setMending(null)}
          onMore={setMending}
        />
      )}
    </div>
  );
}

function moveTab(event: KeyboardEvent, all: Tab[], tab: Tab, setTab: (tab: Tab) => void): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (step === 0) return;
  const next = all[(all.indexOf(tab) + step + all.length) % all.length]!;
  setTab(next);
  document.getElementById(`tab-${next}`)?.focus();
}

function MapPane(props: {
  mapId: number;
  handle: { current: MapHandle | null };
  filters: Filters;
  /** Places that are shown in place of the tiles. */
  shown: ShownPlace[] | null;
  onOpened: () => void;
  onMarker: (id: number) => void;
}) {
  const { mapId, handle, filters, shown, onMarker } = props;
  const container = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const [isLoading, setLoading] = useState(true);
  const [round, setRound] = useState(0);
  const failures = useRef(0);
  const latest = useRef({ onMarker, filters, shown });
  latest.current = { onMarker, filters, shown };
  useEffect(() => handle.current?.filter(filters), [filters]);
  useEffect(() => handle.current?.show(shown), [shown]);
  useEffect(() => {
    let isGone = false;
    let endWaiting = (): void => {};
    setProblem(null);
    setLoading(true);
    const options = {
      mapId,
      onMarker: (id: number) => latest.current.onMarker(id),
      onProblem: (error: unknown) => !isGone && setProblem(error),
    };
    import('./map-view.js')
      .then(({ openMap }) => openMap(container.current!, options))
      .then((opened) => {
        if (isGone) return opened.remove();
        handle.current = opened;
        failures.current = 0;
        opened.filter(latest.current.filters);
        opened.show(latest.current.shown);
        props.onOpened();
      })
      .catch((error) => {
        if (isGone) return;
        setProblem(error);
        const pauseMs = retryPauseMs(failures.current++, error);
        // A script that could not be loaded is a TypeError.
        const isPassing = error instanceof TypeError || mayRecover(error);
        endWaiting = retryLater(() => setRound((n) => n + 1), isPassing ? pauseMs : undefined);
      })
      .finally(() => !isGone && setLoading(false));
    return () => {
      isGone = true;
      endWaiting();
      handle.current?.remove();
      handle.current = null;
    };
  }, [mapId, round]);
  return (
    <div class="map-pane">
      <div ref={container} class="map-canvas" />
      {isLoading && (
        <div class="map-wait" role="status">
          <span class="spinner" /> Loading the map
        </div>
      )}
      {problem !== null && !isLoading && (
        <div class="map-problem">
          <Problem error={problem} onRetry={() => setRound((n) => n + 1)} />
        </div>
      )}
    </div>
  );
}
