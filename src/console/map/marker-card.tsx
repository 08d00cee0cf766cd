import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Category } from '../../schema/legend.js';
import type { Marker } from '../../schema/marker.js';
import { ADDRESS_MEMBERS, EXTRA_MEMBERS } from '../../schema/marker-terms.js';
import type { Color } from '../../schema/palette.js';
import { call, readTagged } from '../api.js';
import { wordsOf } from '../import/words.js';
import { Button, Confirm, Field, Problem, Rows, useAction, useLoaded } from '../ui.js';
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
  backTo,
  onNear,
  onClose,
  onChanged,
}: Props) {
  const path = `/maps/${mapId}/markers/${markerId}`;
  const { data: read, error, reload } = useLoaded((signal) => readTagged<Marker>(path, signal), [path]);
  const [mode, setMode] = useState<'view' | 'edit' | 'move' | 'delete'>('view');
  const [moved, setMoved] = useState<Place | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const marker = read?.data;
  useEffect(() => {
    if (marker) handle.current?.select(marker);
    return () => handle.current?.select(null);
  }, [marker]);
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
  const [saveMove, isMoving, moveError] = useAction(
    () => call('PATCH', path, { body: { lat: moved!.lat, lng: moved!.lng }, ifMatch: read!.etag }),
    done,
  );
  return (
    <div class="marker-card">
      <Button kind="quiet" icon="back" onClick={onClose}>
        {backTo}
      </Button>
      <Problem error={error} onRetry={reload} />
      {!marker && !error && <Rows count={5} />}
      {marker && mode === 'edit' && (
        <MarkerForm
          marker={marker}
          colors={colors}
          categories={categories}
          save={(body) => call('PATCH', path, { body, ifMatch: read.etag })}
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
            <form
              class="moving"
              onSubmit={(event) => {
                event.preventDefault();
                void saveMove();
              }}
            >
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
            await call('DELETE', path);
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

function MarkerForm(props: {
  marker: Marker;
  colors: Map<string, Color>;
  categories: Category[];
  save: (body: object) => Promise<unknown>;
  onSaved: () => void;
  onClose: () => void;
}) {
  const { marker, colors, categories, save, onSaved, onClose } = props;
  const before = {
    own: { name: marker.name, category: marker.category ?? '', color: marker.color ?? '' } as Texts,
    address: Object.fromEntries(
      ADDRESS_MEMBERS.map((member) => [member, marker.address[member] ?? '']),
    ) as Texts,
    fields: marker.custom_fields as Texts,
  };
  const [own, setOwn] = useState(before.own);
  const [address, setAddress] = useState(before.address);
  const [fields, setFields] = useState(before.fields);
  const [newField, setNewField] = useState('');
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
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
    >
      <h2>Edit place</h2>
      <Field label="Name">
        {(id) => (
          <input
            id={id}
            required
            autofocus
            pattern=".*\S.*"
            value={own.name}
            onInput={(e) => setOwn({ ...own, name: e.currentTarget.value })}
          />
        )}
      </Field>
      <div class="pair">
        <Field label="Category">
          {(id) => (
            <>
              <input
                id={id}
                list={`${id}-list`}
                value={own.category}
                onInput={(e) => setOwn({ ...own, category: e.currentTarget.value })}
              />
              <datalist id={`${id}-list`}>
                {categories.map(({ name }) => (
                  <option key={name} value={name} />
                ))}
              </datalist>
            </>
          )}
        </Field>
        <Field label="Colour">
          {(id) => (
            <select
              id={id}
              value={own.color}
              onChange={(e) => setOwn({ ...own, color: e.currentTarget.value })}
            >
              <option value="">Of its category</option>
              {[...colors.keys()].map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <fieldset>
        <legend>Address</legend>
        <div class="pairs">
          {ADDRESS_MEMBERS.map((member) => (
            <Field key={member} label={wordsOf(member)}>
              {(id) => (
                <input
                  id={id}
                  value={address[member]}
                  onInput={(e) => setAddress({ ...address, [member]: e.currentTarget.value })}
                />
              )}
            </Field>
          ))}
        </div>
        <p class="hint">A changed address places the marker anew.</p>
      </fieldset>
      <fieldset>
        <legend>Fields</legend>
        {Object.entries(fields).map(([name, value]) => (
          <Field key={name} label={name}>
            {(id) => (
              <input
                id={id}
                value={value}
                onInput={(e) => setFields({ ...fields, [name]: e.currentTarget.value })}
              />
            )}
          </Field>
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
      <Problem error={error} />
      <footer class="sticky">
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" busy={busy}>
          Save
        </Button>
      </footer>
    </form>
  );
}
