import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { MapResource } from '../schema/map.js';
import { ApiError, api, dataOf, hasSession } from './api.js';
import { DropTarget, useFileDrop } from './drop.js';
import type { SharingDialog as Sharing } from './sharing.js';
import { Logo } from './sign-in.js';
import {
  ago,
  Button,
  Confirm,
  count,
  Dialog,
  Empty,
  Field,
  Icon,
  lazily,
  Menu,
  NOT_BLANK,
  Problem,
  plural,
  Rows,
  submits,
  TextField,
  useAction,
  useLoaded,
  useSettled,
  useTitle,
} from './ui.js';

export interface Page<T> {
  data: T[];
  page_info: { total_count: number | null; next_page_token: string | null };
}
interface Me {
  account_email: string;
  scope: 'read_only' | 'read_write';
  plan: string;
  /** Operations on the map, by their ids. */
  may: readonly string[];
}

/** Who is signed in. @param mapId the rights are those on this map, where there is one */
export const useMe = (mapId: number | null = null) =>
  useLoaded<Me>(
    async (signal) => {
      const me = hasSession()
        ? { ...(await dataOf(api.GET('/session', { signal }))), scope: 'read_write' as const }
        : await dataOf(api.GET('/me', { signal }));
      if (mapId === null) return { ...me, may: [] };
      const params = { path: { map_id: mapId } };
      const may = await dataOf(api.GET('/maps/{map_id}/access', { params, signal })).then(
        ({ operations }): readonly string[] => operations,
        (error): readonly string[] => {
          // The map itself says so.
          if (error instanceof ApiError && error.status === 404) return [];
          throw error;
        },
      );
      return { ...me, may, scope: may.includes('createMarker') ? 'read_write' : 'read_only' };
    },
    [mapId],
  );

const SharingDialog = lazily<Parameters<typeof Sharing>[0]>(
  async () => (await import('./sharing.js')).SharingDialog,
  'dialog',
);

