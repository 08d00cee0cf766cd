import assert from 'node:assert/strict';
import fc from 'fast-check';
import { isArea, type Model, ModelMap, type ModelMarker } from './model.js';

/** Calls the service with the key of an account (0 or 1). */
export type Call = (
  account: number,
  method: string,
  target: string,
  body?: unknown,
) => Promise<{ status: number; json: Anything }>;
// biome-ignore lint/suspicious/noExplicitAny: replies of every shape are looked into
type Anything = any;

export const EMAILS = ['first@example.com', 'second@example.com'];
const FRIENDS = ['friend-a@example.com', 'Friend-B@example.com'];

type Reply = Awaited<ReturnType<Call>>;

function assertStatus({ status, json }: Reply, expected: number): void {
  assert.equal(status, expected, `${status} instead of ${expected}: ${JSON.stringify(json)}`);
}

/** A step on one map, and its expected effect. `map` is the model's map, which the step changes. */
interface Step {
  name: string;
  run(context: { model: Model; call: Call; map: ModelMap; mapId: number }): Promise<void>;
}

class OnMap implements fc.AsyncCommand<Model, Call> {
  constructor(
    private readonly pick: number,
    private readonly step: Step,
  ) {}
  check = (model: Readonly<Model>): boolean => model.maps.size > 0;
  async run(model: Model, call: Call): Promise<void> {
    const ids = [...model.maps.keys()];
    const mapId = ids[this.pick % ids.length]!;
    await this.step.run({ model, call, map: model.maps.get(mapId)!, mapId });
  }
  toString = (): string => `${this.step.name} @${this.pick}`;
}

class CreateMap implements fc.AsyncCommand<Model, Call> {
  constructor(private readonly owner: number) {}
  check = (model: Readonly<Model>): boolean => model.maps.size < 4;
  async run(model: Model, call: Call): Promise<void> {
    const { status, json } = await call(this.owner, 'POST', '/maps', { name: 'New' });
    assertStatus({ status, json }, 201);
    const map = new ModelMap('New', this.owner);
    model.maps.set(json.id, map);
    assertMap(json, map);
  }
  toString = (): string => `create map for ${this.owner}`;
}

function assertMap(json: Anything, map: ModelMap): void {
  const { name, status, private: isPrivate, extended_colors, marker_count, region_count } = json;
  const seen = { name, status, private: isPrivate, extended_colors, marker_count, region_count };
  assert.deepEqual(seen, map.view());
  assert.equal(json.owner_email, EMAILS[map.owner]);
}

function assertMarker(json: Anything, marker: ModelMarker): void {
  const { name, lat, lng, type, radius, category, color, custom_fields } = json;
  assert.deepEqual({ name, lat, lng, type, radius, category, color, custom_fields }, marker);
}

/** Compares everything that the API shows of a map with the model; the other account sees nothing. */
async function assertWhole(call: Call, mapId: number, map: ModelMap): Promise<void> {
  const get = (target: string) => call(map.owner, 'GET', `/maps/${mapId}${target}`);
  assert.equal((await call(1 - map.owner, 'GET', `/maps/${mapId}`)).status, 404);
  if (map.isDeleted) {
    assert.equal((await get('')).status, 404);
    return;
  }
  assertMap((await get('')).json, map);
  const page = (await get('/markers')).json.data as Anything[];
  assert.deepEqual(
    page.map(({ id }) => id),
    [...map.markers.keys()],
  );
  for (const marker of page) assertMarker(marker, map.markers.get(marker.id)!);
  const legend = [...map.legend].sort((a, b) => a.ordering - b.ordering);
  assert.deepEqual((await get('/categories')).json, { categories: legend });
  const { shares } = (await get('/shares')).json;
  assert.deepEqual(
    shares.map(({ id, email, access_level }: Anything) => [email, { id, access_level }]),
    [...map.shares].sort(([, a], [, b]) => a.id - b.id),
  );
}

const category = fc.constantFrom('Food', 'Park', 'Zoo', '__proto__');
const custom = fc.constantFrom({}, { Phone: '1' }, { Phone: '2', Note: 'x' });
/** `undefined`: no colour is requested; else a number in the palette. */
const colorIndex = fc.option(fc.nat({ max: 60 }), { nil: undefined, freq: 3 });
const markerBody = fc.record({
  name: fc.constantFrom('A', 'B', 'C'),
  lat: fc.constantFrom(1, 2),
  lng: fc.constantFrom(3, 180),
  type: fc.constantFrom('pin', 'circle', 'pinned_circle'),
  category: fc.option(category),
  color: colorIndex,
  custom_fields: custom,
});
type MarkerBody = typeof markerBody extends fc.Arbitrary<infer T> ? T : never;

