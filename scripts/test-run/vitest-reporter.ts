import { relative } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { emptyTally, writeTally } from './tally.ts';

/** Counts what Vitest ran, beside its own report. */
export default class TallyReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tally = emptyTally();
    for (const module of modules) {
      const file = relative(process.cwd(), module.moduleId);
      // A file that could not be loaded, or a hook that failed: no test of the file says so.
      if (module.state() === 'failed' && module.errors().length > 0) tally.failed.push(file);
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        if (state === 'failed') tally.failed.push(`${module.project.name}: ${file}: ${test.fullName}`);
        else if (state === 'passed') tally.passed += 1;
        else tally.skipped += 1;
      }
    }
    if (errors.length > 0) tally.failed.push(`${errors.length} errors outside of tests`);
    writeTally(tally);
  }
}
