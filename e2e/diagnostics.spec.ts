import { reports } from '../src/domains/diagnostics/contract.ts';
import { expectAccessible, expectAccessibleNow } from './support/axe.ts';
import { expect, test } from './support/test.ts';

const PHONE = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36';

test('an altered file, and policy violations, are reported to the administrators', async ({
  page,
  signIn,
  allowFaults,
}) => {
  allowFaults(/Content Security Policy|'TrustedScript' assignment/);
  const api = await signIn('admin');
  await page.route('**/assets/index-*.css', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()}\n/* slipped in */` });
  });
  await page.goto('/test');
  await expect(page.getByText('Loaded.')).toBeVisible();
  await expect(
    page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.slippedIn = true';
      document.head.append(script);
    }),
  ).rejects.toThrow('TrustedScript');
  expect(await page.evaluate(() => 'slippedIn' in window)).toBe(false);
  await page.evaluate(() => {
    const style = document.createElement('style');
    style.textContent = '#root { display: none }';
    document.head.append(style);
  });
  const kinds = async () => (await api.call(reports.list)).items.map(({ kind, detail }) => `${kind}: ${detail}`);
  await expect
    .poll(kinds)
    .toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^policy: style-src-elem refused inline/),
        expect.stringMatching(/^altered: \/assets\/index-[\w-]+\.css$/),
      ]),
    );
  await page.unrouteAll();
  await page.reload();
  await expect(page.getByTestId('row').filter({ hasText: 'Altered file' })).toContainText('/assets/index-');
  await expectAccessibleNow(page);
  await page.getByRole('button', { name: 'Remove all' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove all reports' }).click();
  await expect(page.getByText('Nothing reported')).toBeVisible();
});

test('each kind of device gets its own script, which the browser verifies before it runs @long', async ({
  request,
}) => {
  const tagFor = async (agent: string) =>
    /<script defer nonce="[^"]+" src="\/protect\/(\w+)\.[\w-]+\.js" integrity="sha384-[^"]+" crossorigin="anonymous">/.exec(
      await (await request.get('/login', { headers: { 'user-agent': agent } })).text(),
    )?.[1];
  expect(await tagFor(PHONE)).toBe('mobile');
  expect(await tagFor('Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0.0.0')).toBe('desktop');
});

test('the debug pages show the real state and no secret', async ({ page, context, signIn }) => {
  await signIn('staff');
  const secrets = (await context.cookies()).map(({ value }) => value).filter((value) => value.length > 4);
  for (const path of ['/debug-auth', '/debug-login', '/debug/login', '/plaid-debug']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Debug');
    await expect(page.getByRole('heading', { level: 2 }).first()).not.toHaveText('Asking the server');
    const shown = await page.locator('#root').innerText();
    for (const secret of secrets) expect(shown, path).not.toContain(secret);
    await expectAccessibleNow(page);
  }
  await page.goto('/debug-login');
  await page.getByRole('button', { name: 'Who am I' }).click();
  await expect(page.getByText('"role": "user"')).toBeVisible();
  await page.goto('/debug-auth');
  await expect(page.getByText('Open', { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('a plan limit names the plan that includes the feature @long', async ({ page, signIn, allowFaults }) => {
  allowFaults(/402 \(Payment Required\)/);
  await page.goto('/example-paywall');
  await expect(page.getByRole('link', { name: 'sign in', exact: true })).toBeVisible();
  await signIn('client');
  await page.reload();
  await page.getByRole('button', { name: 'Open it' }).click();
  await expect(page.getByTestId('paywall')).toContainText('It comes with Scale.');
  await expectAccessibleNow(page);
});
