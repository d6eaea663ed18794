// The architecture, as rules: docs/decisions/0001-enforce-slices-and-layers.md. Imports go down the ladder, types included.
const ladder = [
  'kit',
  'database',
  'world',
  'http',
  'site',
  'accounts',
  'sign-in',
  'oauth2',
  'projects',
  'uploads',
  'fields',
  'trackers',
  'queries',
  'artifacts',
  'notifications',
  'subversion',
  'archives',
  'navigation',
  'monitoring',
  'app',
]
/** Layers of slices with rules of the product. */
const room = (names) => `^src/(${ladder.slice(ladder.indexOf('site'), -1).join('|')})/(${names})\\b`
const forbid = (name, from, to) => ({ name, severity: 'error', from, to })
const tools = ['^src/kit/(values|messages|text|caches|system|network)/', '^src/world/model/', '^node_modules/typebox']
// What a field is, before and after it has an id, what is asked of one, and what its type can do.
const fieldWords = '^src/fields/(model/|(field-type/field-search|registry/capabilities)\\.ts$)'
// Directories of single slices in their order: each may know those before it.
const directories = {
  app: ['slices', 'api', 'metrics', 'operations', 'pages', 'backup', 'ports', 'worker', 'start'],
  kit: ['values', 'messages', 'text', 'concurrency', 'caches', 'system', 'pattern', 'xml', 'tracing', 'network'],
  database: [
    'engine',
    'tables',
    'sql',
    'migrations',
    'effects',
    'postgres',
    'sqlite',
    'statements',
    'unit',
    'db',
    'changes',
    'rows',
    'maintenance',
    'move',
  ],
  world: ['model', 'units'],
  http: ['responses', 'requests', 'declarations', 'openapi', 'server'],
  fields: [
    'model',
    'parse',
    'contexts',
    'field-type',
    'binds',
    'texts',
    'search',
    'input',
    'csv',
    'representations',
    'families',
    'types',
    'registry',
    'storage',
  ],
}
// One file for each semantic, post-action, condition and kind of rule, criterion and renderer, triggers and permissions, in all the forms that it has; see tracker-parts-are-pure.
const trackerParts = '^src/trackers/(semantics|actions|conditions|rules|triggers|permissions|criteria|renderers)/'
// Pure itself, see language-is-pure.
const language = '^src/queries/language/'

