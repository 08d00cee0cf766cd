import { useState } from 'preact/hooks';
import type { Category } from '../../schema/legend.js';
import { api, dataOf } from '../api.js';
import { Button, NOT_BLANK, Problem, submits, TextField, useAction } from '../ui.js';
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
    const params = { path: { map_id: mapId } };
    onAdded((await dataOf(api.POST('/maps/{map_id}/markers', { params, body }))).id);
  });
  return (
    <form class="marker-card" onSubmit={submits(add)}>
      <h2>New place</h2>
      <p class="muted">
        {place.lat.toFixed(5)}, {place.lng.toFixed(5)}
      </p>
      <TextField label="Name" {...NOT_BLANK} autofocus value={name} onValue={setName} />
      <TextField
        label="Category (optional)"
        offers={categories.map((each) => each.name)}
        value={category}
        onValue={setCategory}
      />
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
