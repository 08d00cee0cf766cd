import type { NamedMap } from './named-map.js';

/** Small maps of an account whose pins are packed together: 20,000 maps of one pin become four trees. */
export interface MapGroup {
  /** Number among all groups of the process; negative. */
  readonly key: number;
  readonly members: Set<number>;
  /** Markers of the members when they joined, as the first estimate of the index's size. */
  markers: number;
}

/** Markers above which a map has an index of its own, shared by all its readers. */
const SMALL = 500;
const MAX_MEMBERS = 5000;
const MAX_MARKERS = 100_000;

let lastKey = 0;

/** The maps that an account can read, and how they are packed. */
export class AccountMaps {
  /** All maps, archived ones included. */
  readonly byId = new Map<number, NamedMap>();
  readonly groups: MapGroup[] = [];
  /** Active maps outside of groups. */
  readonly large = new Map<number, NamedMap>();
  readonly #groupOf = new Map<number, { group: MapGroup; markers: number }>();
  /** Tells whether the list is kept up to date. */
  isKept = false;

  groupOf(mapId: number): MapGroup | undefined {
    return this.#groupOf.get(mapId)?.group;
  }

  /** Adds or updates a map. @returns the group that it joins thereby */
  put(map: NamedMap): MapGroup | null {
    this.byId.set(map.id, map);
    if (this.large.has(map.id)) {
      if (map.active) this.large.set(map.id, map);
      else this.large.delete(map.id);
      return null;
    }
    if (!map.active || this.#groupOf.has(map.id)) return null;
    if (map.markers > SMALL) {
      this.large.set(map.id, map);
      return null;
    }
    const group = this.#groupWithRoom(map.markers);
    group.members.add(map.id);
    group.markers += map.markers;
    this.#groupOf.set(map.id, { group, markers: map.markers });
    return group;
  }

  /** Takes a map out of its group. @returns the group */
  leaveGroup(mapId: number): MapGroup | undefined {
    const place = this.#groupOf.get(mapId);
    if (!place) return undefined;
    const { group, markers } = place;
    group.members.delete(mapId);
    group.markers -= markers;
    this.#groupOf.delete(mapId);
    if (group.members.size === 0) this.groups.splice(this.groups.indexOf(group), 1);
    return group;
  }

  /** Gives a map an index of its own. @returns its former group */
  outgrow(mapId: number): MapGroup | undefined {
    const group = this.leaveGroup(mapId);
    const map = this.byId.get(mapId);
    if (map?.active) this.large.set(mapId, map);
    return group;
  }

  /** @returns its former group */
  delete(mapId: number): MapGroup | undefined {
    this.byId.delete(mapId);
    this.large.delete(mapId);
    return this.leaveGroup(mapId);
  }

  #groupWithRoom(markers: number): MapGroup {
    const roomy = this.groups.find(
      (group) => group.members.size < MAX_MEMBERS && group.markers + markers <= MAX_MARKERS,
    );
    if (roomy) return roomy;
    const group = { key: --lastKey, members: new Set<number>(), markers: 0 };
    this.groups.push(group);
    return group;
  }
}
