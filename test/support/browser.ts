import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import type { Test } from 'tap';
import { launchChromium } from '../../load/pan-in-browser.js';

export { noBrowser } from '../../load/pan-in-browser.js';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Debian's Chromium, which draws maps in software; closed at the end of the test. */
export async function openBrowser(t: Test): Promise<Browser> {
  const browser = await launchChromium();
  t.teardown(() => browser.close());
  return browser;
}

export interface OpenPage {
  page: Page;
  /** Complaints of the page: errors of scripts, violations of the policy, requests to others. */
  complaints: string[];
}

/** A page that records what it must not do. @param origin the only one that it may ask */
export async function openPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<OpenPage> {
  const context = await browser.newContext({ locale: 'en-GB', timezoneId: 'UTC', ...options });
  const page = await context.newPage();
  page.setDefaultTimeout(180_000);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(`${error.name}: ${error.message}`));
  page.on('console', (message) => {
    // A request that is refused is said so by the page itself.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text());
  });
  page.on('dialog', (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(`${origin}/`) && !/^(data|blob):/.test(url)) complaints.push(`asked ${url}`);
  });
  return { page, complaints };
}

/** Violations that axe-core finds on the page as it is, in words. */
export async function violations(page: Page): Promise<string[]> {
  // Evaluated by the debugger, which the policy of the page does not bind.
  await page.evaluate(readFileSync(AXE, 'utf8'));
  // Colours on their way to others have a contrast that nobody sees.
  await page.evaluate(`Promise.allSettled(document.getAnimations()
    .filter(({ effect }) => effect.getComputedTiming().endTime < Infinity)
    .map(({ finished }) => finished))`);
  const found = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as {
    violations: { id: string; help: string; nodes: { html: string; failureSummary?: string }[] }[];
  };
  return found.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}: ${html.slice(0, 200)} ${failureSummary ?? ''}`),
  );
}
