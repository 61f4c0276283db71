import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe.ts';
import { expect, test } from './support/test.ts';

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** The browser saves and opens files by links and inputs, which a test can follow; pickers of the system it cannot. */
const withoutPickers = (page: Page) =>
  page.addInitScript(() => {
    for (const name of ['showSaveFilePicker', 'showOpenFilePicker']) Reflect.deleteProperty(window, name);
  });

async function saved(page: Page) {
  await page.getByTestId('main-menu-trigger').click();
  const download = page.waitForEvent('download');
  await page.getByText('Download as .excalidraw').click();
  return JSON.parse(await readFile(await (await download).path(), 'utf8')) as {
    elements: { type: string; width: number }[];
    files: Record<string, unknown>;
  };
}

/** What this browser shows, by type. */
const shapes = async (page: Page) => (await saved(page)).elements.map(({ type }) => type).sort();

async function draw(page: Page, tool: string, x: number, y: number): Promise<void> {
  await page.getByTestId(`toolbar-${tool}`).locator('..').click();
  const box = (await page.locator('canvas.interactive').boundingBox())!;
  await page.mouse.move(box.x + x, box.y + y);
  await page.mouse.down();
  await page.mouse.move(box.x + x + 60, box.y + y + 40, { steps: 4 });
  await page.mouse.move(box.x + x + 120, box.y + y + 90, { steps: 4 });
  await page.mouse.up();
}

test('two people draw, one goes offline and comes back, and both have every stroke', async ({
  page,
  signIn,
  browser,
  server,
  allowFaults,
}) => {
  // Calls while the network is off, and the probes that notice its return.
  allowFaults(/ERR_INTERNET_DISCONNECTED|WebSocket connection/);
  const title = `Orchard plan ${Date.now()}`;
  await withoutPickers(page);
  await signIn('staff');
  await page.goto('/whiteboard');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'New board' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'New board' });
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByRole('button', { name: 'Create board' }).click();
  await expect(page.locator('canvas.interactive')).toBeVisible();
  await draw(page, 'rectangle', 300, 150);
  await expect(page.getByTestId('save-state')).toHaveText('Saved');

  const other = await (await browser.newContext({ baseURL: server.url })).newPage();
  await withoutPickers(other);
  await signIn('admin', other);
  await other.goto('/whiteboard');
  await other.getByRole('button', { name: title, exact: true }).click();
  await expect(other.getByRole('group', { name: /^On this board: .*Sam Whitlock/ })).toBeVisible();
  await expect.poll(() => shapes(other)).toEqual(['rectangle']);
  await draw(other, 'ellipse', 520, 150);
  await expect.poll(() => shapes(page)).toEqual(['ellipse', 'rectangle']);

  await page.context().setOffline(true);
  await expect(page.getByText('Offline', { exact: true })).toBeVisible();
  await draw(page, 'diamond', 300, 320);
  await expect(page.getByText(/kept on this device, sent when the connection is back/)).toBeVisible();
  await draw(other, 'freedraw', 520, 320);
  await expect.poll(() => shapes(other)).toEqual(['ellipse', 'freedraw', 'rectangle']);
  await page.context().setOffline(false);
  const all = ['diamond', 'ellipse', 'freedraw', 'rectangle'];
  await expect.poll(() => shapes(page), { timeout: 30_000 }).toEqual(all);
  await expect(page.getByTestId('save-state')).toHaveText('Saved', { timeout: 30_000 });
  await expect.poll(() => shapes(other)).toEqual(all);
  await page.reload();
  await expect(page.locator('canvas.interactive')).toBeVisible();
  expect(await shapes(page)).toEqual(all);

  // An image goes through the file store.
  const chooser = page.waitForEvent('filechooser');
  await page.getByTestId('toolbar-image').locator('..').click();
  await (await chooser).setFiles({ name: 'pixel.png', mimeType: 'image/png', buffer: PIXEL });
  const canvas = (await page.locator('canvas.interactive').boundingBox())!;
  await page.mouse.click(canvas.x + 750, canvas.y + 300);
  await expect.poll(async () => Object.keys((await saved(other)).files)).toHaveLength(1);

  // As pictures.
  for (const type of ['png', 'svg']) {
    await page.getByTestId('main-menu-trigger').click();
    await page.getByTestId('image-export-button').click();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: `Export to ${type.toUpperCase()}` }).click();
    expect((await download).suggestedFilename()).toContain(`.${type}`);
    await page.keyboard.press('Escape');
  }

  // Someone who may only view sees it, and cannot change it.
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByLabel('Workspace access').selectOption('view');
  await expect(other.getByText('View only')).toBeVisible();
  await expect(other.getByTestId('toolbar-rectangle')).toHaveCount(0);
  await other.context().close();

  await page.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'All boards' }).click();
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Move to trash' }).click();
  await expect(page.getByRole('button', { name: title, exact: true })).toHaveCount(0);
  await page.getByRole('button', { name: 'Trash', exact: true }).click();
  await page.getByTestId('board').filter({ hasText: title }).getByRole('button', { name: 'Restore' }).click();
  await page.getByRole('button', { name: 'Leave trash' }).click();
  await page.getByRole('button', { name: title, exact: true }).click();
  await expect(page.locator('canvas.interactive')).toBeVisible();
});
