import { useState } from 'preact/hooks';
import type { Category } from '../../schema/legend.js';
import type { Color } from '../../schema/palette.js';
import { Button, Empty, type Loaded, lazily, Problem, Rows } from '../ui.js';
import { drawnColors } from './drawn-colors.js';

const LegendEditor = lazily(async () => (await import('./legend-editor.js')).LegendEditor);

/** A dot in a colour of the palette. */
export const Dot = ({ color }: { color: Color | undefined }) => (
  <svg class="dot" viewBox="0 0 12 12" aria-hidden="true">
    <circle cx="6" cy="6" r="5" fill={color?.fill_color ?? '#868e96'} />
  </svg>
);

export function Legend(props: {
  mapId: number;
  legend: Loaded<{ categories: Category[] }>;
  colors: Map<string, Color>;
  writable: boolean;
  onChanged: () => void;
}) {
  const { mapId, legend, colors, writable, onChanged } = props;
  const { data, error, reload } = legend;
  const drawn = drawnColors(colors, data?.categories ?? []);
  const [isEdited, setEdited] = useState(false);
  if (error && !isEdited) return <Problem error={error} onRetry={reload} />;
  if (!data) return <Rows count={4} />;
  if (isEdited)
    return (
      <LegendEditor
        mapId={mapId}
        categories={data.categories}
        colors={colors}
        onSaved={() => {
          setEdited(false);
          onChanged();
        }}
        onClose={() => setEdited(false)}
      />
    );
  const edit = writable && (
    <Button icon="edit" onClick={() => setEdited(true)}>
      Edit legend
    </Button>
  );
  if (data.categories.length === 0)
    return (
      <Empty icon="pin" title="No categories yet">
        <p>A column that is read as category colours the places, and is listed here.</p>
        {edit}
      </Empty>
    );
  return (
    <div class="legend">
      <ul class="legend">
        {data.categories.map(({ name, color }) => (
          <li key={name}>
            <Dot color={drawn.get(color)} />
            <span>{name}</span>
          </li>
        ))}
      </ul>
      {edit}
    </div>
  );
}
