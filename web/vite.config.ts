import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { listServedPages } from './src/served-pages.ts'

const outDir = process.env['TULIPWOOD_PAGES_OUT'] ?? 'dist'

/** The server behind the pages during development (tools/dev.mjs). */
const devServer = process.env['TULIPWOOD_DEV_SERVER']

/** Paths that the server answers; all others are pages or files of theirs. */
const servedPaths = '^/(api|oauth2|\\.well-known|uploads|plugins|svnplugin|themes|health|metrics|login/oidc)(/|$|\\?)'

/** The styles of these files are requested with their code: most users of the pages never need them. */
const ownStyles = [
  'tracker-administration',
  'webhooks',
  'repositories',
  'graphs',
  'workflow-graph',
  'excluding-conditions',
  'cell-editors',
  'import-dialog',
]

export default defineConfig({
  root: import.meta.dirname,
  ...(devServer !== undefined && {
    server: {
      host: '127.0.0.1',
      // `Host` stays as the browser sends it: the server compares it with the origin of the pages.
      proxy: { [servedPaths]: { target: devServer }, '^/users/[^/]+/avatar': { target: devServer } },
    },
  }),
  css: { modules: { generateScopedName: nameClass } },
  plugins: [react(), inlineIcon(), oneStyleFile(), helpersInBase(), baseAtOnce(), forTheServer()],
  build: {
    outDir,
    emptyOutDir: true,
    target: ['chrome125', 'firefox128', 'safari18'],
    // What is small is a file too: the policy of the pages knows no style and no script within them.
    assetsInlineLimit: 0,
    manifest: true,
    reportCompressedSize: false,
    // test/browser/page-budgets.test.ts knows what is too much.
    chunkSizeWarningLimit: 1000,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // What most pages use comes with the first view, in one file; what few use comes with them.
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', test: isStart, priority: 2 },
            // With React: a file of its own would be one request more, and with a catalogue those are too many.
            { name: 'base', test: isBase, priority: 1 },
            // With its imports, which its dialogs import as well: files of their own would be five requests more.
            { name: 'list', test: isList },
            { name: 'board', test: isBoard },
            { name: 'charts', test: isChart },
            { name: 'pickers', test: isPicker },
            { name: 'editors', test: isEditor },
            { name: 'administration', test: isAdministration },
            { name: 'tracker-administration', test: isTrackerAdministration },
            { name: 'webhooks', test: isWebhooks },
            { name: 'graphs', test: isGraph },
            { name: 'repositories', test: isRepositories },
          ],
        },
      },
    },
  },
})

/** Names a class after its file; the names of the bundler contain the number of a line as well, which compress badly. */
function nameClass(name: string, file: string): string {
  const hash = createHash('sha256')
    .update(path.relative(import.meta.dirname, file))
    .digest('base64url')
    .slice(0, 4)
  return `${name}_${hash}`
}

/** The code that sends the first requests runs first, so it is small and imports no other file. */
function isStart(id: string): boolean {
  const file =
    /\/web\/src\/((start|match-route|routes|texts\/(catalogue|language|numbers))|data\/(api-url|prefetch|prefetch-query|route-queries))\.ts$/
  return file.test(id) || /preload-helper/.test(id)
}

/**
 * The pages on which most people are most of the time lead to one another without a request for code. The group also
 * contains what they import, but nothing that they load on demand. The first page of most users is small, and as a file
 * of its own it would be one request more.
 */
function isBase(id: string): boolean {
  const file =
    /\/web\/src\/(main|pages\/(home|projects|project|artifact)\/[a-z-]+-page|pages\/sign-in\/sign-in-page)\.tsx$|\/web\/src\/(live\/flash\.ts|design\/(color-choices|confirm|dialog|select|sheet)\.tsx|artifact\/(field-input\.tsx|initial-status\.ts)|fields\/editors\/(edit-area|fold)\.ts|design\/format-percent\.ts|data\/(format-bytes|svn|tracker-admin)\.ts)$/
  // A list of artifacts needs the same as the dialogs of administration.
  return (
    file.test(id) ||
    /\/react-aria-components\/.*\bModal\.[cm]?js$/.test(id) ||
    // All files of administration need them.
    /\/web\/src\/frame\/(refused\.tsx|tracker-admin-frame\.tsx|administration\.module\.css)/.test(id)
  )
}

/** The list of a tracker, with what both of its other layouts need. */
function isList(id: string): boolean {
  return /\/web\/src\/(pages\/tracker\/(tracker-page\.tsx|use-live-groups\.ts)|data\/artifact-groups\.ts)$/.test(id)
}

/** The other layouts of the list, each with its imports, which would be several requests. */
function isBoard(id: string): boolean {
  return /\/web\/src\/pages\/tracker\/board\/board\.tsx$/.test(id)
}
function isChart(id: string): boolean {
  return /\/web\/src\/pages\/tracker\/chart\/chart\.tsx$/.test(id)
}

