import { useEffect, useRef, useState } from 'preact/hooks';
import type { Category } from '../../schema/legend.js';
import type { Address } from '../../schema/marker.js';
import type { Color } from '../../schema/palette.js';
import { api, dataOf } from '../api.js';
import { Button, Check, Empty, Problem, Rows, useLoaded } from '../ui.js';
import { Dot } from './legend.js';
import type { MapHandle, Place } from './map-view.js';
import { colorOf, placeWords, whereIs } from './places-panel.js';

/** A point, and the marker that stands there, if one does. */
export interface Near extends Place {
  id?: number;
  name?: string;
}
interface Pin extends Place {
  id: number;
  map: number;
  mapName: string;
  title: string;
  distanceKm: number;
  distanceMi: number;
  category: string | null;
  color: string | null;
  address: Address;
}

/** The most that the service gives. */
const MOST = 25;
const RADII = [1, 5, 25, 100, 500];
type Unit = 'km' | 'mi';
const UNIT = 'cartload.unit';

const distanceWords = ({ distanceKm, distanceMi }: Pin, unit: Unit): string => {
  const distance = unit === 'km' ? distanceKm : distanceMi;
  return `${distance.toLocaleString('en', { maximumFractionDigits: distance < 10 ? 2 : 0 })} ${unit}`;
};

/** The places nearest to a point, with their distances. */
export function NearbyPanel(props: {
  mapId: number;
  near: Near;
  /** Counts changes of the map. */
  round: number;
  categories: Category[];
  colors: Map<string, Color>;
  handle: { current: MapHandle | null };
  onSelect: (id: number) => void;
  onClose: () => void;
}) {
  const { mapId, near, round, categories, colors, handle, onSelect, onClose } = props;
  const [radius, setRadius] = useState('');
  const [unit, setUnit] = useState<Unit>(localStorage.getItem(UNIT) === 'mi' ? 'mi' : 'km');
  const [onAll, setOnAll] = useState(false);
  const { lat, lng, id } = near;
  const found = useLoaded<Pin[]>(
    async (signal) => {
      // One more, as a marker is the nearest to itself.
      const within = {
        radius: radius === '' ? undefined : Number(radius),
        maps: onAll ? undefined : String(mapId),
      };
      const query = { lat, lng, n: MOST, units: unit, ...within };
      const { results } = await dataOf(api.GET('/nearby', { params: { query }, signal }));
      return results.filter((pin) => pin.id !== id);
    },
    [lat, lng, id, radius, unit, onAll, round],
  );
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
    handle.current?.select(near);
    return () => handle.current?.select(null);
  }, [near]);
  const pins = found.data;
  return (
    <div class="marker-card">
      <Button kind="quiet" icon="back" onClick={onClose}>
        All places
      </Button>
      <h2 ref={heading} tabIndex={-1}>
        Near {near.name ?? placeWords(near)}
      </h2>
      <div class="filters">
        <select
          aria-label="Greatest distance"
          value={radius}
          onChange={(event) => setRadius(event.currentTarget.value)}
        >
          <option value="">At any distance</option>
          {RADII.map((each) => (
            <option key={each} value={each}>
              Within {each} {unit}
            </option>
          ))}
        </select>
        <select
          class="unit"
          aria-label="Unit of distances"
          value={unit}
          onChange={(event) => {
            localStorage.setItem(UNIT, event.currentTarget.value);
            setUnit(event.currentTarget.value as Unit);
          }}
        >
          <option>km</option>
          <option>mi</option>
        </select>
      </div>
      <Check checked={onAll} onCheck={setOnAll}>
        On my other maps, too
      </Check>
      <Problem error={found.error} onRetry={found.reload} />
      {!pins && !found.error && <Rows count={5} />}
      {pins?.length === 0 && (
        <Empty icon="near" title={radius === '' ? 'No place is near' : `No place within ${radius} ${unit}`}>
          {radius === '' ? (
            <p>Archived maps and places that have expired are left out.</p>
          ) : (
            <Button onClick={() => setRadius('')}>At any distance</Button>
          )}
        </Empty>
      )}
      <ul class="place-list" aria-busy={found.isLoading}>
        {pins?.map((pin) => (
          <li key={pin.id}>
            <button
              type="button"
              onClick={() => {
                if (pin.map === mapId) onSelect(pin.id);
                else location.hash = `/maps/${pin.map}/places/${pin.id}`;
              }}
            >
              <Dot color={colors.get(colorOf(pin, pin.map === mapId ? categories : []))} />
              <span>
                <strong>{pin.title}</strong>
                <span class="muted">{pin.map === mapId ? whereIs(pin) : `On “${pin.mapName}”`}</span>
              </span>
              <span class="distance">{distanceWords(pin, unit)}</span>
            </button>
          </li>
        ))}
      </ul>
      {pins && pins.length >= MOST - 1 && <p class="muted">The nearest {pins.length} are listed.</p>}
    </div>
  );
}
