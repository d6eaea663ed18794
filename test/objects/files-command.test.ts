import { rm } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Database, openDatabase } from '../../src/database/db/db.ts'
import { readConfig } from '../../src/kit/system/config.ts'
import type { FileId } from '../../src/kit/values/ids.ts'
import { openDirectoryFiles, openFiles } from '../../src/uploads/storage/open-files.ts'
import { createCliInstallation, type Installation } from '../cli/command-line.ts'
import {
  computeChecksum,
  computeSha256,
  createBytes,
  createPatternedBytes,
  splitIntoChunks,
} from '../kit/files-contract.ts'
import { createStorageEnvironment } from '../kit/storage.ts'

describe.skipIf(inject('objectStore') === null)('tulipwood files with a bucket', () => {
  const env = createStorageEnvironment('command')
  let installation: Installation
  let db: Database
  const bucket = () => openFiles(readConfig({ ...installation.env, ...env }), { warn() {} })
  const directory = () => openDirectoryFiles(readConfig(installation.env))
  const runJson = async (...args: string[]) => {
    const { code, stdout, stderr } = await installation.run([...args, '--json'], { env })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return JSON.parse(stdout)
  }

  beforeAll(async () => {
    installation = await createCliInstallation('sqlite')
    await installation.initialize()
    db = await openDatabase({ directory: installation.env['TULIPWOOD_DATA'] ?? '' })
  })
  afterAll(async () => {
    await db?.close()
    await installation?.remove()
  })

  const contents = [Buffer.from('one'), Buffer.from(''), Buffer.from('three'), createPatternedBytes(9 * 1024 ** 2)]

  it('copies files to the bucket, resumes where it stopped, and copies them back', async () => {
    const names: string[] = []
    for (const [i, content] of contents.entries()) {
      const { name, size } = await directory().store(splitIntoChunks(content))
      names.push(name)
      const facts = { name: `${i}`, media_type: 'text/plain', description: '', created_on: 1, submitted_by: null }
      const row = {
        ...facts,
        id: (i + 1) as FileId,
        size,
        blob: name,
        status: 'attached',
        field_id: null,
        artifact_id: null,
      }
      await db.write((tx) => tx.insertInto('file').values(row).execute())
    }
    await directory().store(createBytes('orphan'))
    const all = contents.reduce((sum, { length }) => sum + length, 0)
    expect((await installation.run(['files', 'report'], { env })).code).toBe(1)

    expect(await runJson('files', 'copy', '--to', 's3')).toEqual({ copied: 4, bytes: all, known: 0 })
    const store = await bucket()
    expect(await Promise.all(names.map((name) => computeChecksum(store.read(name))))).toEqual(
      contents.map(computeSha256),
    )
    expect(await runJson('files', 'report')).toMatchObject({ ok: true, stored: { count: 4, bytes: all }, unused: [] })
    expect(await runJson('files', 'copy', '--to', 's3')).toEqual({ copied: 0, bytes: 0, known: 4 })
    await store.remove(names[2] ?? '')
    expect(await runJson('files', 'copy', '--to', 's3')).toEqual({ copied: 1, bytes: 5, known: 3 })

    await rm(path.join(installation.env['TULIPWOOD_DATA'] ?? '', 'files'), { recursive: true })
    expect(await runJson('files', 'copy', '--to', 'directory')).toEqual({ copied: 4, bytes: all, known: 0 })
    expect(await Promise.all(names.map((name) => computeChecksum(directory().read(name))))).toEqual(
      contents.map(computeSha256),
    )
    expect((await installation.runJson('files', 'report')).ok).toBe(true)
  })

  it('repairs the bucket, and doctor reports an unreachable store', async () => {
    await (await bucket()).store(createBytes('orphan'))
    expect(await runJson('files', 'repair')).toEqual({ removed: { stored: 0, staged: 0 } })
    expect(await runJson('files', 'repair', '--now')).toEqual({ removed: { stored: 1, staged: 0 } })
    const report = await installation.run(['doctor'], { env })
    expect(report.stdout).toMatch(/^ok +attachments +4 stored$/m)
    const without = { ...env, TULIPWOOD_S3_BUCKET: 'no-such-bucket' }
    const wrong = await installation.run(['doctor'], { env: without })
    expect(wrong.code).toBe(1)
    expect(wrong.stdout).toMatch(/^WRONG +attachments +the file store is not reachable: NoSuchBucket/m)
    expect(await installation.run(['files', 'report'], { env: without })).toMatchObject({ code: 1, stdout: '' })
  })
})
