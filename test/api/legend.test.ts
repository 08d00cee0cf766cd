import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import t from 'tap';
import { colorNames } from '../../src/schema/palette-colors.js';
import { asOwner, importCsv, sharedTestApp } from '../support/app.js';

const { service, sql, call } = await asOwner(await sharedTestApp(t));
const PALETTE = colorNames('standard');

interface Category {
  name: string;
  color?: string;
  ordering?: number;
}

async function newMap() {
  const { id } = (await call('POST', '/maps', { name: 'M' })).body;
  const path = `/maps/${id}/categories`;
  return {
    id: id as number,
    path,
    legend: async (): Promise<Category[]> => (await call('GET', path)).body.categories,
    put: (categories: unknown) => call('PUT', path, { categories }),
    mark: async (body: object) =>
      (await call('POST', `/maps/${id}/markers`, { name: 'm', lat: 1, lng: 2, ...body })).body,
    /** Every byte of the map's markers, row versions included. */
    rows: async () => sql`SELECT xmin::text, m.*::text FROM markers m WHERE map_id = ${id} ORDER BY id`,
  };
}
const pairs = (categories: Category[]) => categories.map(({ name, color }) => [name, color]);

t.test(
  'a legend is empty at first and gets a category with the first marker that is written with it',
  async (t) => {
    const map = await newMap();
    t.same(await call('GET', map.path).then(({ status, body }) => [status, body]), [200, { categories: [] }]);
    await map.mark({ category: ' Shops ' });
    await map.mark({ category: 'Depots', color: 'black' });
    await map.mark({ category: 'Shops', color: 'yellow' });
    await map.mark({});
    t.same(await map.legend(), [
      { name: 'Shops', color: 'red', ordering: 0 },
      { name: 'Depots', color: 'black', ordering: 1 },
    ]);
  },
);

t.test('a PUT replaces list and order, and answers what GET answers', async (t) => {
  const map = await newMap();
  for (const category of ['A', 'B', 'C']) await map.mark({ category });
  const { status, body } = await map.put([
    { name: ' C ' },
    { name: 'A', color: ' Sky BLUE ' },
    { name: 'New' },
  ]);
  t.equal(status, 200);
  t.same(body, {
    categories: [
      { name: 'C', color: 'green', ordering: 0 },
      { name: 'A', color: 'sky blue', ordering: 1 },
      { name: 'New', color: 'red', ordering: 2 },
    ],
  });
  t.same(await map.legend(), body.categories);
  t.same((await map.put([])).body, { categories: [] });
  t.same(await map.legend(), []);
});

t.test('ordering decides, then the place in the array, which is what it defaults to', async (t) => {
  const map = await newMap();
  const { body } = await map.put([
    { name: 'last', ordering: 1_000_000_000 },
    { name: 'one' },
    { name: 'also one', ordering: 1 },
    { name: 'first', ordering: -1_000_000_000 },
    { name: 'zero', ordering: 0 },
  ]);
  t.same(
    body.categories.map(({ name, ordering }: Category) => [name, ordering]),
    [
      ['first', -1_000_000_000],
      ['zero', 0],
      ['one', 1],
      ['also one', 1],
      ['last', 1_000_000_000],
    ],
  );
  await map.mark({ category: 'later' });
  t.same((await map.legend()).at(-1), { name: 'later', color: PALETTE[5]!, ordering: 1_000_000_001 });
});

t.test('given and kept colours are reserved before new categories draw', async (t) => {
  const map = await newMap();
  await map.put([{ name: 'kept' }, { name: 'gone' }]); // red, blue
  const { body } = await map.put([
    { name: 'new 1' },
    { name: 'given', color: 'orange' },
    { name: 'new 2' },
    { name: 'kept' },
    { name: 'new 3' },
  ]);
  t.same(pairs(body.categories), [
    ['new 1', 'blue'],
    ['given', 'orange'],
    ['new 2', 'green'],
    ['kept', 'red'],
    ['new 3', 'purple'],
  ]);
});

t.test('a rename keeps the colour by naming it; two categories may share one', async (t) => {
  const map = await newMap();
  await map.mark({ category: 'Old' });
  t.same(pairs((await map.put([{ name: 'New', color: 'red' }])).body.categories), [['New', 'red']]);
  const shared = [{ name: 'New' }, { name: 'Other', color: 'red' }, { name: 'Third' }];
  t.same(pairs((await map.put(shared)).body.categories), [
    ['New', 'red'],
    ['Other', 'red'],
    ['Third', 'blue'],
  ]);
});