module.exports = {
  forbidden: [
    forbid('no-cycles', { path: '^src/' }, { circular: true }),
    // The list of pages loads them on demand, and their menus come from it.
    forbid(
      'no-cycles-in-pages',
      { pathNot: '^src/' },
      { circular: true, viaOnly: { dependencyTypesNot: ['dynamic-import'] } },
    ),
    forbid('resolvable', {}, { couldNotResolve: true }),
    ...ladder.map((rung, i) =>
      forbid(
        `${rung}-looks-down`,
        { path: `^src/${rung}/` },
        { path: `^src/(${[...ladder.slice(i + 1), 'cli', 'server'].join('|')})\\b` },
      ),
    ),
    ...Object.entries(directories).flatMap(([slice, names]) =>
      names.map((name, i) =>
        forbid(
          `${slice}-${name}-looks-down`,
          { path: `^src/${slice}/${name}/` },
          { path: `^src/${slice}/(?!(${names.slice(0, i + 1).join('|')})/)` },
        ),
      ),
    ),
    forbid(
      'packages-stand-alone',
      { path: '^packages/([^/]+)/' },
      { pathNot: ['^packages/$1/', '^node:', '^[a-z_/]+$'] },
    ),
    forbid('sqlite-home', { path: '^src', pathNot: '^src/database/' }, { path: '^packages/sqlite/' }),
    forbid('src-stands-alone', { path: '^src/' }, { path: '^(test|bench|tools|web)/' }),
    forbid(
      'model-is-pure',
      { path: room('model') },
      { pathNot: [...tools, fieldWords, language, trackerParts, room('model')] },
    ),
    forbid(
      'tracker-parts-are-pure',
      { path: trackerParts },
      {
        pathNot: [
          ...tools,
          '^src/kit/xml/',
          '^src/database/tables/(job-payloads|tables)\\.ts$',
          '^src/fields/',
          room('model'),
          '^src/trackers/(parse|xml)/',
          trackerParts,
        ],
      },
    ),
    forbid('policy-is-pure', { path: room('policy') }, { pathNot: [...tools, fieldWords, room('model|policy')] }),
    forbid(
      'representation-is-pure',
      { path: room('representations') },
      { pathNot: [...tools, '^src/fields/', trackerParts, room('model|representations')] },
    ),
    forbid(
      'store-only-stores',
      { path: room('store') },
      { path: room('policy|commands|reads|representations|routes|endpoints|jobs') },
    ),
    forbid(
      'work-knows-no-http',
      { path: room('commands|reads|jobs') },
      { path: ['^src/http/', room('representations')] },
    ),
    // Directories of single slices; what they may know, from the bottom up.
    forbid(
      'storage-stores-bytes',
      { path: '^src/uploads/storage/' },
      { path: '^src/(?!(kit|database|world)/)', pathNot: '^src/uploads/(model|store|storage)/' },
    ),
    forbid(
      'avatars-are-pure',
      { path: '^src/accounts/avatars/' },
      { path: '^src/(?!kit/)', pathNot: '^src/accounts/(avatars|model)/' },
    ),
    forbid(
      'container-is-general',
      { path: '^src/archives/container/' },
      { path: '^src/(?!kit/)', pathNot: '^src/archives/container/' },
    ),
    forbid(
      'programs-are-general',
      { path: '^src/subversion/programs/' },
      { path: '^src/(?!kit/)', pathNot: '^src/subversion/programs/' },
    ),
    forbid(
      'protocol-knows-no-endpoints',
      { path: '^src/oauth2/protocol/' },
      { path: '^src/oauth2/(authentication|commands|endpoints|routes)/' },
    ),
    forbid('plans-write-nothing', { path: room('plan') }, { path: room('store|reads|commands|routes|endpoints|jobs') }),
    // Parts of answers that routes share: what is read, and its representation.
    forbid(
      'requests-and-responses-are-for-routes',
      { path: '^src', pathNot: [room('routes|endpoints|requests|responses'), '^src/cli/'] },
      { path: room('requests|responses') },
    ),
    forbid('messages-change-nothing', { path: room('messages') }, { path: room('commands|routes|endpoints|jobs') }),
    forbid('only-the-list-knows-commands', { path: '^src/cli/(?!commands)' }, { path: '^src/cli/commands/' }),
    forbid(
      'arguments-and-output-are-parts',
      { path: '^src/cli/(context|output)/' },
      { path: '^src/cli/(arguments|archives|doctor|backup)/' },
    ),
    forbid('no-loose-files', {}, { path: '^src/[^/]+/(?!slice|policy|messages-fr|main|run|program|commands)[^/]+$' }),
    forbid('routes-are-leaves', { pathNot: room('slice') }, { path: room('routes|endpoints') }),
    forbid('app-reads-slices', { pathNot: '^src/app/' }, { path: room('slice') }),
    forbid(
      'kysely-home',
      { path: '^src', pathNot: ['^src/(database|fields|queries)/', room('store')] },
      { path: '^node_modules/kysely' },
    ),
    forbid(
      'driver-home',
      { path: '^src', pathNot: '^src/database/' },
      { path: '^(node:sqlite$|node_modules/(@types/)?(better-sqlite3|pg)/)' },
    ),
    forbid('fastify-home', { path: '^src', pathNot: '^src/(http|app)/' }, { path: '^node_modules/@?fastify' }),
    forbid(
      'schemas-come-from-the-kit',
      { path: '^src', pathNot: '\\.test\\.ts$' },
      { path: '^node_modules/typebox', dependencyTypesNot: ['type-only'] },
    ),
    forbid('tus-home', { path: '^src', pathNot: '^src/uploads/' }, { path: '^node_modules/@tus/' }),
    forbid(
      's3-home',
      { path: '^src', pathNot: '^src/uploads/storage/s3/' },
      { path: '^(node_modules/@aws-sdk/|src/uploads/storage/s3/)', dependencyTypesNot: ['dynamic-import'] },
    ),
    forbid(
      'process-home',
      { path: '^src', pathNot: '^src/(subversion/|kit/system/run-process|database/postgres/run-postgres-program)' },
      { path: '^(node:)?child_process$' },
    ),
    forbid(
      'only-policy-decides',
      { path: '^src', pathNot: room('policy') },
      { path: '^src/kit/messages/decide\\.ts$' },
    ),
    forbid(
      'web-sees-wire-only',
      { path: '^web/' },
      {
        path: '^src/',
        pathNot: [
          room('representations'),
          '^src/queries/language/',
          '^src/kit/(concurrency/limit-concurrency|messages/message)\\.ts$',
          '^src/site/model/setting-definitions\\.ts$',
          '^src/accounts/model/avatar\\.ts$',
        ],
      },
    ),
    // Their types alone: what the server checks with stays with it.
    forbid('web-takes-types', { path: '^web/' }, { path: room('representations'), dependencyTypesNot: ['type-only'] }),
    forbid('pages-stand-alone', { path: '^web/src/pages/([^/]+)/' }, { path: '^web/src/pages/(?!$1/)' }),
    forbid('pages-are-leaves', { path: '^web/src/(?!pages/|routes\\.ts$)' }, { path: '^web/src/pages/' }),
    forbid('looks-know-no-data', { path: '^web/src/design/' }, { path: '^web/src/(data/(?!failure\\.ts$)|frame/)' }),
    forbid('data-knows-no-looks', { path: '^web/src/data/' }, { path: '^web/src/(design|frame)/' }),
    forbid(
      'language-is-pure',
      { path: '^src/queries/language/' },
      { pathNot: '^src/(queries/language/|kit/messages/message\\.ts$)' },
    ),
    forbid('no-barrels', {}, { path: '^src/.*/index\\.ts$' }),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: '\\.test\\.ts$',
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
}
