import path from 'node:path'
import { Readable } from 'node:stream'
import { DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { type Database, openDatabase } from '../../src/database/db/db.ts'
import { storagePermit } from '../../src/kit/messages/system-permits.ts'
import type { ObjectStorage } from '../../src/kit/system/config.ts'
import type { UserId } from '../../src/kit/values/ids.ts'
import { systemClock } from '../../src/kit/values/time.ts'
import { openBucket } from '../../src/uploads/storage/s3/bucket.ts'
import { createS3Files } from '../../src/uploads/storage/s3/files.ts'
import { listObjects } from '../../src/uploads/storage/s3/listing.ts'
import { createBucketStaging } from '../../src/uploads/storage/s3/staging.ts'
import { loadPieces } from '../../src/uploads/store/upload-pieces.ts'
import { addUpload, markUploadComplete } from '../../src/uploads/store/uploads.ts'
import type { Files, Staging, StagingInput, WriteLock } from '../../src/world/model/ports.ts'
import { computeChecksum, computeSha256, createPatternedBytes, splitIntoChunks } from '../kit/files-contract.ts'
import { grantPermit } from '../kit/grant-permit.ts'
import { createServerDatabase } from '../kit/server-database.ts'
import { describeStagingContract } from '../kit/staging-contract.ts'
import { createStorage } from '../kit/storage.ts'
import { createUnreliableNetwork, type UnreliableNetwork } from '../kit/unreliable-network.ts'

const silentLog = { warn() {} }
const mebibyte = 1024 ** 2
const upload = { kind: 'tracker', id: 7 } as const
const name = 'tracker-7'
const unavailable = { name: 'Refusal', kind: 'unavailable' }

interface StagingFixture {
  readonly staging: Staging
  readonly files: Files
  readonly db: Database
  readonly storage: ObjectStorage
}

describe.skipIf(inject('objectStore') === null)('uploads in object storage', () => {
  const cleanups: (() => Promise<void>)[] = []
  afterAll(async () => {
    for (const clean of cleanups.splice(0).reverse()) await clean()
  })

  async function open(title: string, overrides: Partial<ObjectStorage> = {}): Promise<StagingFixture> {
    const { directory, remove } = await createServerDatabase('sqlite', 'migrated')
    cleanups.push(remove)
    const db = await openDatabase({ directory })
    cleanups.push(() => db.close())
    const storage = createStorage(`staging-${title}`, overrides)
    const localDirectory = path.join(directory, 'temporary')
    const staging = createBucketStaging({ storage, log: silentLog, db, clock: systemClock, localDirectory })
    return { staging, files: createS3Files(storage, silentLog), db, storage }
  }
  /** Returns the same with a network in between. */
  async function openBehind(title: string): Promise<StagingFixture & { readonly network: UnreliableNetwork }> {
    const network = await createUnreliableNetwork(createStorage(title).endpoint ?? '')
    cleanups.push(() => network.close())
    return { network, ...(await open(title, { endpoint: network.endpoint })) }
  }
  const append = ({ staging }: StagingFixture, content: Buffer, input: Partial<StagingInput> = {}) => {
    const body = Readable.from(splitIntoChunks(content))
    return staging.append(name, {
      offset: 0,
      maxBytes: content.length,
      body,
      idleTimeoutMs: 5000,
      lock: null,
      ...input,
    })
  }
  const addLockedUpload = ({ db }: StagingFixture, token: string) =>
    db.write(async (tx) => {
      const expiresOn = systemClock.now() + 3600
      const row = { ...upload, userId: 101 as UserId, size: 100, chunks: 0, expiresOn, completedOn: null }
      await addUpload(tx, grantPermit('create', 'project'), row, null)
      await tx.updateTable('upload').set({ lock_token: token, lock_until: expiresOn }).execute()
    })
  /** A process that was suspended after it had checked its lock. */
  const createLock = (token: string): WriteLock => ({ token, isHeld: async () => true })
  const objectsOf = async ({ storage }: StagingFixture) =>
    (await Array.fromAsync(listObjects(openBucket(storage, silentLog), storage.prefix))).map((each) => each.name).sort()
  const sizesOf = async ({ db }: StagingFixture) => (await loadPieces(db.read, upload)).map(({ size }) => size)

  describeStagingContract(open)

  it('are divided into pieces of at most 8 MiB, which the storage joins itself', async () => {
    const opened = await openBehind('copied')
    const content = createPatternedBytes(21 * mebibyte)
    await append(opened, content)
    expect(await sizesOf(opened)).toEqual([8 * mebibyte, 8 * mebibyte, 5 * mebibyte])
    const before = opened.network.received
    const stored = await opened.staging.storeAsFile(name)
    expect(opened.network.received - before).toBeLessThan(mebibyte)
    expect(await computeChecksum(opened.files.read(stored.name))).toBe(computeSha256(content))
    await opened.staging.remove(name)
    expect(await objectsOf(opened)).toEqual([stored.name])
  })

  it('have few pieces although they arrive in many small requests', async () => {
    const opened = await open('small')
    const content = createPatternedBytes(3 * mebibyte)
    const step = 150_000
    for (let offset = 0; offset < content.length; offset += step)
      await append(opened, content.subarray(offset, offset + step), { offset })
    const sizes = await sizesOf(opened)
    expect(sizes.length).toBeLessThanOrEqual(3)
    expect(await objectsOf(opened)).toHaveLength(sizes.length)
    const stored = await opened.staging.storeAsFile(name)
    expect(await computeChecksum(opened.files.read(stored.name))).toBe(computeSha256(content))
  })

  it('accept nothing from a process that lost the lock while it was suspended', async () => {
    const opened = await open('fenced')
    await addLockedUpload(opened, 'new')
    const lost = { bytes: 0, lostLock: true }
    expect(await append(opened, Buffer.from('late'), { lock: createLock('old') })).toEqual(lost)
    expect([await sizesOf(opened), await objectsOf(opened)]).toEqual([[], []])
    expect(await append(opened, Buffer.from('first'), { lock: createLock('new') })).toMatchObject({ bytes: 5 })
    expect(await append(opened, Buffer.from('late'), { lock: createLock('old'), offset: 3 })).toEqual(lost)
    expect(await opened.staging.truncate(name, 2, createLock('old'))).toBe(true)
    expect(await opened.staging.sizeOf(name)).toBe(5)
    await opened.db.write((tx) => markUploadComplete(tx, storagePermit, upload, 5, systemClock.now()))
    expect(await append(opened, Buffer.from('x'), { lock: createLock('new'), offset: 5 })).toEqual(lost)
    expect([await sizesOf(opened), (await objectsOf(opened)).length]).toEqual([[5], 1])
  })

  it('keep what arrived when the storage is unavailable, and continue afterwards', async () => {
    const opened = await openBehind('away')
    const content = createPatternedBytes(20 * mebibyte)
    const breaking = async function* () {
      yield* splitIntoChunks(content.subarray(0, 9 * mebibyte))
      opened.network.setUnavailable(true)
      yield* splitIntoChunks(content.subarray(9 * mebibyte))
    }
    await expect(append(opened, content, { body: Readable.from(breaking()) })).rejects.toMatchObject(unavailable)
    expect(await sizesOf(opened)).toEqual([8 * mebibyte])
    await expect(append(opened, content, { offset: 8 * mebibyte })).rejects.toMatchObject(unavailable)
    await expect(opened.staging.storeAsFile(name)).rejects.toMatchObject(unavailable)
    await expect(opened.staging.read(name, { start: 0, end: 3 })).rejects.toMatchObject(unavailable)
    opened.network.setUnavailable(false)
    const offset = await opened.staging.sizeOf(name)
    await append(opened, content.subarray(offset), { offset })
    const stored = await opened.staging.storeAsFile(name)
    expect(await computeChecksum(opened.files.read(stored.name))).toBe(computeSha256(content))
  })

  it('do not wait long for a storage that accepts content and does not respond', async () => {
    const opened = await openBehind('frozen')
    await append(opened, createPatternedBytes(100))
    opened.network.setSilent(true)
    await expect(append(opened, createPatternedBytes(9 * mebibyte), { offset: 100 })).rejects.toMatchObject(unavailable)
    await expect(append(opened, createPatternedBytes(9 * mebibyte))).rejects.toMatchObject(unavailable)
    opened.network.setSilent(false)
    expect(await sizesOf(opened)).toEqual([100])
  }, 40_000)

  it('fail to become a file when an object is missing', async () => {
    const opened = await open('missing')
    await append(opened, createPatternedBytes(9 * mebibyte))
    const [first] = await loadPieces(opened.db.read, upload)
    const Key = `${opened.storage.prefix}staging/piece-${first?.object}`
    await clientOf(opened.storage).send(new DeleteObjectCommand({ Bucket: opened.storage.bucket, Key }))
    await expect(opened.staging.storeAsFile(name)).rejects.toThrow()
    expect(await opened.staging.read(name, { start: 0, end: 3 })).toBeUndefined()
    expect((await Array.fromAsync(opened.files.list())).map(({ isComplete }) => isComplete)).toEqual([])
  })

  it('leave objects that are removed later if no row names them, and nothing else of the bucket is', async () => {
    const opened = await open('strays')
    await append(opened, Buffer.from('used'))
    const client = clientOf(opened.storage)
    const put = (key: string) =>
      client.send(
        new PutObjectCommand({ Bucket: opened.storage.bucket, Key: `${opened.storage.prefix}${key}`, Body: 'x' }),
      )
    await put(`staging/piece-${'a'.repeat(32)}`)
    await opened.staging.notes.write('import-9', 'forgotten')
    // Files of an installation with the prefix `staging`.
    const foreign = [`staging/${'b'.repeat(32)}`, 'staging/notes.txt', `staging/staging/piece-${'c'.repeat(32)}`]
    for (const key of foreign) await put(key)
    const before = await objectsOf(opened)
    expect(await opened.staging.removeStrays(systemClock.now() - 60)).toBe(0)
    expect(await objectsOf(opened)).toEqual(before)
    expect(await opened.staging.removeStrays(systemClock.now() + 60)).toBe(2)
    const [used] = await loadPieces(opened.db.read, upload)
    expect(await objectsOf(opened)).toEqual([...foreign, `staging/piece-${used?.object}`].sort())
  })

  it('leave local copies only until the sweep', async () => {
    const opened = await open('copies')
    await append(opened, Buffer.from('content'))
    await opened.staging.openLocally(name)
    expect(await opened.staging.removeStrays(systemClock.now() - 60)).toBe(0)
    expect(await opened.staging.removeStrays(systemClock.now() + 60)).toBe(1)
  })
})

function clientOf({ endpoint, region, credentials }: ObjectStorage): S3Client {
  if (endpoint === undefined || credentials === null) throw new Error('The endpoint and credentials are missing')
  return new S3Client({ endpoint, region, credentials, forcePathStyle: true })
}
