import type { Category } from '../../schema/legend.js';
import type { Color } from '../../schema/palette.js';
import { Empty, type Loaded, Problem, Rows } from '../ui.js';

/** A dot in a colour of the palette. */
export const Dot = ({ color }: { color: Color | undefined }) => (
  <svg class="dot" viewBox="0 0 12 12" aria-hidden="true">
    <circle cx="6" cy="6" r="5" fill={color?.fill_color ?? '#868e96'} />
  </svg>
);

export function Legend({
  legend,
  colors,
}: {
  legend: Loaded<{ categories: Category[] }>;
  colors: Map<string, Color>;
}) {
  const { data, error, reload } = legend;
  if (error) return <Problem error={error} onRetry={reload} />;
  if (!data) return <Rows count={4} />;
  if (data.categories.length === 0)
    return (
      <Empty icon="pin" title="No categories yet">
        <p>A column that is read as category colours the places, and is listed here.</p>
      </Empty>
    );
  return (
    <ul class="legend">
      {data.categories.map(({ name, color }) => (
        <li key={name}>
          <Dot color={colors.get(color)} />
          <span>{name}</span>
        </li>
      ))}
    </ul>
  );
}
