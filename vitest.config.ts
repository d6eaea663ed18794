import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { isFullMatrix, isRestOfMatrix } from './test/kit/full-matrix.ts'
import { findRestOfMatrix } from './test/kit/rest-of-matrix.ts'

const report = process.env['TULIPWOOD_TEST_REPORT']
/** Test files that only `npm run test:all` runs, or a command that names them. */
const long = [
  'test/browser/burndown.test.ts',
  'test/browser/chart.test.ts',
  'test/browser/child-rows.test.ts',
  'test/browser/chart-history.test.ts',
  'test/browser/command-menu.test.ts',
  'test/browser/account-email.test.ts',
  'test/browser/account-factors.test.ts',
  'test/browser/artifact-actions.test.ts',
  'test/browser/artifact-history.test.ts',
  'test/browser/artifact-keyboard.test.ts',
  'test/browser/artifact-phone.test.ts',
  'test/browser/link-graph.test.ts',
  'test/browser/live.test.ts',
  'test/browser/account-keys.test.ts',
  'test/browser/account-pages.test.ts',
  'test/browser/file-uploads.test.ts',
  'test/browser/first-views.test.ts',
  'test/browser/account-sessions.test.ts',
  'test/browser/artifact-conflicts.test.ts',
  'test/browser/artifact-editing.test.ts',
  'test/browser/cell-editing.test.ts',
  'test/browser/comments.test.ts',
  'test/browser/creation.test.ts',
  'test/browser/every-overlay.test.ts',
  'test/browser/every-page.test.ts',
  'test/browser/explorer.test.ts',
  'test/browser/inbox.test.ts',
  'test/browser/language.test.ts',
  'test/browser/menu-choices.test.ts',
  'test/browser/my-work.test.ts',
  'test/browser/offered-controls.test.ts',
  'test/browser/overlays-of-artifacts.test.ts',
  'test/browser/project-admin-apps.test.ts',
  'test/browser/project-admin-svn.test.ts',
  'test/browser/project-admin.test.ts',
  'test/browser/project-imports.test.ts',
  'test/browser/projects.test.ts',
  'test/browser/query-bar.test.ts',
  'test/browser/repository.test.ts',
  'test/browser/sign-in.test.ts',
  'test/browser/site-admin.test.ts',
  'test/browser/site-monitoring.test.ts',
  'test/browser/states.test.ts',
  'test/browser/tracker-general.test.ts',
  'test/browser/tracker-reports.test.ts',
  'test/browser/tracker-webhooks.test.ts',
  'test/browser/tracker-list.test.ts',
  'test/browser/row-groups.test.ts',
  'test/browser/tracker-rows.test.ts',
  'test/browser/tracker-semantics.test.ts',
  'test/browser/text-editor.test.ts',
  'test/browser/translated-pages.test.ts',
  'test/browser/undo.test.ts',
  'test/browser/unique-requests.test.ts',
  'test/browser/user-page.test.ts',
  'test/objects/attachments.test.ts',
  'test/objects/deleted-items.test.ts',
  'test/objects/files-command.test.ts',
  'test/objects/outage.test.ts',
  'test/objects/s3-files.test.ts',
  'test/objects/s3-staging.test.ts',
  'test/objects/several-nodes.test.ts',
  'test/svn/archives.test.ts',
  'test/svn/browser.test.ts',
  'test/svn/closed-home.test.ts',
  'test/svn/crash.test.ts',
  'test/svn/import-crash.test.ts',
  'test/svn/path-rights.test.ts',
  'test/svn/refusals.test.ts',
  'test/svn/several-nodes.test.ts',
  'test/tools/release.test.ts',
]
const rest = isRestOfMatrix ? findRestOfMatrix(import.meta.dirname, long) : { postgresOnly: [], same: [] }
const exclude = isFullMatrix ? [...rest.same] : long.filter((file) => !process.argv.includes(file))

const postgres = 'test/kit/postgres-server.ts'
const subversion = 'test/kit/subversion.ts'

const isOfSubversion = (file: string): boolean => file.startsWith('test/svn/')

const subversionSettings = {
  // A program takes the longer to start the more memory whoever starts it has, and here thousands are started.
  pool: 'forks' as const,
  execArgv: ['--max-semi-space-size=8', '--heap-growing-percent=30'],
  globalSetup: [postgres, subversion],
  testTimeout: 300_000,
}

const onPostgres = { provide: { isSqliteTested: true } }
const restOnPostgres = [
  {
    extends: true as const,
    test: {
      ...onPostgres,
      name: 'api-postgres',
      include: rest.postgresOnly.filter((file) => !isOfSubversion(file)),
      globalSetup: [postgres],
    },
  },
  {
    extends: true as const,
    test: {
      ...subversionSettings,
      ...onPostgres,
      name: 'subversion-postgres',
      include: rest.postgresOnly.filter(isOfSubversion),
    },
  },
]

export default defineConfig({
  test: {
    // A module is loaded once per thread and shared by its test files: it may keep no state.
    pool: 'threads',
    isolate: false,
    // One more than cores: tests wait for databases, browsers and other programs a quarter of their time.
    maxWorkers: Math.min(8, availableParallelism() + 1),
    passWithNoTests: true,
    // Generous everywhere: a machine that others use, too, may stand still for seconds.
    testTimeout: 180_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    setupFiles: [
      'test/kit/seed.ts',
      'test/kit/lock-order.ts',
      'test/kit/message-equality.ts',
      ...(process.env['TULIPWOOD_TEST_OMITTED'] === undefined ? [] : ['test/kit/omit-effects.ts']),
    ],
    reporters: report ? ['default', ['json', { outputFile: report }]] : ['default'],
    coverage: { provider: 'v8', include: ['{packages/*/src,src}/**/*.ts'], exclude: ['**/*.test.ts'] },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['packages/*/src/**/*.test.ts', 'src/**/*.test.ts', 'web/src/**/*.test.ts'],
          exclude,
          globalSetup: [postgres],
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['test/**/*.test.ts'],
          exclude: [
            ...['test/reference/**', 'test/objects/**', 'test/browser/**', 'test/svn/**', 'test/cluster/**'],
            'test/tools/**',
            ...exclude,
            ...rest.postgresOnly,
          ],
          globalSetup: [postgres, 'test/kit/optional-programs.ts'],
        },
      },
      ...(isRestOfMatrix ? restOnPostgres : []),
      {
        extends: true,
        test: {
          // Programs for developers, which run on the pinned Node.js only.
          name: 'tools',
          include: ['test/tools/**/*.test.ts'],
          exclude,
        },
      },
      {
        extends: true,
        test: {
          name: 'objects',
          include: ['test/objects/**/*.test.ts'],
          exclude,
          globalSetup: [postgres, 'test/kit/object-store.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['test/browser/**/*.test.ts'],
          exclude,
          globalSetup: ['test/kit/chromium.ts', 'test/kit/pages-build.ts', subversion],
          testTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'subversion',
          include: ['test/svn/**/*.test.ts'],
          exclude: [...exclude, ...rest.postgresOnly],
          ...subversionSettings,
        },
      },
      {
        extends: true,
        test: {
          name: 'cluster',
          include: ['test/cluster/**/*.test.ts'],
          globalSetup: ['test/kit/cluster-programs.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'reference',
          include: ['test/reference/**/*.test.ts'],
          globalSetup: [postgres],
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
