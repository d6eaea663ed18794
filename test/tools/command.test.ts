import { spawnSync } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const print = (what: string) => `console.log('${what}', process.argv.slice(2).join(' '))`

describe('bin/tulipwood.mjs', () => {
  let root = ''
  const run = (...args: string[]): string =>
    spawnSync(process.execPath, ['bin/tulipwood.mjs', ...args], { cwd: root, encoding: 'utf8' }).stdout
  const add = async (file: string, content: string): Promise<void> => {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true })
    await writeFile(path.join(root, file), content)
  }

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'tulipwood-command-'))
    await mkdir(path.join(root, 'bin'))
    await copyFile('bin/tulipwood.mjs', path.join(root, 'bin/tulipwood.mjs'))
    await add('dist/cli.mjs', print('bundle'))
    await add('package.json', '{"type":"module"}')
  })
  afterEach(() => rm(root, { recursive: true, force: true }))

  it('runs the bundle of an installed package', () => {
    expect(run('user', 'list')).toBe('bundle user list\n')
  })

  describe('in a checkout', () => {
    beforeEach(async () => {
      await add('tools/ensure.mjs', '')
      await copyFile('tools/build-output.mjs', path.join(root, 'tools/build-output.mjs'))
      await add('src/cli/main.ts', print('sources'))
      await mkdir(path.join(root, 'packages'))
      await add('tools/build-server.mjs', '')
      await add('package-lock.json', '{}')
    })

    it('runs the sources if they are newer than the bundle', async () => {
      await utimes(path.join(root, 'dist/cli.mjs'), 1, 1)
      expect(run('user', 'list')).toBe('sources user list\n')
    })

    it('runs the bundle if it is newer than the sources', async () => {
      const later = new Date(Date.now() + 60_000)
      await utimes(path.join(root, 'dist/cli.mjs'), later, later)
      expect(run('user', 'list')).toBe('bundle user list\n')
    })
  })
})