t.test('with more categories than colours the least used ones are drawn, in palette order', async (t) => {
  const map = await newMap();
  const { body } = await map.put([
    ...Array.from({ length: 100 }, (_, i) => ({ name: `n${i}` })),
    { name: 'given 1', color: 'red' },
    { name: 'given 2', color: 'red' },
    { name: 'given 3', color: 'red' },
  ]);
  const others = PALETTE.slice(1);
  t.same(
    body.categories.slice(0, 100).map(({ color }: Category) => color),
    [...others, ...others, ...others].slice(0, 100),
  );
});

t.test('PUT draws as a plain count of uses does, whatever is given, kept or new', async () => {
  const map = await newMap();
  const entry = fc.record({
    name: fc.constantFrom(...Array.from({ length: 60 }, (_, i) => `c${i}`), '__proto__', 'constructor'),
    color: fc.option(fc.constantFrom(...PALETTE.slice(0, 6)), { nil: undefined, freq: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(entry, { selector: ({ name }) => name, maxLength: 60 }),
      async (entries) => {
        const before = new Map((await map.legend()).map(({ name, color }) => [name, color!]));
        const reserved = entries.map(({ name, color }) => color ?? before.get(name));
        const uses = new Map(PALETTE.map((color) => [color, reserved.filter((r) => r === color).length]));
        const expected = entries.map(({ name }, i) => {
          if (reserved[i] !== undefined) return [name, reserved[i]];
          const [drawn, times] = [...uses].reduce((a, b) => (b[1] < a[1] ? b : a));
          uses.set(drawn, times + 1);
          return [name, drawn];
        });
        return isDeepStrictEqual(pairs((await map.put(entries)).body.categories), expected);
      },
    ),
    { numRuns: 40 },
  );
});

t.test('PUT and DELETE leave every marker as it is, to the byte', async (t) => {
  const map = await newMap();
  for (const body of [{ category: 'A' }, { category: 'B', color: 'black' }, { color: 'pink' }, {}])
    await map.mark(body);
  const before = await map.rows();
  await map.put([{ name: 'A', color: 'green' }, { name: 'Z' }]);
  t.same(await map.rows(), before);
  const { status, body } = await call('DELETE', map.path);
  t.same([status, body], [204, '']);
  t.same(await map.rows(), before);
  t.same(await map.legend(), []);
  t.equal((await call('DELETE', map.path)).status, 204, 'an empty legend can be emptied');
});

t.test('a category that was removed is made anew by the next marker with it', async (t) => {
  const map = await newMap();
  await map.mark({ category: 'A' });
  const marker = await map.mark({ category: 'B' });
  t.equal(marker.color, 'blue');
  await call('DELETE', map.path);
  t.equal((await map.mark({ category: 'B' })).color, 'red');
  t.same(await map.legend(), [{ name: 'B', color: 'red', ordering: 0 }]);
  t.equal(
    (await call('GET', `/maps/${map.id}/markers/${marker.id}`)).body.color,
    'blue',
    'the old marker keeps its own',
  );
});

t.test(
  'a PATCH that changes the category derives the colour from the legend, an explicit one wins',
  async (t) => {
    const map = await newMap();
    await map.put([
      { name: 'A', color: 'gray' },
      { name: 'B', color: 'brown' },
    ]);
    const marker = await map.mark({ category: 'A' });
    const patch = async (body: object) =>
      (await call('PATCH', `/maps/${map.id}/markers/${marker.id}`, body)).body.color;
    t.equal(marker.color, 'gray');
    t.equal(await patch({ category: 'B' }), 'brown');
    t.equal(await patch({ category: 'A', color: 'Pink' }), 'pink');
    t.equal(await patch({ name: 'x' }), 'pink');
    t.equal(await patch({ category: 'B' }), 'brown');
    t.equal(await patch({ category: 'C' }), 'red');
    t.same(pairs(await map.legend()), [
      ['A', 'gray'],
      ['B', 'brown'],
      ['C', 'red'],
    ]);
    t.equal((await map.mark({ category: 'D', color: 'blue' })).color, 'blue');
  },
);

t.test('imports derive colours from the legend as it is, an explicit colour wins', async (t) => {
  const map = await newMap();
  const load = async (csv: string) => {
    t.match(await importCsv(call, map.id, csv), { status: 'completed', error_count: 0 });
    return (await call('GET', `/maps/${map.id}/markers?page_size=1000`)).body.data.map(
      ({ name, color }: Category) => [name, color],
    );
  };
  await map.put([{ name: 'A', color: 'gray' }]);
  const header = 'name,lat,lng,category,color\n';
  t.same(await load(`${header}a,1,1,A,\nb,1,2,A,Sky Blue\nc,1,3,C,\nd,1,4,D,black\ne,1,5,D,\n`), [
    ['a', 'gray'],
    ['b', 'sky blue'],
    ['c', 'red'],
    ['d', 'black'],
    ['e', 'black'],
  ]);
  await map.put([{ name: 'C', color: 'pink' }]);
  t.same((await load(`${header}f,2,1,A,\ng,2,2,C,\n`)).slice(-2), [
    ['f', 'red'],
    ['g', 'pink'],
  ]);
  t.same(pairs(await map.legend()), [
    ['C', 'pink'],
    ['A', 'red'],
  ]);
});

t.test('what a legend must not be is 400 and changes nothing', async (t) => {
  const map = await newMap();
  await map.put([{ name: 'A', color: 'gray' }]);
  const before = await map.legend();
  for (const [body, told] of [
    [{}, 'categories'],
    [{ categories: null }, 'categories'],
    [{ categories: {} }, 'categories'],
    [{ categories: ['A'] }, 'categories[0]'],
    [{ categories: [{}] }, 'name'],
    [{ categories: [{ name: '' }] }, 'name'],
    [{ categories: [{ name: ' \t\u00a0' }] }, 'name'],
    [{ categories: [{ name: 5 }] }, 'name'],
    [{ categories: [{ name: 'x'.repeat(32_001) }] }, 'name'],
    [{ categories: [{ name: 'nul \0' }] }, 'U+0000'],
    [
      { categories: [{ name: 'A' }, { name: 'B' }, { name: ' A' }] },
      'categories[2].name "A" repeats the name of categories[0]',
    ],
    [{ categories: [{ name: 'B' }, { name: 'A', color: '#ff0000' }] }, 'categories[1].color "#ff0000"'],
    [{ categories: [{ name: 'A', color: 'no such colour' }] }, 'no such colour'],
    [{ categories: [{ name: 'A', color: null }] }, 'color'],
    [{ categories: [{ name: 'A', color: ['red'] }] }, 'color'],
    [{ categories: [{ name: 'A', ordering: 1.5 }] }, 'ordering'],
    [{ categories: [{ name: 'A', ordering: '1' }] }, 'ordering'],
    [{ categories: [{ name: 'A', ordering: 1_000_000_001 }] }, 'ordering'],
    [{ categories: Array.from({ length: 10_001 }, (_, i) => ({ name: `${i}` })) }, 'categories'],
  ] as const) {
    const { status, body: answer } = await call('PUT', map.path, body);
    t.equal(status, 400, told);
    t.equal(answer.error.code, 'BAD_REQUEST');
    t.ok(answer.error.message.includes(told), answer.error.message);
  }
  t.same(await map.legend(), before);
});

t.test('names are any text: odd ones, one apart from another, and very long ones', async (t) => {
  const map = await newMap();
  // Digests, as what can be compressed would fit an index as it is.
  const long = Array.from({ length: 500 }, (_, i) => createHash('sha256').update(`${i}`).digest('hex'))
    .join('')
    .slice(1);
  const names = [
    '__proto__',
    'constructor',
    'shops',
    'Shops',
    'Ärzte',
    'A\u0308rzte',
    '🍕',
    '{"a",NULL}',
    '"\\',
    "'; --",
    'a\nb',
    `${long}1`,
    `${long}2`,
  ];
  t.same(
    (await map.put(names.map((name) => ({ name })))).body.categories.map(({ name }: Category) => name),
    names,
  );
  for (const [i, category] of names.entries())
    t.equal((await map.mark({ category })).color, PALETTE[i], category.slice(0, 20));
  t.equal((await map.legend()).length, names.length);
  const markers = [{ name: 'm', lat: 3, lng: 4, category: `${long}4` }];
  t.match((await call('POST', `/maps/${map.id}/markers/bulk`, { markers })).body, { added: 1, errors: [] });
  t.match(await map.mark({ category: `${long}3` }), {
    category: `${long}3`,
    color: PALETTE[names.length + 1],
  });
});

t.test(
  'a legend holds 5,000 categories; those beyond stay with their markers and have the first colour',
  async (t) => {
    const map = await newMap();
    const named = (i: number) => `category number ${i} of this very long legend`;
    const categories = Array.from({ length: 5000 }, (_, i) => ({ name: named(i) }));
    t.equal((await map.put([...categories, { name: 'one too many' }])).status, 400);
    t.equal((await map.put(categories.slice(0, 4999))).status, 200);
    t.equal((await map.mark({ category: named(4999) })).color, PALETTE[4999 % 48]);
    t.match(await map.mark({ category: 'beyond' }), { category: 'beyond', color: PALETTE[0] });
    t.equal((await map.mark({ category: 'beyond', color: 'red' })).color, 'red');
    const { body } = await map.put(categories.toReversed());
    t.equal(body.categories.length, 5000);
    t.match(body.categories.at(-1), { name: named(0), ordering: 4999 });
  },
);

t.test('the names of a legend have 4 MiB together; what does not fit stays with its markers', async (t) => {
  const map = await newMap();
  const named = (i: number) => `${'中'.repeat(31_990)} ${i}`;
  for (let i = 0; i < 45; i++) await map.mark({ category: named(i) });
  t.equal((await map.legend()).length, 43, '96 KB each');
  t.match(await map.mark({ category: named(44) }), { category: named(44), color: PALETTE[0] });
  await map.mark({ category: 'short' });
  t.equal((await map.legend()).at(-1)!.name, 'short', 'there is room for it');
});

t.test(
  'parallel PUTs, DELETEs and writes of markers leave one whole legend, and no marker without its colour',
  async (t) => {
    const map = await newMap();
    const lists = [['A', 'B', 'C'], ['C', 'D'], ['E']];
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, i) => {
        if (i % 6 === 5) return call('DELETE', map.path);
        if (i % 2 === 0) return map.put(lists[(i / 2) % 3]!.map((name) => ({ name })));
        return call('POST', `/maps/${map.id}/markers`, {
          name: 'm',
          lat: 1,
          lng: 2,
          category: 'ABCDE'[i % 5],
        });
      }),
    );
    t.same(new Set(answers.map(({ status }) => status)), new Set([200, 201, 204]));
    const markers = answers.filter(({ status }) => status === 201);
    t.same(
      markers.filter(({ body }) => !PALETTE.includes(body.color)),
      [],
    );
    await map.put([{ name: 'Z' }]);
    t.equal((await map.legend()).length, 1);
  },
);

