import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { runForResult, serve } from './support/cartload-process.js';
import { createDatabase } from './support/database.js';
import { curl, parseShell } from './support/shell-words.js';
import { temporaryFolder } from './support/temporary-folder.js';

const PAGE = readFileSync(fileURLToPath(new URL('../../docs/in-step.md', import.meta.url)), 'utf8');
const blocksOf = (language: string): string[] =>
  [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, text]) => text!);

t.test('the steps of the guide do what it says', async (t) => {
  const folder = temporaryFolder(t);
  for (const [i, file] of blocksOf('csv').entries()) writeFileSync(join(folder, `week-${i + 1}.csv`), file);
  const { url: DATABASE_URL } = await createDatabase(t);
  const env = { DATABASE_URL, DATA_DIR: join(folder, 'data'), PORT: '0', WARM_UP: 'off' };
  const service = await serve(t, { env });
  await runForResult(t, ['account', 'create', '--email', 'you@example.com'], { env, cwd: folder });
  const { key } = await runForResult(t, ['key', 'create', '--email', 'you@example.com'], {
    env,
    cwd: folder,
  });
  const variables: Record<string, string> = {};
  const results: Record<string, unknown>[] = [];
  let list = '';
  for (const block of blocksOf('sh')) {
    const jobId = results.findLast((result) => 'job_id' in result)?.job_id as string | undefined;
    const text = block
      .replace('http://127.0.0.1:8080/v1', service.url)
      .replace('ck_...', key as string)
      .replace('job_...', jobId ?? 'none');
    for (const command of parseShell(text, variables)) {
      const [program, ...args] = command.words;
      if (program === 'npx')
        results.push(await runForResult(t, args.slice(1), { env: { ...env, ...variables }, cwd: folder }));
      else {
        const answer = await curl(command);
        t.ok(answer.ok, `${answer.status} ${args.at(-1)}`);
        const body = await answer.text();
        if (body.startsWith('{')) results.push(JSON.parse(body));
        else list = body;
      }
    }
  }
  t.match(results, [
    { id: 1, name: 'Customers' },
    { status: 'completed', added: 4 },
    { counts: { added: 1, updated: 2, unchanged: 1, deleted: 1 } },
    { status: 'completed', added: 1, updated: 2, unchanged: 1, deleted: 1 },
    { kind: 'undo', total: 4 },
  ]);
  const changes = (results[2] as { changes: { code: string; change: string; members: object[] }[] }).changes;
  t.match(changes, [
    {
      code: 'C-1',
      change: 'updated',
      members: [{ member: 'name', old: 'Harbour Bakery', new: 'Harbour Bread' }],
    },
    { code: 'C-2', change: 'updated', members: [{ member: 'lat' }, { member: 'lng' }] },
    { code: 'C-3', change: 'deleted', members: [] },
  ]);
  const lines = list.trimEnd().split('\r\n').slice(1);
  t.same(
    lines.map((line) => line.split(',').slice(1, 5).join()),
    [
      'C-1,Harbour Bread,updated,name',
      'C-2,Corner Shop,updated,lat',
      'C-2,Corner Shop,updated,lng',
      'C-3,Old Mill,deleted,',
      'C-5,Kiosk,added,',
    ],
  );
});
