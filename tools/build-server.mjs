// Puts the server and its libraries into few files in dist/ when the sources are newer: it starts in half the time that
// a thousand files take. `npm start` runs those; tests, tools and the command line run the sources.
import process from 'node:process'
import { isOutOfDate, replaceFolder, root } from './built.mjs'

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
    // They bring files of their own along, are optional, or come with the machine.
    external: [/^node:/, 'sharp', /^@aws-sdk\//, '@fastify/swagger-ui', 'sanitize-html', 'pg-native'],
    logLevel: 'silent',
  })
  await replaceFolder('dist', (dir) =>
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