t.test('another layer keeps its own copy of the legend', async (t) => {
  const map = await newMap();
  await map.put([{ name: 'A' }]);
  await sql`
    WITH layer AS (INSERT INTO layers (map_id, is_default) VALUES (${map.id}, false) RETURNING id)
    INSERT INTO legend_entries (map_id, layer_id, name, color, ordering) SELECT ${map.id}, id, 'A', 'black', 0 FROM layer`;
  const others = () => sql`
    SELECT e.* FROM legend_entries e JOIN layers l ON l.id = e.layer_id WHERE e.map_id = ${map.id} AND NOT l.is_default`;
  const before = await others();
  t.equal(before.length, 1);
  t.same(await map.legend(), [{ name: 'A', color: 'red', ordering: 0 }]);
  await map.put([{ name: 'A', color: 'green' }, { name: 'B' }]);
  t.equal((await map.mark({ category: 'A' })).color, 'green');
  await call('DELETE', map.path);
  t.same(await others(), before);
});

t.test('the legend of a map that is not the caller’s is 404 before the body is judged', async (t) => {
  const map = await newMap();
  const other = await service.client({ email: 'other@example.com' });
  const readOnly = await service.client({ scope: 'read_only' });
  for (const method of ['GET', 'PUT', 'DELETE']) {
    const body = method === 'PUT' ? { categories: 5 } : undefined;
    t.equal((await other(method, map.path, body)).status, 404, method);
    t.equal((await call(method, '/maps/999999/categories', body)).status, 404, method);
    t.equal((await readOnly(method, map.path, body)).status, method === 'GET' ? 200 : 403, method);
  }
  for (const method of ['POST', 'PATCH']) t.equal((await call(method, map.path, {})).status, 404, method);
});