/** Name of a colour number in the map's palette; beyond its end an unknown name. */
const colorName = (model: Model, map: ModelMap, index: number | undefined): string | undefined =>
  index === undefined ? undefined : (model.paletteOf(map)[index] ?? 'no such colour');
const isKnown = (model: Model, map: ModelMap, name: string | undefined): boolean =>
  name === undefined || model.paletteOf(map).includes(name);

function modelMarker(body: MarkerBody, color: string | undefined): ModelMarker {
  const { name, lat, lng, type, category, custom_fields } = body;
  return {
    ...{ name, lat, lng, type, category },
    radius: type === 'pin' ? null : 2,
    color: color ?? null,
    custom_fields: { ...custom_fields },
  };
}

/** Status of an otherwise valid request: 404 when the map is deleted. */
const statusOn = (map: ModelMap, ok: number): number => (map.isDeleted ? 404 : ok);

const createMarker = markerBody.map(
  (body): Step => ({
    name: `create marker ${JSON.stringify(body)}`,
    run: async ({ model, call, map, mapId }) => {
      const color = colorName(model, map, body.color);
      const { status, json } = await call(map.owner, 'POST', `/maps/${mapId}/markers`, {
        ...body,
        category: body.category ?? undefined,
        color,
        radius: 2,
      });
      assertStatus({ status, json }, statusOn(map, isKnown(model, map, color) ? 201 : 400));
      if (status !== 201) return;
      map.markers.set(json.id, model.written(map, modelMarker(body, color)));
      assertMarker(json, map.markers.get(json.id)!);
    },
  }),
);

const patchMarker = fc
  .tuple(
    fc.nat({ max: 20 }),
    fc.record(
      { name: fc.constantFrom('A', 'D'), category: fc.option(category), color: colorIndex },
      { requiredKeys: [] },
    ),
  )
  .map(
    ([pick, patch]): Step => ({
      name: `patch marker ${pick} ${JSON.stringify(patch)}`,
      run: async ({ model, call, map, mapId }) => {
        const ids = [...map.markers.keys()];
        const id = ids.length === 0 ? 1 : ids[pick % ids.length]!;
        const color = colorName(model, map, patch.color);
        const { color: _, ...rest } = patch;
        const body = color === undefined ? rest : { ...rest, color };
        const { status, json } = await call(map.owner, 'PATCH', `/maps/${mapId}/markers/${id}`, body);
        const stored = map.markers.get(id);
        if (map.isDeleted || !stored) return assertStatus({ status, json }, 404);
        if (!isKnown(model, map, color)) return assertStatus({ status, json }, 400);
        assertStatus({ status, json }, 200);
        const merged = { ...stored, ...rest };
        // Without a requested colour the stored one stays, unless the category changes.
        merged.color = color ?? (merged.category === stored.category ? stored.color : null);
        map.markers.set(id, 'category' in rest ? model.written(map, merged) : merged);
        assertMarker(json, map.markers.get(id)!);
      },
    }),
  );

const deleteMarker = fc.nat({ max: 20 }).map(
  (pick): Step => ({
    name: `delete marker ${pick}`,
    run: async ({ call, map, mapId }) => {
      const id = [...map.markers.keys()][pick] ?? 1;
      const { status, json } = await call(map.owner, 'DELETE', `/maps/${mapId}/markers/${id}`);
      assertStatus({ status, json }, map.isDeleted || !map.markers.delete(id) ? 404 : 204);
    },
  }),
);

const bulk = fc
  .tuple(
    fc.array(markerBody, { maxLength: 5 }),
    fc.constantFrom('skip', 'overwrite', 'error'),
    fc.constantFrom('pin', 'circle'),
  )
  .map(
    ([bodies, onDuplicate, type]): Step => ({
      name: `bulk ${onDuplicate} ${type} ${JSON.stringify(bodies)}`,
      run: async ({ model, call, map, mapId }) => {
        const markers = bodies.map(({ type: _type, color: _color, ...body }) => ({
          ...body,
          category: body.category ?? undefined,
        }));
        const target = `/maps/${mapId}/markers/bulk?on_duplicate=${onDuplicate}&marker_type=${type}`;
        const { status, json } = await call(map.owner, 'POST', target, { markers });
        assertStatus({ status, json }, statusOn(map, 200));
        if (status !== 200) return;
        const rows = bodies.map((body) => ({
          ...modelMarker({ ...body, type }, undefined),
          radius: type === 'pin' ? null : 5,
        }));
        const { added, skipped, errors } = model.bulk(map, rows, onDuplicate);
        assert.deepEqual([json.added, json.skipped, json.errors.length], [added.length, skipped, errors]);
        // Ids of a batch follow its rows.
        const page = (await call(map.owner, 'GET', `/maps/${mapId}/markers`)).json.data as { id: number }[];
        const fresh = page.filter(({ id }) => !map.markers.has(id));
        assert.equal(fresh.length, added.length);
        for (const [index, { id }] of fresh.entries()) map.markers.set(id, added[index]!);
      },
    }),
  );

