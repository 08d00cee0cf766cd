// Loaded once somebody edits a legend.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Category } from '../../schema/legend.js';
import type { Color } from '../../schema/palette.js';
import { api } from '../api.js';
import { Button, Options, Problem, useAction } from '../ui.js';
import { drawnColors } from './drawn-colors.js';
import { Dot } from './legend.js';
import { type Entry, entriesOf, moveEntry, whyNot, writtenOf } from './legend-entries.js';

/** Names, colours and order of the categories; nothing is written until it is saved. */
export function LegendEditor(props: {
  mapId: number;
  categories: Category[];
  colors: Map<string, Color>;
  onSaved: () => void;
  onClose: () => void;
}) {
  const { mapId, categories, colors, onSaved, onClose } = props;
  const [entries, setEntries] = useState<Entry[]>(() => entriesOf(categories));
  const [dragged, setDragged] = useState<number | null>(null);
  const [told, setTold] = useState('');
  const list = useRef<HTMLUListElement>(null);
  /** The control that holds the focus after the next drawing: moved rows would lose it. */
  const focused = useRef<string | null>(null);
  useLayoutEffect(() => {
    // At once: what is typed meanwhile would be lost.
    if (focused.current) list.current?.querySelector<HTMLElement>(focused.current)?.focus();
    focused.current = null;
  }, [entries]);
  const why = whyNot(entries);
  const drawn = drawnColors(colors, entries);
  const [save, busy, error] = useAction(
    () =>
      api.PUT('/maps/{map_id}/categories', {
        params: { path: { map_id: mapId } },
        body: { categories: writtenOf(entries) },
      }),
    onSaved,
  );
  const change = (key: number, changes: Partial<Entry>): void =>
    setEntries(entries.map((entry) => (entry.key === key ? { ...entry, ...changes } : entry)));
  const move = (from: number, to: number): void => {
    const next = moveEntry(entries, from, to);
    if (next === entries) return;
    setEntries(next);
    setTold(`${entries[from]!.name || 'The category'} is number ${to + 1} of ${entries.length} now.`);
  };
  const add = (): void => {
    const key = Math.max(0, ...entries.map((entry) => entry.key)) + 1;
    focused.current = `[data-key="${key}"] input`;
    setEntries([...entries, { key, name: '', color: '' }]);
  };
  return (
    <form
      class="legend-editor"
      onSubmit={(event) => {
        event.preventDefault();
        if (!why) void save();
      }}
    >
      <p class="hint">
        Drag a row, or press Alt with the arrows up and down in it, to change the order. Places keep the
        category that they have: a name that you change here is another category.
      </p>
      <ul ref={list}>
        {entries.map((entry, at) => (
          <li
            key={entry.key}
            data-key={entry.key}
            class={dragged === at ? 'dragged' : undefined}
            onDragOver={(event) => {
              if (dragged === null) return;
              event.preventDefault();
              if (dragged !== at) {
                move(dragged, at);
                setDragged(at);
              }
            }}
            onDrop={(event) => dragged !== null && event.preventDefault()}
            onKeyDown={(event) => {
              const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0;
              if (!event.altKey || step === 0) return;
              event.preventDefault();
              const part = (event.target as HTMLElement).tagName.toLowerCase();
              focused.current = `[data-key="${entry.key}"] ${part}`;
              move(at, at + step);
            }}
          >
            <span
              class="grip"
              draggable
              aria-hidden="true"
              onDragStart={(event) => {
                event.dataTransfer?.setData('text/plain', entry.name);
                setDragged(at);
              }}
              onDragEnd={() => setDragged(null)}
            >
              ⠿
            </span>
            <Dot color={drawn.get(entry.color)} />
            <input
              aria-label={`Name of category ${at + 1}`}
              value={entry.name}
              onInput={(event) => change(entry.key, { name: event.currentTarget.value })}
            />
            <select
              aria-label={`Colour of ${entry.name || `category ${at + 1}`}`}
              value={entry.color}
              onChange={(event) => change(entry.key, { color: event.currentTarget.value })}
            >
              {entry.color === '' && <option value="">Free one</option>}
              <Options names={[...colors.keys()]} />
            </select>
            <Button
              kind="quiet"
              icon="trash"
              aria-label={`Remove ${entry.name || `category ${at + 1}`} from the legend`}
              onClick={() => setEntries(entries.filter(({ key }) => key !== entry.key))}
            />
          </li>
        ))}
      </ul>
      <p class="sr-only" role="status">
        {told}
      </p>
      <Button icon="plus" onClick={add}>
        Add category
      </Button>
      <div class="sticky">
        {why && <p class="hint">{why}</p>}
        <Problem error={error} />
        <footer>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" busy={busy} disabled={why !== null}>
            Save legend
          </Button>
        </footer>
      </div>
    </form>
  );
}