/** Lists to choose from with what they share with the query bar. */
function isPicker(id: string): boolean {
  return /\/web\/src\/fields\/editors\/((choices|groups|links|list|open-list|picker)\.tsx|(caret-position|parse-typed-date|use-search)\.ts)$/.test(
    id,
  )
}

/**
 * The other editors of fields, with the form of a new artifact, which needs all of them: most are smaller than the
 * request for their file would be.
 */
function isEditor(id: string): boolean {
  return /\/web\/src\/(fields\/editors\/(computed|date|files|number|steps|string|text|text-tools)|pages\/new-artifact\/new-artifact-page)\.tsx$/.test(
    id,
  )
}

/**
 * The pages of accounts and administrations with what they share: one request instead of many. The page of a repository
 * is as large as ten others, and has a file of its own; so has that of identity providers, which few sites have.
 */
function isAdministration(id: string): boolean {
  return (
    /\/web\/src\/pages\/(?!site-keys\/)(account|site|project-admin)-(?!(?:svn-repository|identity-providers)\/)[a-z-]+\/[a-z-]+-page\.tsx$/.test(
      id,
    ) ||
    /\/web\/src\/frame\/(account-frame|log-entries|person-form|project-admin-frame|recovery-codes|registered-apps|site-frame|use-reauthentication)\.tsx$/.test(
      id,
    ) ||
    /\/web\/src\/design\/(copy-button|secret)\.tsx$/.test(id) ||
    /\/web\/src\/data\/(browser-name|find-user|scopes)\.ts$/.test(id)
  )
}

/** The pages that administer a tracker: who opens one opens others. */
function isTrackerAdministration(id: string): boolean {
  return /\/web\/src\/pages\/tracker-admin-(?!webhooks\/)[a-z-]+\/[a-z-]+-page\.tsx$/.test(id)
}

/** Webhooks of a tracker, and what those of a repository share with them. */
function isWebhooks(id: string): boolean {
  return /\/web\/src\/(frame\/webhooks|pages\/tracker-admin-webhooks)\//.test(id)
}

/** Drawings of nodes and arrows. */
function isGraph(id: string): boolean {
  return /\/web\/src\/(design\/graph\/graph|artifact\/link-graph\/link-graph-dialog)\.tsx$/.test(id)
}

/** What the pages of repositories share. */
function isRepositories(id: string): boolean {
  return /\/web\/src\/frame\/(repository-frame|differences|commit-author)\.tsx$/.test(id)
}

/**
 * Joins the styles of all files but some into one file, which the shell links: it is smaller than the requests for its
 * parts would be. No script names that file, because names of scripts do not depend on it.
 */
function oneStyleFile(): Plugin {
  let fileName = ''
  return {
    name: 'one-style-file',
    apply: 'build',
    generateBundle: {
      // Before the lists of files that scripts preload are made.
      order: 'pre',
      handler(_options, bundle) {
        const joined = Object.values(bundle).flatMap((part) =>
          part.type === 'asset' &&
          part.fileName.endsWith('.css') &&
          !ownStyles.some((name) => part.names.includes(`${name}.css`))
            ? [{ file: part.fileName, isBase: part.names.includes('base.css'), source: String(part.source) }]
            : [],
        )
        const files = new Set(joined.map(({ file }) => file))
        for (const part of Object.values(bundle)) {
          if (part.type !== 'chunk') continue
          for (const file of files) part.viteMetadata?.importedCss.delete(file)
        }
        for (const file of files) delete bundle[file]
        // Other files refine the styles of the base.
        const source = [...joined.filter(({ isBase }) => isBase), ...joined.filter(({ isBase }) => !isBase)]
          .map((each) => each.source.trimEnd())
          .join('\n')
        const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
        fileName = `assets/style-${hash}.css`
        this.emitFile({ type: 'asset', fileName, source })
      },
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        {
          tag: 'link',
          attrs: { rel: 'stylesheet', crossorigin: true, href: `/${fileName}` },
          injectTo: 'head' as const,
        },
      ],
    },
  }
}

/** Puts the icon into the shell: a browser with windows would request it with each first view. */
function inlineIcon(): Plugin {
  return {
    name: 'inline-icon',
    transformIndexHtml() {
      const icon = readFileSync(path.join(import.meta.dirname, 'src/icon.svg'), 'utf8').trim()
      const href = `data:image/svg+xml,${encodeURIComponent(icon)}`
      return [{ tag: 'link', attrs: { rel: 'icon', type: 'image/svg+xml', href }, injectTo: 'head' as const }]
    },
  }
}

/**
 * Moves the helpers of the bundler from a file of their own, which would be one request more for every page, into
 * `base`. Hashes in names stay right: those of all files concerned depend on that of the helpers.
 */
