import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

describe('bringing node_modules in line with the lockfile', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'tulipwood-ensure-'))
    await mkdir(path.join(folder, 'programs'))
    // In the place of npm: as `npm ci` does, it empties the folder first, through whatever leads there.
    await writeFile(
      path.join(folder, 'programs', 'npm'),
      '#!/bin/sh\nrm -rf node_modules/* && : > node_modules/installed\n',
      { mode: 0o755 },
    )
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  /** A checkout whose lockfile changed after its packages were installed. */
  async function aCheckout(name: string): Promise<string> {
    const root = path.join(folder, name)
    await mkdir(path.join(root, 'tools'), { recursive: true })
    await copyFile('tools/ensure.mjs', path.join(root, 'tools', 'ensure.mjs'))
    await writeFile(path.join(root, 'package-lock.json'), '{}')
    return root
  }

  async function packagesIn(root: string): Promise<void> {
    await mkdir(path.join(root, 'node_modules'))
    await writeFile(path.join(root, 'node_modules', 'of-another-time'), '')
  }

  async function ensured(root: string) {
    const { npm_execpath: _npm, ...env } = process.env
    const child = spawn(process.execPath, ['tools/ensure.mjs'], {
      cwd: root,
      env: { ...env, PATH: `${path.join(folder, 'programs')}${path.delimiter}${env['PATH']}` },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let said = ''
    child.stderr.on('data', (piece) => (said += piece))
    const [code] = await once(child, 'close')
    return { code, said, packages: await readdir(path.join(root, 'node_modules')).catch(() => 'none') }
  }

  it('installs what the lockfile says when it is newer', async () => {
    const root = await aCheckout('own')
    await packagesIn(root)
    expect(await ensured(root)).toMatchObject({ code: 0, packages: ['installed'] })
  })

  it('does nothing when what is installed is newer', async () => {
    const root = await aCheckout('current')
    await packagesIn(root)
    await writeFile(path.join(root, 'node_modules', '.package-lock.json'), '{}')
    await utimes(path.join(root, 'package-lock.json'), 1, 1)
    expect(await ensured(root)).toEqual({ code: 0, said: '', packages: ['.package-lock.json', 'of-another-time'] })
  })

  it('leaves packages alone that belong to another checkout, and says so', async () => {
    const owner = await aCheckout('owner')
    await packagesIn(owner)
    const root = await aCheckout('borrower')
    await symlink(path.join(owner, 'node_modules'), path.join(root, 'node_modules'))
    const { code, said, packages } = await ensured(root)
    expect([code, packages]).toEqual([0, ['of-another-time']])
    expect(said).toContain('node_modules is a link')
  })

  it('leaves a link alone that leads nowhere, and fails', async () => {
    const root = await aCheckout('stranded')
    await symlink(path.join(folder, 'nowhere'), path.join(root, 'node_modules'))
    expect(await ensured(root)).toMatchObject({ code: 1, packages: 'none' })
  })
})
