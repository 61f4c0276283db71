import { relative } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { emptyTally, tell } from './report.ts';

/** Counts what Vitest ran, beside its own report. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tally = emptyTally();
    for (const module of modules) {
      const file = relative(process.cwd(), module.moduleId);
      // A file that could not be loaded, or a hook that failed: no test of it says so.
      if (module.state() === 'failed' && module.errors().length > 0) tally.failed.push(file);
      for (const test of module.children.allTests()) count(test, `${module.project.name}: ${file}: ${test.fullName}`);
    }
    if (errors.length > 0) tally.failed.push(`${errors.length} errors outside of tests`);
    tell(tally);

    function count(test: TestCase, name: string): void {
      const { state } = test.result();
      if (state === 'failed') tally.failed.push(name);
      else if (state === 'passed') tally.passed += 1;
      else tally.skipped += 1;
      if (state === 'passed' && (test.diagnostic()?.retryCount ?? 0) > 0) tally.secondTries.push(name);
    }
  }
}
