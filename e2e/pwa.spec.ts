import { createServer, request, type OutgoingHttpHeaders, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expectAccessibleNow } from './support/axe.ts';
import { makePeople, ownSurname, rows } from './support/contacts.ts';
import { DEMO_PASSWORD } from '../src/demo/accounts.ts';
import { Api } from './support/api.ts';
import { account, expect, test } from './support/test.ts';
import type { Page } from '@playwright/test';

test.use({ serviceWorkers: 'allow' });

/** The worker is active and has stored the page's files. */
async function untilKept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
  });
  await expect
    .poll(
      () =>
        page.evaluate(async () => {
          const stored = new Set((await (await caches.open('gauntlet-files')).keys()).map(({ url }) => url));
          return performance
            .getEntriesByType('resource')
            .map(({ name }) => name)
            .filter((name) => name.includes('/assets/') && !stored.has(name));
          // They include the prefetched files of likely pages, each with its parts.
        }),
      { timeout: 60_000 },
    )
    .toEqual([]);
}

/** Number of stored API answers in this browser whose address contains the given words. */
function keptReads(page: Page, words = ''): Promise<number> {
  return page.evaluate(async (wanted) => {
    // Opening the database before the application would create it empty and prevent its setup.
    if (!(await indexedDB.databases()).some(({ name }) => name === 'gauntlet.reads')) return 0;
    return new Promise<number>((resolve, reject) => {
      const opening = indexedDB.open('gauntlet.reads');
      opening.onerror = () => reject(opening.error as Error);
      opening.onsuccess = () => {
        const database = opening.result;
        if (!database.objectStoreNames.contains('reads')) return resolve(0);
        const keys = database.transaction('reads').objectStore('reads').getAllKeys();
        keys.onsuccess = () => {
          database.close();
          resolve(keys.result.filter((key) => typeof key === 'string' && key.includes(wanted)).length);
        };
      };
    });
  }, words);
}

