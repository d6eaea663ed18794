import { defineConfig } from 'vitest/config'

const report = process.env['TULIPWOOD_TEST_REPORT']

export default defineConfig({
  test: {
    // A module is loaded once per thread and shared by its test files: it may keep no state.
    pool: 'threads',
    isolate: false,
    maxWorkers: 2,
    passWithNoTests: true,
    // Generous everywhere: a machine that others use, too, may stand still for seconds.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
    globalSetup: ['test/kit/postgres-server.ts'],
    setupFiles: ['test/kit/seed.ts'],
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    coverage: { provider: 'v8', include: ['src/**/*.ts'], exclude: ['**/*.test.ts'] },
    projects: [
      { extends: true, test: { name: 'unit', include: ['src/**/*.test.ts', 'web/src/**/*.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['test/**/*.test.ts'],
          exclude: ['test/reference/**', 'test/drill/**', 'test/objects/**', 'test/browser/**', 'test/svn/**'],
        },
      },
      {
        extends: true,
        test: { name: 'objects', include: ['test/objects/**/*.test.ts'], globalSetup: ['test/kit/object-store.ts'] },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          globalSetup: ['test/kit/pages-build.ts', 'test/kit/subversion.ts'],
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'subversion',
          include: ['test/svn/**/*.test.ts'],
          // A program takes the longer to start the more memory whoever starts it has, and here thousands are started.
          pool: 'forks',
          execArgv: ['--max-semi-space-size=8', '--heap-growing-percent=30'],
          globalSetup: ['test/kit/subversion.ts'],
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'reference',
          include: ['test/reference/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
