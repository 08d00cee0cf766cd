import { mkdirSync, readFileSync } from 'node:fs';
import t from 'tap';
import { startTestApp } from '../support/app.js';
import { noBrowser, openBrowser, openPage, violations } from '../support/browser.js';

const { pages } = JSON.parse(readFileSync(new URL('../../docs/manifest.json', import.meta.url), 'utf8')) as {
  pages: Record<string, string>;
};
const addressOf = (name: string): string => (name === 'README' ? 'docs' : `docs/${name}`);
const shots = process.env.SHOTS;

t.test('guides and reference read well in a browser', { skip: noBrowser }, async (t) => {
  const service = await startTestApp(t);
  const authorization = await service.authorization();
  const { origin } = new URL(service.app.publicUrl);
  const browser = await openBrowser(t);
  const { page, complaints } = await openPage(browser, origin, { viewport: { width: 1280, height: 800 } });

  await t.test('without a violation, in both themes and widths', async (t) => {
    for (const [name, colorScheme, width] of Object.keys(pages).flatMap((name, i) =>
      name === 'reference' || i === 0
        ? (['light', 'dark'] as const).flatMap((theme) => [1280, 390].map((w) => [name, theme, w] as const))
        : [[name, i % 2 === 0 ? 'light' : 'dark', i % 4 < 2 ? 1280 : 390] as const],
    )) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await page.goto(`${origin}/${addressOf(name)}`);
      if (name === 'reference') await page.locator('#operations-Maps-createMap').waitFor();
      t.same(await violations(page), [], `${name}, ${colorScheme}, ${width}`);
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      t.ok((overflow as number) <= 0, `${name} fits in ${width}`);
      if (!shots) continue;
      mkdirSync(shots, { recursive: true });
      await page.screenshot({ path: `${shots}/docs-${name}-${colorScheme}-${width}.png` });
    }
  });

  await t.test('by their links', async (t) => {
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(`${origin}/docs`);
    await page.getByText('All pages').first().click();
    await page.getByRole('link', { name: 'Importing' }).first().click();
    await page.getByRole('heading', { name: 'Importing', level: 1 }).waitFor();
    await page.goto(`${origin}/docs/importing#columns`);
    t.ok(await page.locator('#columns').isVisible());
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  await t.test('and an operation is tried with the key of the console', async (t) => {
    await page.evaluate(`sessionStorage.setItem('cartload.key', '${authorization.slice('Bearer '.length)}')`);
    await page.goto(`${origin}/docs/reference#/Account/getMe`);
    const me = page.locator('#operations-Account-getMe');
    await me.getByRole('button', { name: 'Try it out' }).click();
    await me.getByRole('button', { name: 'Execute' }).click();
    await me.getByText('account_email').first().waitFor();
    t.same(await violations(page), [], 'with an answer');
    if (shots) await page.screenshot({ path: `${shots}/docs-tried.png`, fullPage: true });
  });
  t.same(complaints, []);
});