const bulkDelete = fc
  .oneof(
    fc.constant({ all: true }),
    fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 4 }).map((picks) => ({ picks })),
    fc.record({ categories: fc.array(category, { minLength: 1, maxLength: 2 }), colorIndex }),
    fc.nat({ max: 20 }).map((index) => ({ colorIndex: index })),
  )
  .map(
    (selector): Step => ({
      name: `bulk delete ${JSON.stringify(selector)}`,
      run: async ({ model, call, map, mapId }) => {
        const ids = [...map.markers.keys()];
        const { picks, colorIndex: index, ...rest } = selector as { picks?: number[]; colorIndex?: number };
        const markerIds = picks?.map((pick) => ids[pick] ?? 1);
        const color = colorName(model, map, index);
        const body = {
          ...rest,
          ...(markerIds && { marker_ids: markerIds }),
          ...(color !== undefined && { colors: [color] }),
          confirm: true,
        };
        const { status, json } = await call(map.owner, 'DELETE', `/maps/${mapId}/markers/bulk`, body);
        assertStatus({ status, json }, statusOn(map, 200));
        if (status !== 200) return;
        const { all = false, categories = [] } = rest as { all?: boolean; categories?: string[] };
        const inLegend = categories.filter((name) => map.legend.some((entry) => entry.name === name));
        const gone = ids.filter((id) => {
          const marker = map.markers.get(id)!;
          const named = marker.category !== null && inLegend.includes(marker.category);
          return all || markerIds?.includes(id) || named || (color !== undefined && marker.color === color);
        });
        for (const id of gone) map.markers.delete(id);
        assert.deepEqual(json, { deleted: gone.length });
      },
    }),
  );

const putLegend = fc
  .uniqueArray(fc.record({ name: category, color: colorIndex }), {
    maxLength: 4,
    selector: ({ name }) => name,
  })
  .map(
    (entries): Step => ({
      name: `put legend ${JSON.stringify(entries)}`,
      run: async ({ model, call, map, mapId }) => {
        const categories = entries.map(({ name, color: index }) => {
          const color = colorName(model, map, index);
          return color === undefined ? { name } : { name, color };
        });
        const { status, json } = await call(map.owner, 'PUT', `/maps/${mapId}/categories`, { categories });
        const isFine = categories.every(({ color }) => isKnown(model, map, color));
        assertStatus({ status, json }, statusOn(map, isFine ? 200 : 400));
        if (status !== 200) return;
        model.putLegend(map, categories);
        assert.deepEqual(json, { categories: map.legend });
      },
    }),
  );

const change = (
  name: string,
  method: string,
  path: string,
  ok: number,
  apply: (map: ModelMap) => void,
): Step => ({
  name,
  run: async ({ call, map, mapId }) => {
    const { status, json } = await call(map.owner, method, `/maps/${mapId}${path}`);
    const found = !map.isDeleted || name === 'restore';
    assertStatus({ status, json }, found ? ok : 404);
    if (!found) return;
    apply(map);
    if (ok === 200) assertMap(json, map);
  },
});
const lifeCycle = fc.constantFrom(
  change('archive', 'POST', '/archive', 200, (map) => {
    map.status = 'archived';
  }),
  change('restore', 'POST', '/restore', 200, (map) => {
    map.status = 'active';
    map.isDeleted = false;
  }),
  change('delete map', 'DELETE', '', 204, (map) => {
    map.isDeleted = true;
  }),
  change('extend the palette', 'POST', '/extended-colors', 200, (map) => {
    map.isExtended = true;
  }),
  change('clear the legend', 'DELETE', '/categories', 204, (map) => {
    map.legend = [];
  }),
);

