import { configDefaults, defineConfig } from 'vitest/config';
import { DATABASE_TESTS, EVERY_CALL, smokeSuite } from './src/testing/engines.ts';

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

const SMOKE = smokeSuite();

/** Database tests on the embedded engine. */
const embedded = (name: string, include: string[], exclude: string[] = []) => ({
  extends: true as const,
  test: {
    name,
    ...SHARED,
    ...BY_NODE,
    include,
    exclude: [...configDefaults.exclude, ...exclude],
    env: { TEST_ENGINE: 'pglite' },
    globalSetup: 'src/testing/pglite-setup.ts',
  },
});

export default defineConfig({
  test: {
    // Each PGlite is a thread of its own beside the test's: more workers than cores only wait for each other.
    maxWorkers: 2,
    // Both cores have a worker: a garbage collector with threads of its own only takes turns with them, for a tenth
    // more processor time. Workers do not inherit what their parent was started with.
    execArgv: ['--single-threaded-gc'],
    reporters: ['default', './scripts/test-run/vitest-reporter.ts'],
    setupFiles: ['src/testing/properties.ts'],
    // No second try: a test that needs one is fixed or removed.
    retry: 0,
    testTimeout: 60_000,
    // A machine that is busy with other things is no fault.
    expect: { poll: { timeout: 20_000, interval: 25 } },
    hookTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'web', ...SHARED, include: WEB_TESTS } },
      {
        extends: true,
        test: {
          name: 'unit',
          ...SHARED,
          ...BY_NODE,
          include: ['src/**/*.test.ts', 'scripts/{english,test-run}/**/*.test.ts'],
          exclude: [...configDefaults.exclude, DATABASE_TESTS, ...WEB_TESTS],
        },
      },
      // A file on the embedded engine that is not in its smoke suite.
      embedded('pglite', [DATABASE_TESTS], [EVERY_CALL, ...SMOKE]),
      embedded('smoke', SMOKE),
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
