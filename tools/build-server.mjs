// Bundles the server and its libraries into few files in dist/ if the sources are newer: it starts in half the time of
// a thousand files. `npm start` runs the bundle; tests, tools and the command line run the sources.
import http from 'node:http'
import process from 'node:process'
import { isOutOfDate, replaceDirectory, root } from './build-output.mjs'

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

if (
  process.argv.includes('--always') ||
  isOutOfDate('dist/server.mjs', ['src', 'package-lock.json', 'tools/build-server.mjs'])
) {
  console.error('Building the server …')
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({
    input: { server: `${root}/src/server.ts` },
    cwd: root,
    platform: 'node',
    // These load files of their own, are optional, or are installed on the machine.
    external: [/^node:(?!http$)/, 'sharp', /^@aws-sdk\//, '@fastify/swagger-ui', 'sanitize-html', 'pg-native'],
    logLevel: 'silent',
    plugins: [httpWithoutGetters],
  })
  await replaceDirectory('dist', (dir) =>
    bundle.write({
      dir,
      format: 'esm',
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name]-[hash].mjs',
      sourcemap: true,
    }),
  )
  await bundle.close()
}
