import { defineConfig } from '@playwright/test';
// The run's ports are chosen here, before its workers begin.
import './e2e/support/model-port.ts';
import { findChromium } from './src/testing/chromium.ts';
import { memoryHasRoom } from './src/testing/folders.ts';

const chromium = await findChromium();

/** End-to-end tests: each worker runs the real server on a data folder of its own, and a real Chromium against it. */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/support/example.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  // Each worker is a browser, a server and its database: a third makes the run on two cores longer (394 seconds instead
  // of 343).
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  // No second try: a test that needs one is fixed or removed.
  retries: 0,
  // Ten times what the longest test takes here: the limits end a run that hangs, not one on a slow machine.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['./scripts/test-run/playwright-reporter.ts']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1366, height: 768 },
    locale: 'en-GB',
    timezoneId: 'Europe/London',
    // What moves cannot be judged: colours in mid-transition look like contrast faults.
    contextOptions: { reducedMotion: 'reduce' },
    acceptDownloads: true,
    // The tests of a worker take turns in one browser window, emptied between them: what Chromium read of the
    // application it need not read again.
    reuseContext: true,
    // Tests of single pages meet the server itself; the tests of the service worker allow it.
    serviceWorkers: 'block',
    screenshot: 'only-on-failure',
    // Recording each test costs a third of its time: `npx playwright test e2e/NAME.spec.ts --trace on` does it.
    trace: 'off',
    launchOptions: {
      executablePath: chromium.executablePath,
      // A microphone that beeps, for the recorder of meetings.
      args: [...chromium.args, '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
      env: chromium.env,
      // Playwright has Chromium draw by way of files, for containers whose memory for sharing is small: each frame
      // would make new ones.
      ignoreDefaultArgs: memoryHasRoom() ? ['--disable-dev-shm-usage'] : [],
    },
  },
});
