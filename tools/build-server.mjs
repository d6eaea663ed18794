// Bundles the server, the command line and their libraries into few files in dist/ if the sources are newer: they start
// in half the time of a thousand files. `npm start` and `tulipwood` run the bundle; tests and tools run the sources.
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
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

/** Modules that run in a thread or process of their own: `resolveProgram` of src/kit/system/package-path.ts finds them. */
const programs = [
  'src/fields/texts/render-worker.ts',
  'src/database/sqlite/sqlite-read-thread-entry.ts',
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
      plugins: [httpWithoutGetters],
    })
    await built.write({
      dir,
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name]-[hash].mjs',
      sourcemap: true,
    })
    await built.close()
  }
  await replaceDirectory('dist', async (dir) => {
    await bundle(dir, { server: 'src/server.ts', cli: 'src/cli/main.ts' })
    // Threads and processes load nothing of the server, not even a chunk that they share with it.
    for (const program of programs) await bundle(dir, { [path.basename(program, '.ts')]: program })
  })
}

// At each start: the commit may have changed without the sources.
writeFileSync(path.join(root, 'dist/build.json'), `${JSON.stringify({ commit: readCommit() })}\n`)

function readCommit() {
  const args = ['describe', '--always', '--dirty', '--exclude=*', '--abbrev=40']
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout.trim() : null
}
