/**
 * Going from page to page inside the application, as links do: what a page costs is drawn, and not loaded anew each
 * time.
 */
import type { Page } from '@playwright/test';

/**
 * How long nothing may be asked of the server until a page counts as read, in milliseconds: `networkidle` waits half a
 * second.
 */
const QUIET_FOR = 100;

/** Goes there without loading the application anew, and answers where that led once a page stands. */
export async function visit(page: Page, to: string): Promise<string> {
  await page.evaluate((path) => {
    document.title = 'on the way';
    history.pushState(null, '', path);
  }, to);
  await page.waitForFunction(
    () => document.title.endsWith('Gauntlet') && document.querySelectorAll('h1').length === 1,
    undefined,
    { timeout: 10_000 },
  );
  return new URL(page.url()).pathname;
}

/** As `visit`, until every answer that the page asked for is there, and drawn. */
export async function open(page: Page, to: string): Promise<void> {
  await visit(page, to);
  await quiet(page);
}

/** Waits until every answer that the page asked for is there, and drawn. */
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
