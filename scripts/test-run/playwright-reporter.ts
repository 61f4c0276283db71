import { relative } from 'node:path';
import type { Reporter, Suite } from '@playwright/test/reporter';
import { emptyTally, writeTally } from './tally.ts';

/** Counts what Playwright ran, beside its own report. */
export default class TallyReporter implements Reporter {
  private suite: Suite | undefined;
  private readonly tally = emptyTally();

  onBegin(_config: unknown, suite: Suite): void {
    this.suite = suite;
  }

  /** An error outside of any test: the setup, or a worker that ended. */
  onError({ message }: { message?: string }): void {
    this.tally.failed.push(`outside of tests: ${message ?? 'an error'}`);
  }

  onEnd(): void {
    for (const test of this.suite?.allTests() ?? []) {
      const outcome = test.outcome();
      if (outcome === 'skipped') this.tally.skipped += 1;
      else if (outcome === 'expected') this.tally.passed += 1;
      else this.tally.failed.push(`e2e: ${relative(process.cwd(), test.location.file)}: ${test.title}`);
    }
    writeTally(this.tally);
  }
}
