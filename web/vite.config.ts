import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { buildApiUrl } from './src/data/api-url.ts'
import { buildPathPattern } from './src/match-route.ts'
import type { PageRoute } from './src/page.ts'
import { routes } from './src/routes.ts'

const outDir = process.env['TULIPWOOD_PAGES_OUT'] ?? 'dist'

/** The server behind the pages during development (tools/dev.mjs). */
const devServer = process.env['TULIPWOOD_DEV_SERVER']

/** Paths that the server answers; all others are pages or files of theirs. */
const servedPaths = '^/(api|oauth2|\\.well-known|uploads|plugins|svnplugin|themes|health|metrics|login/oidc)(/|$|\\?)'

export default defineConfig({
  root: import.meta.dirname,
  ...(devServer !== undefined && {
    server: {
      host: '127.0.0.1',
      // `Host` stays as the browser sends it: the server compares it with the origin of the pages.
      proxy: { [servedPaths]: { target: devServer }, '^/users/[^/]+/avatar': { target: devServer } },
    },
  }),
  plugins: [react(), inlineIcon(), baseAtOnce(), forTheServer()],
  build: {
    outDir,
    emptyOutDir: true,
    target: ['chrome125', 'firefox128', 'safari18'],
    // What is small is a file too: the policy of the pages knows no style and no script within them.
    assetsInlineLimit: 0,
    // All of it is smaller than the requests for its parts would be.
    cssCodeSplit: false,
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
            { name: 'base', test: isBase },
          ],
        },
      },
    },
  },
})

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
    /\/web\/src\/(main|pages\/(home|projects|project|artifact)\/[a-z-]+-page|pages\/sign-in\/sign-in-page)\.tsx$/
  return file.test(id)
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

/** The page's HTML preloads the large chunks, so that they do not wait for the first script. */
function baseAtOnce(): Plugin {
  return {
    name: 'base-at-once',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.values(bundle)
          .filter((part) => part.type === 'chunk' && /^(base|rolldown-runtime)$/.test(part.name))
          .map(({ fileName }) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `/${fileName}` },
            injectTo: 'head' as const,
          })),
    },
  }
}

interface ServedPage {
  /** Of its path, see `buildPathPattern`. */
  readonly pattern: string
  /** Addresses: `{name}` stands for the part of the path that is called so. */
  readonly reads: readonly string[]
}

/** A page as the server knows it; once more, ahead, for paths with numbers, where those lead to other reads. */
function pagesOf(route: PageRoute): readonly ServedPage[] {
  // What no encoding changes.
  const [ofWords, ofNumbers] = [readsOf(route, (part) => `__${part}__`), readsOf(route, (part) => `900000000${part}`)]
  const isSame = JSON.stringify(ofWords) === JSON.stringify(ofNumbers)
  return [
    ...(isSame ? [] : [{ pattern: buildPathPattern(route.path, '\\d+'), reads: ofNumbers }]),
    { pattern: buildPathPattern(route.path), reads: ofWords },
  ]
}

/** What a page reads first; for the parts of its path stand what `standIn` makes of their places. */
function readsOf({ path, reads }: PageRoute, standIn: (part: number) => string): readonly string[] {
  const names = Array.from(path.matchAll(/:(\w+)/g), ([, name = '']) => name)
  const params = Object.fromEntries(names.map((name, part) => [name, standIn(part)]))
  return reads(params, new URLSearchParams()).map((read) =>
    names.reduce(
      (address, name, part) => address.replaceAll(standIn(part), `{${name}}`),
      buildApiUrl(read.path, read.query),
    ),
  )
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
        writeFileSync(path.join(directory, 'pages.json'), JSON.stringify(routes.flatMap(pagesOf)))
      },
    },
  }
}
