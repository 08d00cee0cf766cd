import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import type { Test } from 'tap';
import { signIn } from '../../load/pan-in-browser.js';
import type { Client, TestApp } from './app.js';
import { startTestApp } from './app.js';
import { type OpenPage, openBrowser, openPage, violations } from './browser.js';

export const WIDE = { viewport: { width: 1280, height: 800 } };
const shots = process.env.SHOTS;

/** Pictures of the screen in both themes and widths, where SHOTS names a folder for them. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (!shots) return;
  mkdirSync(shots, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const)
    for (const [width, height] of [
      [1280, 800],
      [390, 844],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      await page.waitForTimeout(1200);
      await page.screenshot({ path: `${shots}/${name}-${colorScheme}-${width}.png` });
    }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize(WIDE.viewport);
}

/** Parts of the page that are cut off at a side, which do not scroll there on purpose. */
export const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('.side, .maps, .journey-body, dialog, html')]
    .filter((part) => part.scrollWidth > part.clientWidth + 1)
    .map(({ className, scrollWidth, clientWidth }) => className + ': ' + scrollWidth + ' > ' + clientWidth)`);

/** axe-core finds nothing on the screen, and nothing is cut off; it is drawn where SHOTS is set. */
export async function look(t: Test, page: Page, name: string): Promise<void> {
  t.same(await violations(page), [], `axe-core: ${name}`);
  t.same(await cutOff(page), [], `cut off: ${name}`);
  await shoot(page, name);
}

/** Drops a file on the map, or on another part of the page. */
export async function drop(
  page: Page,
  name: string,
  bytes: Buffer | string,
  onto = '.map-screen',
): Promise<void> {
  const file = `new File([new Uint8Array(${JSON.stringify([...Buffer.from(bytes)])})], ${JSON.stringify(name)})`;
  const dataTransfer = await page.evaluateHandle(
    `(() => { const data = new DataTransfer(); data.items.add(${file}); return data; })()`,
  );
  await page.dispatchEvent(onto, 'drop', { dataTransfer });
}

export interface Console {
  service: TestApp;
  call: Client;
  key: string;
  page: Page;
  /** Another page that is signed in with the same key. */
  open(): Promise<Page>;
  /** Complaints of all pages. */
  complaints: string[];
  origin: string;
}

/** A page of the console that is signed in by a key. */
export async function openSignedIn(browser: Browser, origin: string, key: string): Promise<OpenPage> {
  const opened = await openPage(browser, origin, WIDE);
  await signIn(opened.page, key);
  return opened;
}

/** A service with a page of the console that is signed in by a key. */
export async function openConsole(t: Test, env: Record<string, string> = {}): Promise<Console> {
  const service = await startTestApp(t, env);
  const authorization = await service.authorization();
  const key = authorization.slice('Bearer '.length);
  const { origin } = new URL(service.app.publicUrl);
  const browser = await openBrowser(t);
  const all: string[][] = [];
  const open = async (): Promise<Page> => {
    const { page, complaints } = await openSignedIn(browser, origin, key);
    all.push(complaints);
    return page;
  };
  return {
    service,
    call: service.clientWith(authorization),
    key,
    page: await open(),
    open,
    get complaints() {
      return all.flat();
    },
    origin,
  };
}

/** Opens a map, and waits until it is drawn. */
export async function openMap(page: Page, origin: string, mapId: number): Promise<void> {
  await page.goto(`${origin}/#/maps/${mapId}`);
  await page.getByText('Loading the map').waitFor({ state: 'detached' });
}
