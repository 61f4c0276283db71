import { configDefaults, defineConfig } from 'vitest/config';
import { EVERY_CALL, POSTGRES_ALONE } from './src/testing/engines.ts';

/**
 * Tests that need a database are named `*.db.test.ts` and run twice, on PGlite and on a real PostgreSQL, but for those
 * in `engines.ts`.
 */
const DATABASE_TESTS = 'src/**/*.db.test.ts';
/** Tests of what the browser runs: some of it is JSX, which Node does not read. */
const WEB_TESTS = [
  'src/web/**/*.test.ts',
  'src/records/web/**/*.test.ts',
  'src/domains/*/web/**/*.test.ts',
  'scripts/web/**/*.test.ts',
];

/**
 * Files share their process and its modules, as requests do in a server: loading what they need anew for each would
 * cost more than most of them take. What a file changes outside of itself or its own system it puts back.
 */
const SHARED = { isolate: false } as const;

/**
 * Node reads the server's files itself, as in production: Vite would translate two thousand of them for each project.
 */
const BY_NODE = { experimental: { viteModuleRunner: false, nodeLoader: false } } as const;

export default defineConfig({
  test: {
    // Each PGlite is a thread of its own beside the test's: more workers than cores only wait for each other.
    maxWorkers: 2,
    // Both cores have a worker: a garbage collector with threads of its own only takes turns with them, for a tenth
    // more processor time. Workers do not inherit what their parent was started with.
    execArgv: ['--single-threaded-gc'],
    // Beside its own report: counts, and which tests needed a second try.
    reporters: ['default', './scripts/runs/vitest-reporter.ts'],
    setupFiles: ['src/testing/properties.ts'],
    // A busy machine gets two more tries, as in the browser; the report names every test that needed them.
    retry: process.env.CI ? 2 : 0,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'web', ...SHARED, include: WEB_TESTS } },
      {
        extends: true,
        test: {
          name: 'unit',
          ...SHARED,
          ...BY_NODE,
          include: ['src/**/*.test.ts', 'scripts/runs/**/*.test.ts'],
          exclude: [...configDefaults.exclude, DATABASE_TESTS, ...WEB_TESTS],
        },
      },
      {
        extends: true,
        test: {
          name: 'pglite',
          ...SHARED,
          ...BY_NODE,
          include: [DATABASE_TESTS],
          exclude: [...configDefaults.exclude, EVERY_CALL, ...POSTGRES_ALONE],
          env: { TEST_ENGINE: 'pglite' },
          globalSetup: 'src/testing/pglite-setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          ...SHARED,
          ...BY_NODE,
          include: [DATABASE_TESTS],
          env: { TEST_ENGINE: 'postgres' },
          globalSetup: 'src/testing/postgres-setup.ts',
        },
      },
      // The real server as a process of its own, killed and started again.
      { extends: true, test: { name: 'crash', ...BY_NODE, include: ['scripts/crash/**/*.test.ts'] } },
    ],
  },
});
