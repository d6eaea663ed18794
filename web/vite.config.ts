import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { routes } from './src/routes.ts'

const outDir = process.env['TULIPWOOD_PAGES_OUT'] ?? 'dist'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), forTheServer()],
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
    // test/browser/budgets.test.ts knows what is too much.
    chunkSizeWarningLimit: 1000,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // What most pages use comes with the first view, in one file; what few use comes with them.
      output: { codeSplitting: { groups: [{ name: 'base', test: isBase }] } },
    },
  },
})

const rare = /\/(dialog|confirm|secret|tabs|passkeys|new-passkey)\.tsx?$/

function isBase(id: string): boolean {
  return (
    /\/web\/src\/((design|data|texts)\/|(main|app|routes)\.tsx?$|frame\/(frame|bare|crash|found)\.tsx$)/.test(id) &&
    !rare.test(id)
  )
}

/** Which addresses are pages, and every file once more in each compressed form. */
function forTheServer(): Plugin {
  return {
    name: 'for-the-server',
    apply: 'build',
    closeBundle: {
      order: 'post',
      handler() {
        const folder = path.resolve(import.meta.dirname, outDir)
        for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
          if (!entry.isFile() || !/\.(js|css|svg|html)$/.test(entry.name)) continue
          const file = path.join(entry.parentPath, entry.name)
          const bytes = readFileSync(file)
          const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
          writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
          writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }))
        }
        writeFileSync(path.join(folder, 'pages.json'), JSON.stringify(routes.map((route) => route.path)))
      },
    },
  }
}
