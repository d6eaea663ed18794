import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

describe('updating node_modules to the lockfile', () => {
  let directory = ''
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-ensure-'))
    await mkdir(path.join(directory, 'programs'))
    // Replaces npm: like `npm ci`, it empties the directory first, following links.
    await writeFile(
      path.join(directory, 'programs', 'npm'),
      '#!/bin/sh\nrm -rf node_modules/* && : > node_modules/installed\n',
      { mode: 0o755 },
    )
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))

  /** A checkout whose lockfile is newer than its installed packages. */
  async function createCheckout(name: string): Promise<string> {
    const root = path.join(directory, name)
    await mkdir(path.join(root, 'tools'), { recursive: true })
    await copyFile('tools/ensure.mjs', path.join(root, 'tools', 'ensure.mjs'))
    await writeFile(path.join(root, 'package-lock.json'), '{}')
    return root
  }

  async function addPackages(root: string): Promise<void> {
    await mkdir(path.join(root, 'node_modules'))
    await writeFile(path.join(root, 'node_modules', 'of-another-time'), '')
  }

  async function runEnsure(root: string) {
    const { npm_execpath: _npm, ...env } = process.env
    const child = spawn(process.execPath, ['tools/ensure.mjs'], {
      cwd: root,
      env: { ...env, PATH: `${path.join(directory, 'programs')}${path.delimiter}${env['PATH']}` },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let errorOutput = ''
    child.stderr.on('data', (piece) => (errorOutput += piece))
    const [code] = await once(child, 'close')
    return { code, errorOutput, packages: await readdir(path.join(root, 'node_modules')).catch(() => 'none') }
  }

  it('installs packages if the lockfile is newer', async () => {
    const root = await createCheckout('own')
    await addPackages(root)
    expect(await runEnsure(root)).toMatchObject({ code: 0, packages: ['installed'] })
  })

  it('does nothing if the installed packages are newer', async () => {
    const root = await createCheckout('current')
    await addPackages(root)
    await writeFile(path.join(root, 'node_modules', '.package-lock.json'), '{}')
    await utimes(path.join(root, 'package-lock.json'), 1, 1)
    expect(await runEnsure(root)).toEqual({
      code: 0,
      errorOutput: '',
      packages: ['.package-lock.json', 'of-another-time'],
    })
  })

  it('warns and keeps the packages if node_modules is a link to another checkout', async () => {
    const owner = await createCheckout('owner')
    await addPackages(owner)
    const root = await createCheckout('borrower')
    await symlink(path.join(owner, 'node_modules'), path.join(root, 'node_modules'))
    const { code, errorOutput, packages } = await runEnsure(root)
    expect([code, packages]).toEqual([0, ['of-another-time']])
    expect(errorOutput).toContain('node_modules is a link')
  })

  it('fails without changes if node_modules is a broken link', async () => {
    const root = await createCheckout('stranded')
    await symlink(path.join(directory, 'nowhere'), path.join(root, 'node_modules'))
    expect(await runEnsure(root)).toMatchObject({ code: 1, packages: 'none' })
  })
})
