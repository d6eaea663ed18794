import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openDatabase } from '../kit/db/db.ts'
import { sweepFiles } from './commands/sweep-files.ts'
import { folderFiles } from './folder-files.ts'

async function* bytes(...parts: string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part)
}

async function textOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

describe('files in a folder', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'tulipwood-files-'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('give back what was stored, whole or in part', async () => {
    const files = folderFiles(path.join(folder, 'a'))
    const { name, size } = await files.store(bytes('one ', 'two'))
    expect(size).toBe(7)
    expect(await textOf(files.read(name))).toBe('one two')
    expect(await textOf(files.read(name, { start: 4, end: 6 }))).toBe('two')
  })

  it('are not for others on the machine', async () => {
    const home = path.join(folder, 'private')
    const { name } = await folderFiles(home).store(bytes('x'))
    const modes = [home, path.join(home, name.slice(0, 2)), path.join(home, name.slice(0, 2), name)].map(
      async (place) => (await stat(place)).mode & 0o027,
    )
    expect(await Promise.all(modes)).toEqual([0, 0, 0])
  })

  it('keep nothing of content that breaks off', async () => {
    const files = folderFiles(path.join(folder, 'b'))
    const broken = async function* () {
      yield Buffer.from('half')
      throw new Error('connection lost')
    }
    await expect(files.store(broken())).rejects.toThrow('connection lost')
    expect(await Array.fromAsync(files.list())).toEqual([])
    expect(await readdir(path.join(folder, 'b', 'incoming'))).toEqual([])
  })

  it('never open a name that is not theirs', () => {
    expect(() => folderFiles(folder).read('../../etc/passwd')).toThrow('Not a name of this store')
  })

  it('lose after a day what no row speaks of, and nothing else', async () => {
    const files = folderFiles(path.join(folder, 'c'))
    const db = await openDatabase({ folder: path.join(folder, 'c') })
    await db.migrate()
    const used = await files.store(bytes('used'))
    const orphan = await files.store(bytes('orphan'))
    const row = {
      id: 1,
      name: 'x',
      size: 4,
      media_type: 'text/plain',
      description: '',
      created_on: 0,
      state: 'attached',
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
    await expect(textOf(files.read(orphan.name))).rejects.toThrow()
    await db.close()
  })
})
