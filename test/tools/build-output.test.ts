import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

it('a build output is readable by other users, regardless of the umask', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-built-'))
  try {
    await mkdir(path.join(directory, 'tools'))
    await copyFile('tools/build-output.mjs', path.join(directory, 'tools/build-output.mjs'))
    const script = `
      import { mkdirSync, writeFileSync } from 'node:fs'
      import { replaceDirectory } from ${JSON.stringify(path.join(directory, 'tools/build-output.mjs'))}
      process.umask(0o077)
      await replaceDirectory('dist', (to) => {
        mkdirSync(to + '/assets')
        for (const file of ['/server.mjs', '/assets/page.js']) writeFileSync(to + file, '')
      })`
    await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script])
    const modes = new Map<string, number>()
    for (const name of ['', ...(await readdir(path.join(directory, 'dist'), { recursive: true }))])
      modes.set(name, (await stat(path.join(directory, 'dist', name))).mode & 0o777)
    expect(Object.fromEntries(modes)).toEqual({
      '': 0o755,
      assets: 0o755,
      'server.mjs': 0o644,
      'assets/page.js': 0o644,
    })
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
})