function helpersInBase(): Plugin {
  return {
    name: 'helpers-in-base',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
        const helpers = chunks.find(({ name }) => name === 'rolldown-runtime')
        const base = chunks.find(({ name }) => name === 'base')
        if (helpers === undefined || base === undefined) return
        const exported = /export\{([^}]*)\};?\s*$/.exec(helpers.code)
        if (exported === null) throw new Error('The helpers of the bundler have an unknown form')
        const members = splitNames(exported[1]).map(([local, name]) => `${name}:${local}`)
        const body = helpers.code.slice(0, exported.index)
        const definition = `const __helpers=(()=>{${body};return{${members.join()}}})();export{__helpers};`
        const helpersFile = path.basename(helpers.fileName)
        const baseFile = path.basename(base.fileName)
        const imports = new RegExp(`import\\{([^}]*)\\}from"\\./${helpersFile}";?`)
        for (const chunk of chunks) {
          if (chunk === helpers) continue
          chunk.code = chunk.code.replace(imports, (_, names: string) => {
            const source = chunk === base ? definition : `import{__helpers}from"./${baseFile}";`
            return `${source}const{${splitNames(names).map(([name, local]) => `${name}:${local}`)}}=__helpers;`
          })
          if (chunk.code.includes(`"./${helpersFile}"`))
            throw new Error(`${chunk.fileName} imports the helpers otherwise`)
          // Lists of files to preload: `base` is there already.
          chunk.code = chunk.code.replaceAll(helpers.fileName, base.fileName)
        }
        delete bundle[helpers.fileName]
      },
    },
    // The list of files was made before.
    writeBundle: {
      order: 'post',
      handler() {
        const file = path.join(path.resolve(import.meta.dirname, outDir), '.vite/manifest.json')
        const isHelpers = (name: string): boolean => name.startsWith('_rolldown-runtime-')
        const manifest: Readonly<Record<string, { readonly imports?: readonly string[] }>> = JSON.parse(
          readFileSync(file, 'utf8'),
        )
        const others = Object.entries(manifest).flatMap(([name, { imports, ...chunk }]) =>
          isHelpers(name)
            ? []
            : [
                [
                  name,
                  imports === undefined ? chunk : { ...chunk, imports: imports.filter((each) => !isHelpers(each)) },
                ],
              ],
        )
        writeFileSync(file, JSON.stringify(Object.fromEntries(others), null, 2))
      },
    },
  }
}

/** The names of an import or export list: `a as b, c` is [a, b] and [c, c]. */
const splitNames = (list = ''): readonly (readonly [from: string, to: string])[] =>
  list
    .split(',')
    .map((part) => part.trim().split(/\s+as\s+/))
    .map(([from = '', to = from]) => [from, to])

/** The page's HTML preloads the large chunks, so that they do not wait for the first script. */
function baseAtOnce(): Plugin {
  return {
    name: 'base-at-once',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.values(bundle)
          .filter((part) => part.type === 'chunk' && part.name === 'base')
          .map(({ fileName }) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
            injectTo: 'head' as const,
          })),
    },
  }
}

/** Writes the shell once per language; the catalogue of another language than English is requested with it. */
function writeShells(directory: string): void {
  const shell = readFileSync(path.join(directory, 'index.html'), 'utf8')
  rmSync(path.join(directory, 'index.html'))
  writeFileSync(path.join(directory, 'index.en.html'), shell)
  const manifest: Readonly<Record<string, { readonly file: string } | undefined>> = JSON.parse(
    readFileSync(path.join(directory, '.vite/manifest.json'), 'utf8'),
  )
  const catalogue = manifest['src/texts/fr.ts']?.file
  if (catalogue === undefined) throw new Error('The French catalogue must be a file of its own')
  const french = shell
    .replace('<html lang="en">', '<html lang="fr">')
    .replace('</head>', `  <link rel="modulepreload" crossorigin href="/${catalogue}">\n  </head>`)
    .replace(/<noscript>.*<\/noscript>/s, `<noscript>${frenchWithoutScript}</noscript>`)
  writeFileSync(path.join(directory, 'index.fr.html'), french)
}

const frenchWithoutScript =
  'Ces pages nécessitent JavaScript. Tout ce qu’elles permettent est aussi possible avec l’API, sous /api.'

/** Which addresses are pages, and every file once more in each compressed form. */
function forTheServer(): Plugin {
  return {
    name: 'for-the-server',
    apply: 'build',
    closeBundle: {
      order: 'post',
      handler() {
        const directory = path.resolve(import.meta.dirname, outDir)
        writeShells(directory)
        for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
          if (!entry.isFile() || !/\.(js|css|svg|html)$/.test(entry.name)) continue
          const file = path.join(entry.parentPath, entry.name)
          const bytes = readFileSync(file)
          const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
          writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
          writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
        }
        writeFileSync(path.join(directory, 'pages.json'), JSON.stringify(listServedPages()))
      },
    },
  }
}
