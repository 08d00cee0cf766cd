import { useState } from 'preact/hooks';
import type { Category } from '../../schema/legend.js';
import type { Marker } from '../../schema/marker.js';
import { call } from '../api.js';
import { Button, Field, Problem, useAction } from '../ui.js';
import type { Place } from './map-view.js';

export function NewMarker(props: {
  mapId: number;
  place: Place;
  categories: Category[];
  onAdded: (id: number) => void;
  onClose: () => void;
}) {
  const { mapId, place, categories, onAdded, onClose } = props;
  const [name, setName] = useState('');
  const [category, setCategory] = useState('');
  const [add, busy, error] = useAction(async () => {
    const body = { name, ...place, ...(category.trim() === '' ? {} : { category }) };
    onAdded((await call<Marker>('POST', `/maps/${mapId}/markers`, { body })).id);
  });
  return (
    <form
      class="marker-card"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
    >
      <h2>New place</h2>
      <p class="muted">
        {place.lat.toFixed(5)}, {place.lng.toFixed(5)}
      </p>
      <Field label="Name">
        {(id) => (
          <input
            id={id}
            required
            pattern=".*\S.*"
            autofocus
            value={name}
            onInput={(e) => setName(e.currentTarget.value)}
          />
        )}
      </Field>
      <Field label="Category (optional)">
        {(id) => (
          <>
            <input
              id={id}
              list={`${id}-list`}
              value={category}
              onInput={(e) => setCategory(e.currentTarget.value)}
            />
            <datalist id={`${id}-list`}>
              {categories.map((each) => (
                <option key={each.name} value={each.name} />
              ))}
            </datalist>
          </>
        )}
      </Field>
      <Problem error={error} />
      <footer>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" type="submit" busy={busy}>
          Add place
        </Button>
      </footer>
    </form>
  );
}
