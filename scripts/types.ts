/**
 * Type-checks the three programs: server (no DOM), browser (no Node), end-to-end tests. What an earlier run found is kept
 * in `.cache/types`, so that only what has changed since is checked again.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
let failed = false;
for (const project of ['server', 'web', 'e2e']) {
  const { status } = spawnSync(
    process.execPath,
    [
      'node_modules/typescript-native/bin/tsc',
      '-p',
      `tsconfig.${project}.json`,
      '--singleThreaded',
      '--incremental',
      '--tsBuildInfoFile',
      `.cache/types/${project}.tsbuildinfo`,
    ],
    { cwd: root, stdio: 'inherit' },
  );
  failed ||= status !== 0;
}
process.exit(failed ? 1 : 0);
