// Bundles the server, the command line and their libraries into few files in dist/ if the sources are newer: they start
// in half the time of a thousand files. `npm start` and `tulipwood` run the bundle; tests and tools run the sources.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import path from 'node:path'
import process from 'node:process'
import { isOutOfDate, replaceDirectory, root, serverSources, unbundledPackages } from './build-output.mjs'

// A namespace import of node:http evaluates each export, and some are getters that load fetch and HTTP/2: a seventh of
// the startup time.
const httpWithoutGetters = {
  name: 'http-without-getters',
  resolveId(id, _importer, { kind }) {
    if (id !== 'node:http') return null
    return kind === 'import-statement' ? '\0http' : { id, external: true }
  },
  load(id) {
    if (id !== '\0http') return null
    const plain = Object.entries(Object.getOwnPropertyDescriptors(http)).filter(([, each]) => 'value' in each)
    const names = plain.map(([name]) => name).join(', ')
    return `const http = process.getBuiltinModule('node:http'); export default http; export const { ${names} } = http`
  },
}

// The check of each response for one of fetch loads fetch: 50 ms of the first request, and several megabytes. No route
// returns such a response.
const compressionWithoutFetch = {
  name: 'compression-without-fetch',
  transform(code, id) {
    if (!id.includes('/@fastify/compress/lib/')) return null
    const changed = code.replace('obj instanceof Response', 'false')
    if (id.endsWith('/utils.js') && changed === code) throw new Error(`${id} no longer checks for responses of fetch`)
    return { code: changed, map: null }
  },
}

/**
 * The engine keeps the sources, with two bytes for each character if one of them is beyond Latin-1. An escape means the
 * same in strings, templates, patterns and names.
 */
function escapeSources(dir) {
  for (const name of readdirSync(dir).filter((each) => each.endsWith('.mjs'))) {
    const file = path.join(dir, name)
    const source = readFileSync(file, 'utf8')
    // The backslash would escape that of the escape.
    if (/\\[^\0-\x7f]/.test(source)) throw new Error(`${name} has a backslash before a character beyond ASCII`)
    writeFileSync(file, source.replace(/[^\0-\x7f]/g, escapeCodeUnit))
  }
}

function escapeCodeUnit(unit) {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** Modules that run in a thread or process of their own: `resolveProgram` of src/kit/system/package-path.ts finds them. */
const programs = [
  'src/fields/texts/render-worker.ts',
  'src/database/sqlite/sqlite-read-thread.ts',
  'src/uploads/pictures/picture-process.ts',
]

if (process.argv.includes('--always') || isOutOfDate('dist/server.mjs', serverSources)) {
  console.error('Building the server …')
  const { rolldown } = await import('rolldown')
  const bundle = async (dir, input) => {
    const built = await rolldown({
      input,
      cwd: root,
      platform: 'node',
      // These load files of their own, are optional, or are installed on the machine.
      external: [/^node:(?!http$)/, ...unbundledPackages.map((name) => new RegExp(`^${name}(/|$)`)), 'pg-native'],
      logLevel: 'silent',
      plugins: [httpWithoutGetters, compressionWithoutFetch],
    })
    await built.write({
      dir,
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name]-[hash].mjs',
      sourcemap: true,
      // Licenses stay.
      comments: { legal: true, annotation: false, jsdoc: false },
    })
    await built.close()
  }
  await replaceDirectory('dist', async (dir) => {
    await bundle(dir, { server: 'src/server.ts', cli: 'src/cli/main.ts' })
    // Threads and processes load nothing of the server, not even a chunk that they share with it.
    for (const program of programs) await bundle(dir, { [path.basename(program, '.ts')]: program })
    escapeSources(dir)
  })
}

// At each start: the commit may have changed without the sources.
writeFileSync(path.join(root, 'dist/build.json'), `${JSON.stringify({ commit: readCommit() })}\n`)

function readCommit() {
  const args = ['describe', '--always', '--dirty', '--exclude=*', '--abbrev=40']
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}
