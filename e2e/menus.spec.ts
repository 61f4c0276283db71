/** Overlays stay open, whatever is answered meanwhile. */
import type { Page, Route } from '@playwright/test';
import { type Workflow, workflows } from '../src/domains/automation/contract.ts';
import { expect, test } from './support/test.ts';

test('a menu stays open while a save and a late read are answered, and the item that is clicked counts', async ({
  page,
  signIn,
}) => {
  const api = await signIn('admin');
  const { id } = await api.call(workflows.create, {
    body: {
      name: 'Slow line',
      draft: {
        trigger: { kind: 'manual', record: 'contact' },
        steps: [
          {
            id: 'call',
            name: 'Tell them',
            kind: 'webhook',
            url: 'https://example.com/hook',
            method: 'POST',
            headers: [],
            body: '',
            policy: 'approval',
          },
        ],
      },
    },
  });
  await page.goto(`/workflow-visualization/${id}?view=list&step=call`);
  const details = page.getByRole('complementary', { name: 'Details' });
  const saved = page.getByText('Draft saved', { exact: true });
  await expect(saved).toBeVisible();

  const line = await slowLine(page, id);
  // A first save, whose announcement has the page read the workflow: that answer is under way from here on.
  await details.getByRole('textbox', { name: 'Name' }).fill('Tell them twice');
  await line.saveArrives();
  await expect.poll(() => line.readsUnderWay()).toBeGreaterThan(0);
  // The second save adds a header, whose value takes a variable.
  await details.getByRole('button', { name: 'Add header' }).click();
  await line.saveArrives();
  await expect(saved).toBeVisible();
  const value = details.getByRole('group', { name: 'Headers' }).getByRole('textbox', { name: 'Value' });
  const open = details.getByRole('button', { name: 'Insert variable into Value' });
  const menu = page.getByRole('menu', { name: 'Variables for Value' });
  const choose = async (item: string, meanwhile: () => Promise<void>) => {
    await open.click();
    await expect(menu).toBeVisible();
    const opened = await menu.elementHandle();
    await meanwhile();
    await expect(saved).toBeVisible();
    // The menu that was opened, and not another one in its place.
    expect(await opened!.evaluate((element) => element.isConnected)).toBe(true);
    await menu.getByRole('menuitem', { name: item }).click();
  };
  // The first read's result has no header yet.
  await choose('Workspace name', () => line.readsArrive());
  await expect(value).toHaveValue('{{workspace.name}}');
  await choose('Run ID', () => line.saveArrives());
  await expect(value).toHaveValue('{{workspace.name}}{{run.id}}');
  await line.saveArrives();
  await expect(saved).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  expect((await api.call(workflows.get, { params: { id } })).draft.steps).toMatchObject([
    { name: 'Tell them twice', headers: [{ name: '', value: '{{workspace.name}}{{run.id}}' }] },
  ]);
});

/**
 * Holds the answers of a workflow's saves and reads until they are let through. Every read that was held is answered by
 * what the first of them found, as by a line that delivers out of order.
 */
async function slowLine(page: Page, id: string) {
  const saves: (() => Promise<void>)[] = [];
  const reads: Route[] = [];
  let found: Promise<Workflow> | undefined;
  await page.route(`**/api/workflows/${id}?*`, async (route) => {
    if (route.request().method() === 'GET') {
      reads.push(route);
      found ??= route.fetch().then((response) => response.json() as Promise<Workflow>);
      return;
    }
    const response = await route.fetch();
    saves.push(() => route.fulfill({ response }));
  });
  return {
    readsUnderWay: () => reads.length,
    /** Waits for the next save, and lets its answer through. */
    saveArrives: async () => {
      await expect.poll(() => saves.length).toBeGreaterThan(0);
      await saves.shift()!();
    },
    /** Later reads are answered as usual. */
    readsArrive: async () => {
      const json = await found;
      // A read that the page gave up meanwhile takes no answer.
      for (const route of reads.splice(0)) await route.fulfill({ json }).catch(() => undefined);
    },
  };
}
