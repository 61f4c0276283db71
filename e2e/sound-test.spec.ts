import { expect, test } from './support/test.ts';

/** Counts started tones, in the page. */
declare global {
  var startedTones: number;
}

test.describe('the sound test', () => {
  test.beforeEach(async ({ page }) => {
    await page.addInitScript(() => {
      globalThis.startedTones = 0;
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function count(when?: number) {
        globalThis.startedTones += 1;
        start.call(this, when);
      };
    });
    await page.goto('/sound-test');
  });

  test('is open to everybody, shows all 20 effects, and is silent until a button is pressed', async ({ page }) => {
    await expect(page.getByRole('heading', { name: 'Sound test', level: 1 })).toBeVisible();
    await expect(page.getByText(/Browsers block sound until you click/)).toBeVisible();
    await expect(page.locator('[data-sound]')).toHaveCount(20);
    expect(await page.evaluate(() => globalThis.startedTones)).toBe(0);
    await page.getByRole('button', { name: /^Play Achievement/ }).click();
    // Four notes.
    await expect.poll(() => page.evaluate(() => globalThis.startedTones)).toBe(4);
  });

  test('plays each effect, each status, and an unknown name @long', async ({ page }) => {
    const others = [/^active/i, /^inactive/i, /^pending/i, /^warning plays/i, /^error plays/i, /unknown name/].map(
      (name) => page.getByRole('button', { name }),
    );
    for (const button of [...(await page.locator('[data-sound]').all()), ...others]) {
      const before = await page.evaluate(() => globalThis.startedTones);
      await button.click();
      await expect
        .poll(() => page.evaluate(() => globalThis.startedTones), await button.innerText())
        .toBeGreaterThan(before);
    }
  });

  test('says why nothing sounds when sounds are off @long', async ({ page }) => {
    await page.getByRole('switch', { name: 'Sounds' }).click();
    await expect(page.getByText('Sounds are off or muted')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Play Click/ })).toBeDisabled();
    await page.reload();
    await expect(page.getByRole('switch', { name: 'Sounds' })).not.toBeChecked();
  });
});
