import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Category } from '../../schema/legend.js';
import type { Marker } from '../../schema/marker.js';
import { ADDRESS_MEMBERS, EXTRA_MEMBERS } from '../../schema/marker-terms.js';
import type { Color } from '../../schema/palette.js';
import { ApiError, api } from '../api.js';
import { wordsOf } from '../import/words.js';
import {
  Button,
  Confirm,
  Empty,
  Field,
  NOT_BLANK,
  Options,
  Problem,
  Rows,
  submits,
  TextField,
  useAction,
  useLoaded,
} from '../ui.js';
import { Dot } from './legend.js';
import type { MapHandle, Place } from './map-view.js';
import { colorOf } from './places-panel.js';

interface Props {
  mapId: number;
  markerId: number;
  writable: boolean;
  colors: Map<string, Color>;
  categories: Category[];
  handle: { current: MapHandle | null };
  /** Of the map of `handle`, which shows the place after each. */
  openings: number;
  /** What `onClose` leads to. */
  backTo: string;
  onNear: (marker: Marker) => void;
  onClose: () => void;
  onChanged: () => void;
}

/** All that a marker has, with edit, move and delete. */
export function MarkerCard({
  mapId,
  markerId,
  writable,
  colors,
  categories,
  handle,
  openings,
  backTo,
  onNear,
  onClose,
  onChanged,
}: Props) {
  const params = { path: { map_id: mapId, marker_id: markerId } };
  /** With its version, for `If-Match`. */
  const readMarker = async (signal?: AbortSignal): Promise<{ marker: Marker; etag: string }> => {
    const { data, response } = await api.GET('/maps/{map_id}/markers/{marker_id}', { params, signal });
    return { marker: data as Marker, etag: response.headers.get('etag') ?? '*' };
  };
  const { data: read, error, reload, set } = useLoaded(readMarker, [mapId, markerId]);
  const [mode, setMode] = useState<'view' | 'edit' | 'move' | 'delete'>('view');
  const [moved, setMoved] = useState<Place | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const marker = read?.marker;
  useEffect(() => {
    if (marker) handle.current?.select(marker);
    return () => handle.current?.select(null);
  }, [marker, openings]);
  useEffect(() => heading.current?.focus(), [marker === undefined]);
  useEffect(() => {
    if (mode !== 'move' || !marker) return;
    setMoved(null);
    handle.current?.drag(marker, setMoved);
    return () => handle.current?.drag(null);
  }, [mode]);
  const done = (): void => {
    setMode('view');
    reload();
    onChanged();
  };
  /** Changes the marker as it was read; one that another person changed is read anew, and not overwritten. */
  const patch = async (body: object): Promise<void> => {
    try {
      await api.PATCH('/maps/{map_id}/markers/{marker_id}', {
        params: { ...params, header: { 'If-Match': read!.etag } },
        body,
      });
    } catch (refusal) {
      const status = refusal instanceof ApiError && refusal.status;
      if (status === 404) throw new Error('This place was deleted meanwhile. What you typed is still here.');
      if (status !== 400) throw refusal;
      const theirs = await readMarker();
      if (theirs.etag === read!.etag) throw refusal;
      set(theirs);
      throw new Error(
        `Somebody else changed this place meanwhile (${changedWords(read!.marker, theirs.marker)}). What you changed is still here: look at both, then save again.`,
      );
    }
  };
  const [saveMove, isMoving, moveError] = useAction(() => patch({ lat: moved!.lat, lng: moved!.lng }), done);
  return (
    <div class="marker-card">
      <Button kind="quiet" icon="back" onClick={onClose}>
        {backTo}
      </Button>
      {error instanceof ApiError && error.status === 404 ? (
        <Empty icon="pin" title="This place does not exist">
          <p>It was deleted, or has expired.</p>
        </Empty>
      ) : (
        <Problem error={error} onRetry={reload} />
      )}
      {!marker && !error && <Rows count={5} />}
      {marker && mode === 'edit' && (
        <MarkerForm
          marker={marker}
          colors={colors}
          categories={categories}
          save={patch}
          onSaved={done}
          onClose={() => setMode('view')}
        />
      )}
      {marker && mode !== 'edit' && (
        <>
          <h2 ref={heading} tabIndex={-1}>
            {marker.name}
          </h2>
          {marker.category !== null && (
            <p class="category">
              <Dot color={colors.get(colorOf(marker, categories))} /> {marker.category}
            </p>
          )}
          {mode === 'move' ? (
            <form class="moving" onSubmit={submits(saveMove)}>
              <p>Drag the orange pin to its new place, or type where it is.</p>
              <div class="pair">
                {(['lat', 'lng'] as const).map((axis) => (
                  <Field key={axis} label={wordsOf(axis)}>
                    {(id) => (
                      <input
                        id={id}
                        type="number"
                        step="any"
                        required
                        min={axis === 'lat' ? -90 : -180}
                        max={axis === 'lat' ? 90 : 180}
                        value={(moved ?? marker)[axis]}
                        onChange={(event) => {
                          const { value, validity } = event.currentTarget;
                          if (!validity.valid) return;
                          const next = { lat: marker.lat, lng: marker.lng, ...moved, [axis]: Number(value) };
                          setMoved(next);
                          handle.current?.drag(next, setMoved);
                        }}
                      />
                    )}
                  </Field>
                ))}
              </div>
              <Problem error={moveError} />
              <footer>
                <Button onClick={() => setMode('view')}>Cancel</Button>
                <Button kind="primary" type="submit" busy={isMoving} disabled={!moved}>
                  Save place
                </Button>
              </footer>
            </form>
          ) : (
            <div class="card-actions">
              {writable && (
                <>
                  <Button icon="edit" onClick={() => setMode('edit')}>
                    Edit
                  </Button>
                  <Button icon="move" onClick={() => setMode('move')}>
                    Move
                  </Button>
                  <Button icon="trash" onClick={() => setMode('delete')}>
                    Delete
                  </Button>
                </>
              )}
              <Button icon="near" onClick={() => onNear(marker)}>
                Nearby
              </Button>
            </div>
          )}
          <Members marker={marker} />
        </>
      )}
      {marker && mode === 'delete' && (
        <Confirm
          title={`Delete “${marker.name}”?`}
          text="The place is gone from this map for good."
          action="Delete place"
          onConfirm={async () => {
            await api.DELETE('/maps/{map_id}/markers/{marker_id}', { params });
            onChanged();
            onClose();
          }}
          onClose={() => setMode('view')}
        />
      )}
    </div>
  );
}

