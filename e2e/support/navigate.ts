/** Navigation inside the application, as by links: the page is drawn, not reloaded each time. */
import type { Page } from '@playwright/test';

/** Milliseconds without requests until a page counts as loaded: `networkidle` waits half a second. */
const QUIET_FOR = 100;

/** Goes there without reloading the application, and returns the final address once a page is shown. */
export async function visit(page: Page, to: string): Promise<string> {
  await page.evaluate((path) => {
    document.title = 'on the way';
    history.pushState(null, '', path);
  }, to);
  await page.waitForFunction(
    () => document.title.endsWith('Gauntlet') && document.querySelectorAll('h1').length === 1,
    undefined,
    { timeout: 30_000 },
  );
  return new URL(page.url()).pathname;
}

/** Like `visit`, then waits until every requested answer is there and drawn. */
export async function open(page: Page, to: string): Promise<void> {
  await visit(page, to);
  await quiet(page);
}

/** Waits until every requested answer is there and drawn. */
export async function quiet(page: Page): Promise<void> {
  await page.evaluate(
    (quietFor) =>
      new Promise<void>((resolve) => {
        let last = performance.now();
        const observer = new PerformanceObserver(() => {
          last = performance.now();
        });
        observer.observe({ type: 'resource' });
        const look = () => {
          const busy = document.querySelector('main [aria-busy="true"]') && performance.now() - last < 3_000;
          if (busy || performance.now() - last < quietFor) return void setTimeout(look, quietFor / 2);
          observer.disconnect();
          requestAnimationFrame(() => resolve());
        };
        look();
      }),
    QUIET_FOR,
  );
}
