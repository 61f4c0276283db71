import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium } from '@playwright/test';
import { describe, expect, it } from 'vitest';
import { findChromium, findWholeChromium, type TestChromium } from './chromium.ts';

/** Opens two contexts at once on a real page, and tries what the same-origin policy forbids. */
async function tryOut(found: TestChromium): Promise<void> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8');
    if (request.url === '/foreign') return response.end('secret');
    response.end('<h1>Grüße</h1><label>Name <input></label> → 😀');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const browser = await chromium.launch({ executablePath: found.executablePath, args: found.args, env: found.env });
  try {
    const pages = await Promise.all([0, 1].map(async () => (await browser.newContext()).newPage()));
    for (const page of pages) {
      await page.goto(`http://127.0.0.1:${port}/`);
      expect(await page.textContent('h1')).toBe('Grüße');
      await page.getByLabel('Name').fill('Ada');
    }
    const foreign = await pages[0]!.evaluate(
      (url) =>
        fetch(url).then(
          () => 'read',
          () => 'refused',
        ),
      `http://localhost:${port}/foreign`,
    );
    expect(foreign).toBe('refused');
    expect((await pages[1]!.screenshot()).length).toBeGreaterThan(1_000);
  } finally {
    await browser.close();
    server.close();
  }
}

describe('the Chromium for tests', () => {
  it('is found in the package or on this machine', async () => {
    await tryOut(await findChromium());
  }, 60_000);

  it.runIf(process.platform === 'linux')(
    'needs nothing from the machine',
    async () => {
      const found = await findChromium({ ...process.env, PATH: '/nowhere', CHROMIUM_PATH: undefined });
      expect(found.origin).toContain('npm package');
      await tryOut(found);
    },
    60_000,
  );

  it('is the full browser for benchmarks, where there is one', async () => {
    await tryOut(await findWholeChromium());
  }, 60_000);

  it('is exactly the one in CHROMIUM_PATH', async () => {
    await expect(findChromium({ ...process.env, CHROMIUM_PATH: '/nowhere/chromium' })).rejects.toThrow(
      '/nowhere/chromium, which is no program',
    );
  });
});
