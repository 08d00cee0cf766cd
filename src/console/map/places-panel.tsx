import { useLayoutEffect, useRef } from 'preact/hooks';
import type { FieldDefinition } from '../../schema/field.js';
import type { Category } from '../../schema/legend.js';
import type { Address, Marker } from '../../schema/marker.js';
import type { Color } from '../../schema/palette.js';
import { api, dataOf } from '../api.js';
import type { Page } from '../maps.js';
import {
  Button,
  count,
  Empty,
  Icon,
  type Loaded,
  Offers,
  Options,
  Problem,
  plural,
  Rows,
  useAction,
  useLoaded,
} from '../ui.js';
import { byField, type Filters, isFiltered, NO_FILTERS, searchQuery } from './filters.js';
import { Dot } from './legend.js';
import type { Place } from './map-view.js';

const PAGE_SIZE = 50;
/** Where the map shows the places of the list. */
const SHOWN_PAGE_SIZE = 500;
/** Values of a field that are offered, of those that the list has. */
const MOST_VALUES = 50;

/** The colour of a marker is its own, else that of its category. */
export const colorOf = (
  marker: { color: string | null; category: string | null },
  categories: Category[],
): string => marker.color ?? categories.find(({ name }) => name === marker.category)?.color ?? '';

export const placeWords = ({ lat, lng }: Place): string => `${lat.toFixed(4)}, ${lng.toFixed(4)}`;

export const whereIs = ({ address, ...place }: Place & { address: Address }): string =>
  [address.street, address.city, address.state, address.country].filter(Boolean).join(', ') ||
  placeWords(place);

/** A page of places, with the filters that they match. */
export interface Places extends Page<Marker> {
  filters: Filters;
}

/** The places that match, page by page. @param round counts changes of the map */
export function usePlaces(mapId: number, filters: Filters, round: number) {
  const ask = async (signal?: AbortSignal, token?: string | null): Promise<Places> => {
    const page_size = byField(filters) ? SHOWN_PAGE_SIZE : PAGE_SIZE;
    const query = { ...searchQuery(filters), page_size, page_token: token ?? undefined };
    const page = await dataOf(
      api.GET('/maps/{map_id}/markers/search', { params: { path: { map_id: mapId }, query }, signal }),
    );
    return { ...page, filters };
  };
  const found = useLoaded(ask, [mapId, JSON.stringify(searchQuery(filters)), round]);
  const [more, isLoadingMore, moreError] = useAction(async () => {
    const { data, page_info } = found.data!;
    const next = await ask(undefined, page_info.next_page_token);
    found.set({ ...next, data: [...data, ...next.data] });
  });
  return { found, more, isLoadingMore, moreError };
}

export function PlacesPanel(props: {
  places: ReturnType<typeof usePlaces>;
  filters: Filters;
  onFilters: (filters: Filters) => void;
  fields: Loaded<{ fields: FieldDefinition[] }>;
  categories: Category[];
  colors: Map<string, Color>;
  writable: boolean;
  /** Place whose card was closed: the focus returns to it. */
  left: { current: number | null };
  onSelect: (id: number) => void;
  onImport: () => void;
  /** Asks for a point of the map, near which places are listed. */
  onNear: () => void;
}) {
  const { onNear, places, filters, onFilters, fields, categories, colors, writable, onSelect, onImport } =
    props;
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => {
    const { left } = props;
    if (left.current !== null)
      (
        list.current?.querySelector<HTMLElement>(`[data-id="${left.current}"]`) ??
        document.getElementById('tab-places')
      )?.focus();
    left.current = null;
  }, []);
  const { found, more, isLoadingMore, moreError } = places;
  const names = fields.data?.fields.map(({ name }) => name) ?? [];
  const shown = found.data;
  const hasMore = shown?.page_info.next_page_token != null;
  return (
    <div class="places">
      <div class="places-tools">
        <div class="filters">
          <label class="search">
            <Icon name="search" />
            <span class="sr-only">Search places</span>
            <input
              type="search"
              maxLength={200}
              placeholder="Names, addresses, fields"
              value={filters.q}
              onInput={(event) => onFilters({ ...filters, q: event.currentTarget.value })}
            />
          </label>
          <Button
            icon="near"
            aria-label="Places near a point of the map"
            title="Places near a point of the map"
            onClick={onNear}
          />
        </div>
        <div class="filters">
          {categories.length > 0 && (
            <select
              aria-label="Category"
              value={filters.category}
              onChange={(event) => onFilters({ ...filters, category: event.currentTarget.value })}
            >
              <option value="">All categories</option>
              <Options names={categories.map(({ name }) => name)} />
            </select>
          )}
          {names.length > 0 && (
            <select
              aria-label="Field"
              value={filters.field}
              onChange={(event) => onFilters({ ...filters, field: event.currentTarget.value, value: '' })}
            >
              <option value="">All fields</option>
              <Options names={names} />
            </select>
          )}
        </div>
        {filters.field !== '' && (
          <>
            <input
              aria-label="Value of the field"
              placeholder={`The whole value of ${filters.field}`}
              list="values"
              value={filters.value}
              onInput={(event) => onFilters({ ...filters, value: event.currentTarget.value })}
            />
            <Offers id="values" values={valuesOf(shown?.data ?? [], filters.field)} />
          </>
        )}
      </div>
      <Problem error={fields.error} onRetry={fields.reload} />
      <Problem error={found.error ?? moreError} onRetry={found.reload} />
      {!shown && !found.error && <Rows count={6} />}
      {shown && (isFiltered(shown.filters) || found.isLoading) && shown.data.length > 0 && (
        <p class="muted" role="status">
          {found.isLoading ? 'Searching …' : matchWords(shown, hasMore)}
        </p>
      )}
      {shown?.data.length === 0 &&
        (isFiltered(shown.filters) ? (
          <Empty icon="search" title="No place matches">
            {byField(shown.filters) && (
              <p>
                A field is searched for its whole value as it is written: no place has “{shown.filters.value}”
                in “{shown.filters.field}”.
              </p>
            )}
            <Button onClick={() => onFilters(NO_FILTERS)}>Clear search</Button>
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
      <ul class="place-list" ref={list}>
        {shown?.data.map((marker) => (
          <li key={marker.id}>
            <button type="button" data-id={marker.id} onClick={() => onSelect(marker.id)}>
              <Dot color={colors.get(colorOf(marker, categories))} />
              <span>
                <strong>{marker.name}</strong>
                <span class="muted">{whereIs(marker)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button busy={isLoadingMore} onClick={() => more()}>
          Show more
        </Button>
      )}
    </div>
  );
}

function matchWords({ data, filters }: Places, hasMore: boolean): string {
  const words = hasMore
    ? `The first ${count(data.length)} places that match`
    : `${plural(data.length, 'place')} ${data.length === 1 ? 'matches' : 'match'}`;
  return byField(filters) && hasMore ? `${words}, in the list and on the map` : words;
}

/** Values that the field has in these places, in their order. */
const valuesOf = (markers: readonly Marker[], field: string): string[] =>
  [...new Set(markers.flatMap(({ custom_fields }) => custom_fields[field] ?? []))].slice(0, MOST_VALUES);
