import { useState } from 'preact/hooks';
import type { Category } from '../../schema/legend.js';
import type { Marker } from '../../schema/marker.js';
import type { Color } from '../../schema/palette.js';
import { call } from '../api.js';
import type { Page } from '../maps.js';
import { Button, Empty, Icon, Problem, Rows, useAction, useLoaded } from '../ui.js';
import { Dot } from './legend.js';
import type { Filters } from './map-view.js';

const PAGE_SIZE = 50;

/** The colour of a marker is its own, else that of its category. */
export const colorOf = (
  marker: { color: string | null; category: string | null },
  categories: Category[],
): string => marker.color ?? categories.find(({ name }) => name === marker.category)?.color ?? '';

export const whereIs = ({ address, lat, lng }: Marker): string =>
  [address.street, address.city, address.state, address.country].filter(Boolean).join(', ') ||
  `${lat.toFixed(4)}, ${lng.toFixed(4)}`;

export function PlacesPanel(props: {
  mapId: number;
  round: number;
  filters: Filters;
  /** The filters, once typing has stopped. */
  settled: Filters;
  onFilters: (filters: Filters) => void;
  categories: Category[];
  colors: Map<string, Color>;
  writable: boolean;
  onSelect: (id: number) => void;
  onImport: () => void;
}) {
  const { mapId, round, filters, settled, onFilters, categories, colors, writable, onSelect, onImport } =
    props;
  const { q, category } = settled;
  const ask = (signal?: AbortSignal, token?: string | null): Promise<Page<Marker>> =>
    call('GET', `/maps/${mapId}/markers/search`, {
      query: { q: q.trim(), category, page_size: PAGE_SIZE, page_token: token ?? undefined },
      ...(signal ? { signal } : {}),
    });
  const found = useLoaded(ask, [mapId, q, category, round]);
  const [, redraw] = useState(0);
  const [more, isLoadingMore, moreError] = useAction(async () => {
    const next = await ask(undefined, found.data!.page_info.next_page_token);
    found.data!.data.push(...next.data);
    found.data!.page_info = next.page_info;
    redraw((n) => n + 1);
  });
  const isFiltered = q.trim() !== '' || category !== '';
  return (
    <div class="places">
      <div class="places-tools">
        <label class="search">
          <Icon name="search" />
          <span class="sr-only">Search places</span>
          <input
            type="search"
            maxLength={200}
            placeholder="Search names, addresses, fields"
            value={filters.q}
            onInput={(event) => onFilters({ ...filters, q: event.currentTarget.value })}
          />
        </label>
        {categories.length > 0 && (
          <select
            aria-label="Category"
            value={filters.category}
            onChange={(event) => onFilters({ ...filters, category: event.currentTarget.value })}
          >
            <option value="">All categories</option>
            {categories.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        )}
      </div>
      <Problem error={found.error ?? moreError} onRetry={found.reload} />
      {!found.data && !found.error && <Rows count={6} />}
      {found.data?.data.length === 0 &&
        (isFiltered ? (
          <Empty icon="search" title="No place matches">
            <Button onClick={() => onFilters({ q: '', category: '' })}>Clear search</Button>
          </Empty>
        ) : (
          <Empty icon="file" title="Nothing on this map yet">
            <p>Drop a spreadsheet anywhere on this page: CSV, Excel, LibreOffice or GeoJSON.</p>
            {writable && (
              <Button icon="upload" onClick={onImport}>
                Choose a file
              </Button>
            )}
          </Empty>
        ))}
      <ul class="place-list">
        {found.data?.data.map((marker) => (
          <li key={marker.id}>
            <button type="button" onClick={() => onSelect(marker.id)}>
              <Dot color={colors.get(colorOf(marker, categories))} />
              <span>
                <strong>{marker.name}</strong>
                <span class="muted">{whereIs(marker)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found.data?.page_info.next_page_token && (
        <Button busy={isLoadingMore} onClick={() => more()}>
          Show more
        </Button>
      )}
    </div>
  );
}