const Row = ({ name, children }: { name: string; children: ComponentChildren }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/** Links of the web open in a tab of their own; all else is text. */
const Value = ({ text }: { text: string }) =>
  /^https?:\/\/\S+$/.test(text) ? (
    <a href={text} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  ) : (
    <span>{text}</span>
  );

function Members({ marker }: { marker: Marker }) {
  const { address, custom_fields, lat, lng, type, radius } = marker;
  const extras = EXTRA_MEMBERS.filter((member) => marker[member] !== undefined);
  return (
    <dl class="members">
      {ADDRESS_MEMBERS.filter((member) => address[member]).map((member) => (
        <Row key={member} name={wordsOf(member)}>
          {address[member]}
        </Row>
      ))}
      <Row name="Coordinates">
        {lat.toFixed(5)}, {lng.toFixed(5)}
      </Row>
      {type !== 'pin' && <Row name="Shown as">{type.replaceAll('_', ' ')}</Row>}
      {radius !== null && <Row name="Radius">{radius} miles</Row>}
      {extras.map((member) => (
        <Row key={member} name={wordsOf(member)}>
          <Value text={marker[member]!} />
        </Row>
      ))}
      {Object.entries(custom_fields).map(([name, value]) => (
        <Row key={`field ${name}`} name={name}>
          <Value text={value} />
        </Row>
      ))}
      <Row name="Changed">{new Date(marker.updated_at).toLocaleString()}</Row>
    </dl>
  );
}

type Texts = Record<string, string>;
/** Members whose text has changed; null removes what is now empty. */
function changesOf(before: Texts, after: Texts): Record<string, string | null> {
  const changed = Object.entries(after).filter(([name, value]) => value !== (before[name] ?? ''));
  return Object.fromEntries(changed.map(([name, value]) => [name, value.trim() === '' ? null : value]));
}

/** The editable members of a marker as texts. */
const textsOf = ({ name, category, color, address, custom_fields }: Marker) => ({
  own: { name, category: category ?? '', color: color ?? '' } as Texts,
  address: Object.fromEntries(ADDRESS_MEMBERS.map((member) => [member, address[member] ?? ''])) as Texts,
  fields: custom_fields as Texts,
});

/** "Category is now “Open”, Fax is now empty" */
function changedWords(before: Marker, now: Marker): string {
  const [old, recent] = [textsOf(before), textsOf(now)];
  const texts = (['own', 'address', 'fields'] as const).flatMap((part) =>
    [...new Set([...Object.keys(old[part]), ...Object.keys(recent[part])])]
      .filter((name) => (old[part][name] ?? '') !== (recent[part][name] ?? ''))
      .map((name) => [part === 'fields' ? name : wordsOf(name), recent[part][name] ?? ''] as const),
  );
  const words = texts.map(([name, text]) => `${name} is now ${text === '' ? 'empty' : `“${text}”`}`);
  if (before.lat !== now.lat || before.lng !== now.lng) words.push('it was moved');
  return words.join(', ') || 'nothing that is shown here';
}

/** Texts as they are now, with what was changed of those before. */
const mergeTexts = (mine: Texts, before: Texts, now: Texts): Texts => ({
  ...now,
  ...Object.fromEntries(Object.entries(mine).filter(([name, value]) => value !== (before[name] ?? ''))),
});

function MarkerForm(props: {
  marker: Marker;
  colors: Map<string, Color>;
  categories: Category[];
  save: (body: object) => Promise<unknown>;
  onSaved: () => void;
  onClose: () => void;
}) {
  const { marker, colors, categories, save, onSaved, onClose } = props;
  const [before, setBefore] = useState(() => textsOf(marker));
  const [own, setOwn] = useState(before.own);
  const [address, setAddress] = useState(before.address);
  const [fields, setFields] = useState(before.fields);
  const [newField, setNewField] = useState('');
  useEffect(() => {
    const now = textsOf(marker);
    setOwn((mine) => mergeTexts(mine, before.own, now.own));
    setAddress((mine) => mergeTexts(mine, before.address, now.address));
    setFields((mine) => mergeTexts(mine, before.fields, now.fields));
    setBefore(now);
  }, [marker]);
  const [run, busy, error] = useAction(async () => {
    const changed = {
      address: changesOf(before.address, address),
      custom_fields: changesOf(before.fields, fields),
    };
    const body: Record<string, unknown> = changesOf(before.own, own);
    // The old coordinates stay unless the address changes, which places the marker anew.
    for (const [name, value] of Object.entries(changed))
      if (Object.keys(value).length > 0) body[name] = value;
    if (Object.keys(body).length > 0) await save(body);
  }, onSaved);
  const addField = (): void => {
    const name = newField.trim();
    if (name !== '' && fields[name] === undefined) setFields({ ...fields, [name]: '' });
    setNewField('');
  };
  return (
    <form onSubmit={submits(run)}>
      <h2>Edit place</h2>
      <TextField
        label="Name"
        {...NOT_BLANK}
        autofocus
        value={own.name!}
        onValue={(name) => setOwn({ ...own, name })}
      />
      <div class="pair">
        <TextField
          label="Category"
          offers={categories.map(({ name }) => name)}
          value={own.category!}
          onValue={(category) => setOwn({ ...own, category })}
        />
        <Field label="Colour">
          {(id) => (
            <select
              id={id}
              value={own.color}
              onChange={(e) => setOwn({ ...own, color: e.currentTarget.value })}
            >
              <option value="">Of its category</option>
              <Options names={[...colors.keys()]} />
            </select>
          )}
        </Field>
      </div>
      <fieldset>
        <legend>Address</legend>
        <div class="pairs">
          {ADDRESS_MEMBERS.map((member) => (
            <TextField
              key={member}
              label={wordsOf(member)}
              value={address[member]!}
              onValue={(value) => setAddress({ ...address, [member]: value })}
            />
          ))}
        </div>
        <p class="hint">A changed address places the marker anew.</p>
      </fieldset>
      <fieldset>
        <legend>Fields</legend>
        {Object.entries(fields).map(([name, value]) => (
          <TextField
            key={name}
            label={name}
            value={value}
            onValue={(next) => setFields({ ...fields, [name]: next })}
          />
        ))}
        <div class="add-field">
          <input
            aria-label="Name of a new field"
            placeholder="New field"
            value={newField}
            onInput={(e) => setNewField(e.currentTarget.value)}
          />
          <Button icon="plus" onClick={addField}>
            Add field
          </Button>
        </div>
      </fieldset>
      <div class="sticky">
        <Problem error={error} />
        <footer>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" busy={busy}>
            Save
          </Button>
        </footer>
      </div>
    </form>
  );
}
