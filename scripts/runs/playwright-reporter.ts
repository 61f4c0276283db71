import { relative } from 'node:path';
import type { Reporter, Suite } from '@playwright/test/reporter';
import { emptyTally, tell } from './report.ts';

/** Counts what Playwright ran, beside its own report. */
export default class TallyReporter implements Reporter {
  private suite: Suite | undefined;
  private readonly tally = emptyTally();

  onBegin(_config: unknown, suite: Suite): void {
    this.suite = suite;
  }

  /** Something outside of any test: the setup, a worker that ended. */
  onError({ message }: { message?: string }): void {
    this.tally.failed.push(`outside of tests: ${message ?? 'an error'}`);
  }

  onEnd(): void {
    for (const test of this.suite?.allTests() ?? []) {
      const name = `e2e: ${relative(process.cwd(), test.location.file)}: ${test.title}`;
      const outcome = test.outcome();
      if (outcome === 'unexpected') this.tally.failed.push(name);
      else if (outcome === 'skipped') this.tally.skipped += 1;
      else this.tally.passed += 1;
      if (outcome === 'flaky') this.tally.secondTries.push(name);
    }
    tell(this.tally);
  }
}