const clone = fc.tuple(fc.boolean(), fc.boolean()).map(
  ([pinned, areas]): Step => ({
    name: `clone, pinned ${pinned}, areas ${areas}`,
    run: async ({ model, call, map, mapId }) => {
      const body = { name: 'Copy', include_markers: pinned, include_regions: areas };
      const { status, json } = await call(map.owner, 'POST', `/maps/${mapId}/clone`, body);
      assertStatus({ status, json }, statusOn(map, 201));
      if (status !== 201) return;
      const copy = new ModelMap('Copy', map.owner);
      copy.isExtended = map.isExtended;
      copy.legend = map.legend.map((entry) => ({ ...entry }));
      const copied = [...map.markers.values()].filter(({ type }) => (isArea(type) ? areas : pinned));
      const page = (await call(map.owner, 'GET', `/maps/${json.id}/markers`)).json.data as { id: number }[];
      assert.equal(page.length, copied.length);
      for (const [index, { id }] of page.entries()) {
        copy.markers.set(id, { ...copied[index]!, custom_fields: { ...copied[index]!.custom_fields } });
      }
      model.maps.set(json.id, copy);
      assertMap(json, copy);
    },
  }),
);

const transfer = fc.nat({ max: 1 }).map(
  (to): Step => ({
    name: `transfer to ${to}`,
    run: async ({ call, map, mapId }) => {
      const body = { new_owner_email: EMAILS[to]!.toUpperCase() };
      const { status, json } = await call(map.owner, 'POST', `/maps/${mapId}/transfer`, body);
      assertStatus({ status, json }, statusOn(map, to === map.owner ? 400 : 200));
      if (status !== 200) return;
      map.owner = to;
      map.shares.delete(EMAILS[to]!);
      // The stored spelling would tell that the address has an account.
      assert.equal(json.owner_email, body.new_owner_email);
      assertMap({ ...json, owner_email: EMAILS[to] }, map);
    },
  }),
);

const share = fc
  .tuple(fc.constantFrom(...FRIENDS, ...EMAILS), fc.constantFrom('viewer', 'member', 'admin'))
  .map(
    ([email, access_level]): Step => ({
      name: `share with ${email} as ${access_level}`,
      run: async ({ call, map, mapId }) => {
        const { status, json } = await call(map.owner, 'POST', `/maps/${mapId}/shares`, {
          email,
          access_level,
        });
        const known = map.shares.get(email);
        assertStatus({ status, json }, statusOn(map, email === EMAILS[map.owner] ? 400 : known ? 200 : 201));
        if (status >= 400) return;
        if (known) assert.equal(json.id, known.id);
        map.shares.set(email, { id: json.id, access_level });
      },
    }),
  );

const unshare = fc.constantFrom(...FRIENDS, ...EMAILS).map(
  (email): Step => ({
    name: `unshare ${email}`,
    run: async ({ call, map, mapId }) => {
      // Not 1, which may be the id of a share of this map with another account.
      const id = map.shares.get(email)?.id ?? Number.MAX_SAFE_INTEGER;
      const { status, json } = await call(map.owner, 'DELETE', `/maps/${mapId}/shares/${id}`);
      assertStatus({ status, json }, map.isDeleted || !map.shares.delete(email) ? 404 : 204);
    },
  }),
);

const look = fc.constant<Step>({
  name: 'look at all of it',
  run: ({ call, map, mapId }) => assertWhole(call, mapId, map),
});

const steps: [number, fc.Arbitrary<Step>][] = [
  ...([
    [5, createMarker],
    [3, patchMarker],
    [2, deleteMarker],
    [1, bulk],
    [2, bulkDelete],
  ] as [number, fc.Arbitrary<Step>][]),
  ...([
    [3, putLegend],
    [4, lifeCycle],
    [2, clone],
    [1, transfer],
    [2, share],
    [1, unshare],
    [3, look],
  ] as [number, fc.Arbitrary<Step>][]),
];

/** Sequences that begin with a map and end with a comparison of everything. */
export const sequences = fc.commands(
  [
    fc.nat({ max: 1 }).map((owner) => new CreateMap(owner)),
    ...steps.flatMap(([weight, step]) =>
      Array.from({ length: weight }, () =>
        fc.tuple(fc.nat({ max: 3 }), step).map(([pick, made]) => new OnMap(pick, made)),
      ),
    ),
  ],
  { maxCommands: 15, size: 'max' },
);

export async function assertAll(model: Model, call: Call): Promise<void> {
  for (const [mapId, map] of model.maps) await assertWhole(call, mapId, map);
}
