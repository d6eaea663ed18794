import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createBytes, describeFilesContract, readText } from '../../../../test/kit/files-contract.ts'
import { openDatabase } from '../../../database/db/db.ts'
import { sweepFiles } from '../../commands/sweep-files.ts'
import { createDirectoryFiles } from './files.ts'

describe('files in a directory', () => {
  let directory = ''
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-files-'))
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))

  describeFilesContract((name) => createDirectoryFiles(path.join(directory, 'contract', name)))

  it('are not readable for other users of the machine', async () => {
    const home = path.join(directory, 'private')
    const { name } = await createDirectoryFiles(home).store(createBytes('x'))
    const modes = [home, path.join(home, name.slice(0, 2)), path.join(home, name.slice(0, 2), name)].map(
      async (target) => (await stat(target)).mode & 0o027,
    )
    expect(await Promise.all(modes)).toEqual([0, 0, 0])
  })

  it('leave nothing of content that breaks off', async () => {
    const files = createDirectoryFiles(path.join(directory, 'b'))
    const broken = async function* () {
      yield Buffer.from('half')
      throw new Error('connection lost')
    }
    await expect(files.store(broken())).rejects.toThrow('connection lost')
    expect(await readdir(path.join(directory, 'b', 'incoming'))).toEqual([])
  })

  it('keep unrelated files in their directory', async () => {
    await mkdir(path.join(directory, 'd', 'lost+found'), { recursive: true })
    await writeFile(path.join(directory, 'd', 'lost+found', '#123'), 'found')
    expect(await Array.fromAsync(createDirectoryFiles(path.join(directory, 'd')).list())).toEqual([])
  })

  it('are removed after a day if no row refers to them', async () => {
    const files = createDirectoryFiles(path.join(directory, 'c'))
    const db = await openDatabase({ directory: path.join(directory, 'c') })
    await db.migrate()
    const used = await files.store(createBytes('used'))
    const orphan = await files.store(createBytes('orphan'))
    const row = {
      id: 1,
      name: 'x',
      size: 4,
      media_type: 'text/plain',
      description: '',
      created_on: 0,
      status: 'attached',
    }
    await db.write((tx) =>
      tx
        .insertInto('file')
        .values({ ...row, id: 1 as never, submitted_by: null, blob: used.name, field_id: null, artifact_id: null })
        .execute(),
    )
    const at = (seconds: number) => ({ db, files, clock: { now: () => Math.floor(Date.now() / 1000) + seconds } })
    expect(await sweepFiles(at(0))).toBe(0)
    expect(await sweepFiles(at(90_000))).toBe(1)
    expect((await Array.fromAsync(files.list())).map(({ name }) => name)).toEqual([used.name])
    await expect(readText(files.read(orphan.name))).rejects.toThrow()
    await db.close()
  })
})
