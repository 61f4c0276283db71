/** Shared by tests of public pages: what visitors without an account read and send. */
import { expect } from '@playwright/test';

/** A form that is sent sooner after it was made counts as a program's, in milliseconds (`server/public/spam-guard.ts`). */
const LEAST_TIME = 2_000;

/**
 * Waits as long as a person takes at least to read the form that is open. It counts from now, because a slow server may
 * have made the form long after the page was asked for.
 */
export async function readForm(): Promise<void> {
  const since = Date.now();
  await expect.poll(() => Date.now() - since).toBeGreaterThan(LEAST_TIME + 100);
}