test('offline: seen pages stay readable, nothing can be changed, and it recovers by itself [S1.3]', async ({
  page,
  context,
  signIn,
  allowFaults,
}) => {
  allowFaults(/Failed to load resource|ERR_INTERNET_DISCONNECTED/);
  const api = await signIn('staff');
  const surname = ownSurname();
  await makePeople(api, surname, ['Ann', 'Bob']);
  await page.goto('/analytics');
  const report = page.getByRole('main').getByRole('table').first();
  await expect(report).toBeVisible();
  await untilKept(page);
  await expect.poll(() => keptReads(page, '/api/reports/')).toBeGreaterThan(0);
  const figures = await report.innerText();
  await page.goto(`/contacts?search=${surname}`);
  await expect(rows(page)).toHaveCount(2);
  await untilKept(page);
  await expect.poll(() => keptReads(page, '/api/contacts?')).toBeGreaterThan(0);

  await context.setOffline(true);
  const notice = page.getByTestId('offline');
  await expect(notice).toContainText('Offline.');
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await expect(notice).toContainText('Changes can’t be saved.');
  await expectAccessibleNow(page);
  await page.goto('/analytics');
  await expect.poll(() => report.innerText()).toBe(figures);
  await page.goBack();

  await page.getByRole('button', { name: 'New contact' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('First name').fill('Cyd');
  await dialog.getByRole('button', { name: 'Create contact' }).click();
  await expect(dialog.getByText('You are offline, so no changes were saved.', { exact: false }).first()).toBeVisible();

  await context.setOffline(false);
  await expect(notice).toHaveCount(0);
  // Nothing was sent behind the person's back; the typed text is still there.
  await expect(dialog.getByLabel('First name')).toHaveValue('Cyd');
  await expect(rows(page)).toHaveCount(2);
});

test('a sign-out leaves no stored reads behind', async ({ page, signIn, allowFaults }) => {
  // Pending reads are refused when the session ends.
  allowFaults(/401 \(Unauthorized\)/);
  await signIn('client');
  await page.goto('/contacts');
  await expect(rows(page).first()).toBeVisible();
  await expect.poll(() => keptReads(page)).toBeGreaterThan(1);
  // Entries from the day before yesterday are deleted once something is stored.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open('gauntlet.reads');
        opening.onsuccess = () => {
          const adding = opening.result.transaction('reads', 'readwrite');
          adding
            .objectStore('reads')
            .put({ key: 'somebody /api/contacts?old', at: Date.now() - 48 * 3_600_000, text: '{}' });
          adding.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
  );
  // Neither the names of recent pages nor unsaved text remain.
  const link = rows(page).first().getByRole('link').first();
  const name = await link.innerText();
  await link.click();
  await page.getByRole('textbox', { name: 'Write a note' }).fill('Written for nobody else');
  const held = () => page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  await expect.poll(held).toContain('Written for nobody else');
  await expect.poll(held).toContain(name);
  await expect.poll(() => keptReads(page, '?old')).toBe(0);
  await page.goBack();
  await expect(rows(page).first()).toBeVisible();
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
  await expect.poll(() => keptReads(page)).toBe(0);
  await expect.poll(held).not.toContain('Written for nobody else');
  await expect.poll(held).not.toContain(name);
  const stored = await page.evaluate(async () =>
    (
      await Promise.all(
        (await caches.keys()).map(async (name) =>
          (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname),
        ),
      )
    ).flat(),
  );
  expect(stored.filter((path) => path.startsWith('/api'))).toEqual([]);
});

test('the browser can install the product @long [S1.3]', async ({ page, context }) => {
  await page.goto('/login');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  const cdp = await context.newCDPSession(page);
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors');
  // The tests' browser uses a private window, where nothing can be installed.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
  const { errors, data } = await cdp.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { icons } = JSON.parse(data ?? '{}') as { icons: { src: string; sizes: string }[] };
  for (const { src, sizes } of icons) {
    const size = await page.evaluate(async (url) => {
      const image = await createImageBitmap(await (await fetch(url)).blob());
      return `${image.width}x${image.height}`;
    }, src);
    expect(size, src).toBe(sizes);
  }
});

test('a new version is offered, and loads on request @long', async ({ browser, server }) => {
  const site = await behindNewVersions(server.url);
  const context = await browser.newContext({ baseURL: site.url, serviceWorkers: 'allow' });
  const page = await context.newPage();
  await new Api(context.request, site.url).signIn(account('staff').email, DEMO_PASSWORD);
  await page.goto('/analytics');
  await untilKept(page);
  site.publish();
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  await page.evaluate(() => {
    (window as { before?: boolean }).before = true;
  });
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect
    .poll(() => page.evaluate(() => (window as { before?: boolean }).before).catch(() => true))
    .toBeUndefined();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting)).toBeNull();
  await context.close();
  site.server.close();
});

/** The server behind another address, where a new version can be published: its service worker then differs. */
async function behindNewVersions(target: string): Promise<{ url: string; publish: () => void; server: Server }> {
  let version = '';
  const server = createServer((incoming, outgoing) => {
    const isWorker = incoming.url === '/sw.js';
    const headers: OutgoingHttpHeaders = { ...incoming.headers, 'accept-encoding': 'identity' };
    if (isWorker) for (const name of ['if-none-match', 'if-modified-since']) delete headers[name];
    const forwarded = request(new URL(incoming.url ?? '/', target), { method: incoming.method, headers }, (answer) => {
      // It gets longer than announced.
      const { 'content-length': _, ...rest } = answer.headers;
      outgoing.writeHead(answer.statusCode ?? 502, isWorker ? rest : answer.headers);
      answer.pipe(outgoing, { end: !isWorker });
      if (isWorker) answer.on('end', () => outgoing.end(version));
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    publish: () => {
      version = '\n// newer';
    },
    server,
  };
}
