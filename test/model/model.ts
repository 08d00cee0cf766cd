/** The service in memory, as simple as its rules, as the reference for the real one. */

export interface ModelMarker {
  name: string;
  lat: number;
  lng: number;
  type: string;
  radius: number | null;
  category: string | null;
  color: string | null;
  custom_fields: Record<string, string>;
}

interface Entry {
  name: string;
  color: string;
  ordering: number;
}

export class ModelMap {
  status = 'active';
  isDeleted = false;
  isExtended = false;
  legend: Entry[] = [];
  readonly markers = new Map<number, ModelMarker>();
  readonly shares = new Map<string, { id: number; access_level: string }>();

  constructor(
    public name: string,
    public owner: number,
  ) {}

  /** Contents as the API shows them, without ids and times. */
  view() {
    const markers = [...this.markers.values()];
    return {
      name: this.name,
      status: this.status,
      private: true,
      extended_colors: this.isExtended,
      marker_count: markers.length,
      region_count: markers.filter(({ type }) => isArea(type)).length,
    };
  }
}

export const isArea = (type: string): boolean => type === 'circle';

export class Model {
  readonly maps = new Map<number, ModelMap>();

  constructor(
    readonly standard: readonly string[],
    readonly extended: readonly string[],
  ) {}

  paletteOf(map: ModelMap): readonly string[] {
    return map.isExtended ? this.extended : this.standard;
  }

  /** The least used colour; among equals the first in palette order. */
  draw(map: ModelMap, taken: readonly string[]): string {
    const uses = (color: string) => taken.filter((other) => other === color).length;
    return this.paletteOf(map).reduce((best, color) => (uses(color) < uses(best) ? color : best));
  }

  /** Legend colour of a category, which is created on first use. */
  colorOf(map: ModelMap, category: string, wished: string | null): string {
    const known = map.legend.find(({ name }) => name === category);
    if (known) return known.color;
    const color =
      wished ??
      this.draw(
        map,
        map.legend.map((entry) => entry.color),
      );
    const ordering = Math.max(-1, ...map.legend.map((entry) => entry.ordering)) + 1;
    map.legend.push({ name: category, color, ordering });
    return color;
  }

  /** A marker as stored: an explicit colour wins over that of its category. */
  written(map: ModelMap, marker: ModelMarker): ModelMarker {
    if (marker.category === null) return marker;
    const derived = this.colorOf(map, marker.category, marker.color);
    return { ...marker, color: marker.color ?? derived };
  }

  putLegend(map: ModelMap, categories: readonly { name: string; color?: string }[]): void {
    const kept = categories.map(
      ({ name, color }) => color ?? map.legend.find((entry) => entry.name === name)?.color ?? null,
    );
    const taken = kept.filter((color) => color !== null);
    map.legend = categories.map(({ name }, ordering) => {
      const given = kept[ordering];
      const color = given ?? this.draw(map, taken);
      if (given === null) taken.push(color);
      return { name, color, ordering };
    });
  }

  /** Applies a JSON batch: returns the outcome of each row, and `apply` changes the map. */
  bulk(
    map: ModelMap,
    rows: readonly ModelMarker[],
    onDuplicate: 'skip' | 'overwrite' | 'error',
  ): { added: ModelMarker[]; skipped: number; errors: number } {
    const added: ModelMarker[] = [];
    let skipped = 0;
    let errors = 0;
    const kept: { row: ModelMarker; existing: ModelMarker | null }[] = [];
    for (const row of rows) {
      const existing = [...map.markers.values(), ...added].find((other) => isSame(other, row)) ?? null;
      if (existing && onDuplicate === 'skip') skipped++;
      else if (existing && onDuplicate === 'error') errors++;
      else {
        kept.push({ row, existing });
        if (!existing) added.push(row);
      }
    }
    // The legend gets its categories in row order, before any row is written.
    for (const { row } of kept) if (row.category !== null) this.colorOf(map, row.category, null);
    for (const { row, existing } of kept) {
      // A marker keeps its colour as long as it keeps its category.
      const isOther = row.category !== null && row.category !== existing?.category;
      const style = isOther ? { category: row.category, color: this.colorOf(map, row.category!, null) } : {};
      // The default radius is for circles without one.
      const radius = row.radius === null ? null : (existing?.radius ?? row.radius);
      Object.assign(existing ?? row, { type: row.type, radius }, style);
      if (existing) Object.assign(existing.custom_fields, row.custom_fields);
    }
    return { added, skipped, errors };
  }
}

const isSame = (a: ModelMarker, b: ModelMarker): boolean =>
  a.name === b.name && a.lat === b.lat && a.lng === b.lng;