/** For whoever may see with whom a map is shared. */
export function ShareButton({ mapId, may = [] }: { mapId: number; may?: readonly string[] | undefined }) {
  const [open, setOpen] = useState(false);
  if (!may.includes('listShares')) return null;
  return (
    <>
      <Button icon="share" aria-label="Share" title="Share" onClick={() => setOpen(true)} />
      {open && (
        <SharingDialog mapId={mapId} mayChange={may.includes('createShare')} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

export const TopBar = ({
  children,
  email,
  onSignOut,
}: {
  children?: ComponentChildren;
  email?: string;
  onSignOut: () => void;
}) => (
  <header class="top-bar">
    <a class="home" href="#/" aria-label="cartload: all maps">
      <Logo />
      <span>cartload</span>
    </a>
    <div class="top-middle">{children}</div>
    <a class="docs" href="docs">
      Docs
    </a>
    <span class="account" title={email}>
      {email}
    </span>
    <Button kind="quiet" onClick={onSignOut}>
      Sign out
    </Button>
  </header>
);

type SharedMap = MapResource & { access_level: string };
const NONE: Page<SharedMap> = { data: [], page_info: { total_count: 0, next_page_token: null } };

/** A small picture of the map, drawn when it comes on the screen; a pin until then, and where there is none. */
function MapPicture({ map: { id, marker_count, updated_at } }: { map: MapResource }) {
  const frame = useRef<HTMLSpanElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => {
    if (marker_count === 0) return;
    const controller = new AbortController();
    const observer = new IntersectionObserver(async ([seen]) => {
      if (!seen!.isIntersecting) return;
      observer.disconnect();
      const { drawMap } = await import('./map-picture.js');
      const drawn = drawMap(canvas.current!, id, controller.signal);
      // Where a tile cannot be read the pin stays.
      setDrawn(await drawn.catch(() => false));
    });
    observer.observe(frame.current!);
    return () => {
      observer.disconnect();
      controller.abort();
    };
  }, [id, marker_count, updated_at]);
  return (
    <span ref={frame} class="map-picture" aria-hidden="true">
      {!isDrawn && <Icon name="pin" />}
      <canvas ref={canvas} width={176} height={112} hidden={!isDrawn} />
    </span>
  );
}

const MapLink = ({ map, words }: { map: MapResource; words: string }) => (
  <a href={`#/maps/${map.id}`}>
    <MapPicture map={map} />
    <span class="map-words">
      <span class="map-name" title={map.name}>
        {map.name}
      </span>
      <span class="muted">{words}</span>
    </span>
    <span class="map-count">
      <strong>{count(map.marker_count)}</strong> {map.marker_count === 1 ? 'place' : 'places'}
    </span>
  </a>
);

type Status = 'active' | 'archived';
type Asked =
  | { what: 'rename' | 'clone' | 'delete'; map: MapResource }
  | { what: 'create'; file?: File }
  | null;

/** A file for the map that is opened next. */
let carried: File | null = null;
export function takeCarried(): File | null {
  const file = carried;
  carried = null;
  return file;
}

const paramsOf = ({ id }: { id: number }) => ({ path: { map_id: id } });

const readMaps = (
  { q, ...query }: { q: string; status: Status; page_token?: string | undefined },
  signal?: AbortSignal,
) => dataOf(api.GET('/maps', { params: { query: { ...query, q: q || undefined } }, signal }));

export function MapsScreen({ onSignOut }: { onSignOut: () => void }) {
  useTitle('Maps');
  const [text, setText] = useState('');
  const [status, setStatus] = useState<Status>('active');
  const [asked, setAsked] = useState<Asked>(null);
  const q = useSettled(text.trim(), 200);
  const me = useMe();
  const maps = useLoaded<Page<MapResource> & { status: Status; q: string }>(
    async (signal) => ({ ...(await readMaps({ q, status }, signal)), status, q }),
    [q, status],
  );
  const shared = useLoaded<Page<SharedMap>>(
    async (signal) =>
      hasSession()
        ? dataOf(
            api.GET('/shared-maps', { params: { query: { q: q || undefined, page_size: 1000 } }, signal }),
          )
        : NONE,
    [q],
  );
  // People who were invited have maps of others alone.
  const isGuest = me.data !== undefined && me.data.plan !== 'enterprise';
  const [more, isLoadingMore, moreError] = useAction(async () => {
    const token = maps.data?.page_info.next_page_token;
    const next = await readMaps({ q, status, page_token: token ?? undefined });
    maps.set({ ...maps.data!, ...next, data: [...maps.data!.data, ...next.data] });
  });
  const [changeLife, , lifeError] = useAction(async (map: MapResource) => {
    const params = paramsOf(map);
    if (map.status === 'active') await api.POST('/maps/{map_id}/archive', { params });
    else await api.POST('/maps/{map_id}/restore', { params });
    maps.reload();
  });
  const writable = me.data?.scope !== 'read_only' && !isGuest;
  const shown = maps.data?.status === status ? maps.data : undefined;
  const done = (): void => {
    setAsked(null);
    maps.reload();
  };
  const drop = useFileDrop(writable && asked === null, (file) => setAsked({ what: 'create', file }));
  return (
    <div class="maps-screen" {...drop.handlers}>
      <TopBar email={me.data?.account_email} onSignOut={onSignOut} />
      <main class="maps">
        <div class="maps-head">
          <h1>Maps</h1>
          {writable && (
            <Button kind="primary" icon="plus" onClick={() => setAsked({ what: 'create' })}>
              New map
            </Button>
          )}
        </div>
        <div class="maps-tools">
          <label class="search">
            <Icon name="search" />
            <span class="sr-only">Search maps by name</span>
            <input
              type="search"
              placeholder="Search maps"
              value={text}
              onInput={(e) => setText(e.currentTarget.value)}
            />
          </label>
          {!isGuest && (
            <fieldset class="segments">
              <legend class="sr-only">Which maps</legend>
              {(['active', 'archived'] as const).map((each) => (
                <label key={each}>
                  <input
                    type="radio"
                    name="status"
                    checked={status === each}
                    onChange={() => setStatus(each)}
                  />
                  <span>{each === 'active' ? 'Active' : 'Archived'}</span>
                </label>
              ))}
            </fieldset>
          )}
        </div>
        <Problem error={isGuest ? null : maps.error} onRetry={maps.reload} />
        <Problem error={lifeError ?? moreError ?? me.error ?? shared.error} />
        {!shown && !maps.error && <Rows count={5} />}
        {shown && shown.data.length === 0 && !maps.error && (
          <NoMaps
            q={shown.q}
            status={status}
            writable={writable}
            onCreate={() => setAsked({ what: 'create' })}
          />
        )}
        {shown && shown.data.length > 0 && (
          <ul class="map-list">
            {shown.data.map((map) => (
              <li key={map.id}>
                <MapLink map={map} words={map.description || `Changed ${ago(map.updated_at)}`} />
                {writable && (
                  <Menu
                    label={`Actions for ${map.name}`}
                    items={[
                      { icon: 'edit', text: 'Rename', run: () => setAsked({ what: 'rename', map }) },
                      { icon: 'clone', text: 'Clone', run: () => setAsked({ what: 'clone', map }) },
                      map.status === 'active'
                        ? { icon: 'archive', text: 'Archive', run: () => void changeLife(map) }
                        : { icon: 'restore', text: 'Restore', run: () => void changeLife(map) },
                      {
                        icon: 'trash',
                        text: 'Delete',
                        danger: true,
                        run: () => setAsked({ what: 'delete', map }),
                      },
                    ]}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
        {shown?.page_info.next_page_token && (
          <Button busy={isLoadingMore} onClick={() => more()}>
            Show more
          </Button>
        )}
        {isGuest && shared.data?.data.length === 0 && (
          <Empty icon="share" title={q === '' ? 'No map is shared with you' : `No map is called “${q}”`}>
            <p>A map appears here once its owner shares it with {me.data?.account_email}.</p>
          </Empty>
        )}
        {shared.data && shared.data.data.length > 0 && (
          <section class="shared-maps">
            <h2>Shared with me</h2>
            <ul class="map-list">
              {shared.data.data.map((map) => (
                <li key={map.id}>
                  <MapLink map={map} words={`${map.access_level} · of ${map.owner_email}`} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </main>
      {asked?.what === 'create' && (
        <NameDialog
          title="New map"
          action={asked.file ? 'Create map and import' : 'Create map'}
          name={asked.file?.name.replace(/\.[^.]*$/, '') ?? ''}
          onClose={() => setAsked(null)}
          save={async (name, description) => {
            const map = await dataOf(api.POST('/maps', { body: { name, description } }));
            carried = asked.file ?? null;
            location.hash = `/maps/${map.id}`;
          }}
        />
      )}
      {asked?.what === 'rename' && (
        <NameDialog
          title="Rename map"
          action="Save"
          map={asked.map}
          onClose={() => setAsked(null)}
          save={async (name, description) => {
            await api.PATCH('/maps/{map_id}', { params: paramsOf(asked.map), body: { name, description } });
            done();
          }}
        />
      )}
      {asked?.what === 'clone' && (
        <NameDialog
          title="Clone map"
          action="Clone"
          map={{ ...asked.map, name: `${asked.map.name} (copy)`.slice(0, 1000) }}
          withoutDescription
          onClose={() => setAsked(null)}
          save={async (name) => {
            await api.POST('/maps/{map_id}/clone', { params: paramsOf(asked.map), body: { name } });
            done();
          }}
        />
      )}
      {asked?.what === 'delete' && (
        <Confirm
          title={`Delete “${asked.map.name}”?`}
          text={`The map and its ${plural(asked.map.marker_count, 'place')} are gone for good, for everyone with whom it is shared. To put it aside instead, archive it.`}
          action="Delete map"
          onConfirm={() => api.DELETE('/maps/{map_id}', { params: paramsOf(asked.map) })}
          onClose={done}
        />
      )}
      {drop.isOver && <DropTarget />}
    </div>
  );
}

function NoMaps(props: { q: string; status: Status; writable: boolean; onCreate: () => void }) {
  const { q, status, writable, onCreate } = props;
  if (q !== '')
    return (
      <Empty icon="search" title={`No ${status} map is called “${q}”`}>
        <p>Try another part of the name.</p>
      </Empty>
    );
  if (status === 'archived')
    return (
      <Empty icon="archive" title="Nothing is archived">
        <p>Archived maps keep their places and can be restored at any time.</p>
      </Empty>
    );
  return (
    <Empty icon="pin" title="Your first map">
      <p>Drop a spreadsheet here, or create an empty map: CSV, Excel, LibreOffice or GeoJSON.</p>
      {writable && (
        <Button kind="primary" icon="plus" onClick={onCreate}>
          New map
        </Button>
      )}
    </Empty>
  );
}

function NameDialog(props: {
  title: string;
  action: string;
  map?: MapResource;
  name?: string;
  withoutDescription?: boolean;
  save: (name: string, description: string) => Promise<unknown>;
  onClose: () => void;
}) {
  const { title, action, map, withoutDescription, save, onClose } = props;
  const [name, setName] = useState(map?.name ?? props.name ?? '');
  const [description, setDescription] = useState(map?.description ?? '');
  const [run, busy, error] = useAction(() => save(name, description));
  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submits(run)}>
        <TextField label="Name" {...NOT_BLANK} maxLength={1000} value={name} onValue={setName} />
        {!withoutDescription && (
          <Field label="Description (optional)">
            {(id) => (
              <textarea
                id={id}
                rows={3}
                value={description}
                onInput={(e) => setDescription(e.currentTarget.value)}
              />
            )}
          </Field>
        )}
        <Problem error={error} />
        <footer>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" busy={busy}>
            {action}
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
