import { rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { readConfig } from '../../src/kit/config.ts'
import { type Database, openDatabase } from '../../src/kit/db/db.ts'
import type { FileId } from '../../src/kit/ids.ts'
import { openFiles, openFolder } from '../../src/uploads/open-files.ts'
import { createCliInstallation, type Installation } from '../cli/command-line.ts'
import { bytes, checksumOf, inChunks, patternedBytes, sha256 } from '../kit/files-contract.ts'
import { storageEnvironment } from '../kit/storage.ts'

describe.skipIf(inject('objectStore') === null)('tulipwood files with a bucket', () => {
  const env = storageEnvironment('command')
  let here: Installation
  let db: Database
  const bucket = () => openFiles(readConfig({ ...here.env, ...env }), { warn() {} })
  const folder = () => openFolder(readConfig(here.env))
  const ask = async (...args: string[]) => {
    const { code, stdout, stderr } = await here.run([...args, '--json'], { env })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return JSON.parse(stdout)
  }

  beforeAll(async () => {
    here = await createCliInstallation('sqlite')
    await here.runJson('user', 'list')
    db = await openDatabase({ folder: here.env['TULIPWOOD_DATA'] ?? '' })
  })
  afterAll(async () => {
    await db?.close()
    await here?.remove()
  })

  const contents = [Buffer.from('one'), Buffer.from(''), Buffer.from('three'), patternedBytes(9 * 1024 ** 2)]

  it('copies what is in use there, goes on where it stopped, and copies it back', async () => {
    const names: string[] = []
    for (const [i, content] of contents.entries()) {
      const { name, size } = await folder().store(inChunks(content))
      names.push(name)
      const facts = { name: `${i}`, media_type: 'text/plain', description: '', created_on: 1, submitted_by: null }
      const row = {
        ...facts,
        id: (i + 1) as FileId,
        size,
        blob: name,
        state: 'attached',
        field_id: null,
        artifact_id: null,
      }
      await db.write((tx) => tx.insertInto('file').values(row).execute())
    }
    await folder().store(bytes('nobody speaks of it'))
    const all = contents.reduce((sum, { length }) => sum + length, 0)
    expect((await here.run(['files', 'report'], { env })).code).toBe(1)

    expect(await ask('files', 'copy', '--to', 's3')).toEqual({ copied: 4, bytes: all, known: 0 })
    const there = await bucket()
    expect(await Promise.all(names.map((name) => checksumOf(there.read(name))))).toEqual(contents.map(sha256))
    expect(await ask('files', 'report')).toMatchObject({ ok: true, stored: { count: 4, bytes: all }, unused: [] })
    expect(await ask('files', 'copy', '--to', 's3')).toEqual({ copied: 0, bytes: 0, known: 4 })
    await there.remove(names[2] ?? '')
    expect(await ask('files', 'copy', '--to', 's3')).toEqual({ copied: 1, bytes: 5, known: 3 })

    await rm(path.join(here.env['TULIPWOOD_DATA'] ?? '', 'files'), { recursive: true })
    expect(await ask('files', 'copy', '--to', 'folder')).toEqual({ copied: 4, bytes: all, known: 0 })
    expect(await Promise.all(names.map((name) => checksumOf(folder().read(name))))).toEqual(contents.map(sha256))
    expect((await here.runJson('files', 'report')).ok).toBe(true)
  })

  it('repairs what is there, and the doctor tells a store that is out of reach', async () => {
    await (await bucket()).store(bytes('nobody’s'))
    expect(await ask('files', 'repair')).toEqual({ removed: { stored: 0, staged: 0 } })
    expect(await ask('files', 'repair', '--now')).toEqual({ removed: { stored: 1, staged: 0 } })
    const told = await here.run(['doctor'], { env })
    expect(told.stdout).toMatch(/^ok +attachments +4 stored$/m)
    const without = { ...env, TULIPWOOD_S3_BUCKET: 'no-such-bucket' }
    const wrong = await here.run(['doctor'], { env: without })
    expect(wrong.code).toBe(1)
    expect(wrong.stdout).toMatch(/^WRONG +attachments +the file store is not reachable: NoSuchBucket/m)
    expect(await here.run(['files', 'report'], { env: without })).toMatchObject({ code: 1, stdout: '' })
  })
})
