import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { CreateMultipartUploadCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { describe, expect, inject, it } from 'vitest'
import type { ObjectStorage } from '../../src/kit/system/config.ts'
import { readStoredBytes } from '../../src/uploads/reads/read-stored-bytes.ts'
import { createS3Files } from '../../src/uploads/storage/s3/files.ts'
import type { Files } from '../../src/world/model/ports.ts'
import {
  computeChecksum,
  computeSha256,
  createBytes,
  createPatternedBytes,
  describeFilesContract,
  readText,
  splitIntoChunks,
  streamZeros,
} from '../kit/files-contract.ts'
import { createStorage } from '../kit/storage.ts'
import { createUnreliableNetwork, type UnreliableNetwork } from '../kit/unreliable-network.ts'

const silentLog = { warn() {} }
const open = (name: string): Files => createS3Files(createStorage(name), silentLog)
const unreachable = { name: 'Refusal', kind: 'unavailable' }
const mebibyte = 1024 ** 2

describe.skipIf(inject('objectStore') === null)('files in object storage', () => {
  describeFilesContract(open)

  it('are adopted in several parts in the right order', async () => {
    const directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-parts-'))
    try {
      const content = createPatternedBytes(60 * mebibyte + 1)
      await writeFile(path.join(directory, 'source'), content)
      const adopted = await Promise.all([1, 2, 3].map(() => open('adopted').adopt(path.join(directory, 'source'))))
      for (const { name } of adopted)
        expect(await computeChecksum(open('adopted').read(name))).toBe(computeSha256(content))
    } finally {
      await rm(directory, { recursive: true, force: true })
    }
  })

  it('are listed in pages, without other objects of the bucket', async () => {
    const storage = createStorage('pages')
    const files = createS3Files(storage, silentLog)
    const client = clientOf(storage)
    await client.send(new PutObjectCommand({ Bucket: storage.bucket, Key: `${storage.prefix}notes.txt`, Body: 'x' }))
    const names: string[] = []
    const storeSome = async (): Promise<void> => {
      while (names.length < 1040) names.push((await files.store(createBytes('x'))).name)
    }
    await Promise.all(Array.from({ length: 40 }, storeSome))
    const listed = await Array.fromAsync(files.list(), ({ name }) => name)
    expect(listed.sort()).toEqual(names.sort())
  })

  it('are listed as incomplete if their upload was aborted, and removed', async () => {
    const storage = createStorage('incomplete')
    const files = createS3Files(storage, silentLog)
    const Key = `${storage.prefix}${'b'.repeat(32)}`
    for (let i = 0; i < 2; i++) {
      await clientOf(storage).send(new CreateMultipartUploadCommand({ Bucket: storage.bucket, Key }))
    }
    const listed = await Array.fromAsync(files.list())
    expect(listed).toMatchObject([{ isComplete: false }, { isComplete: false }])
    expect(new Set(listed.map(({ name }) => name)).size).toBe(2)
    for (const { name } of listed) await files.remove(name)
    expect(await Array.fromAsync(files.list())).toEqual([])
    await files.remove(listed[0]?.name ?? '')
  })

  it.each([
    ['the server does not respond', { endpoint: 'http://127.0.0.1:9' }],
    ['the bucket does not exist', { bucket: 'no-such-bucket' }],
    ['the secret is wrong', { credentials: { accessKeyId: 'someone', secretAccessKey: 'my-little-secret' } }],
  ] satisfies [string, Partial<ObjectStorage>][])(
    'are reported as unavailable, not as missing, if %s',
    async (_, overrides) => {
      const logged: unknown[] = []
      const files = createS3Files(createStorage('unreachable', overrides), {
        warn: (...words: unknown[]) => void logged.push(...words),
      })
      const name = 'c'.repeat(32)
      await Promise.all(
        [
          files.store(createBytes('x')),
          files.adopt(import.meta.filename),
          files.sizeOf(name),
          readText(files.read(name)),
          files.remove(name),
          Array.fromAsync(files.list()),
        ].map((answer) => expect(answer).rejects.toMatchObject(unreachable)),
      )
      expect(logged.length).toBeGreaterThan(5)
      expect(JSON.stringify(logged)).not.toContain('my-little-secret')
    },
  )

  it('are read completely although connections break', async () => {
    await withUnreliableNetwork('breaks', async (network, files) => {
      const content = createPatternedBytes(20 * mebibyte)
      const { name } = await open('breaks').store(splitIntoChunks(content))
      network.disconnectAfter(5 * mebibyte, 3)
      expect(await computeChecksum(files.read(name))).toBe(computeSha256(content))
      network.disconnectAfter(2 * mebibyte, 2)
      const range = { start: 1_000_001, end: 15_000_001 }
      expect(await computeChecksum(files.read(name, range))).toBe(
        computeSha256(content.subarray(range.start, range.end + 1)),
      )
    })
  })

  it('fail if the connection cannot be restored', async () => {
    await withUnreliableNetwork('gone', async (network, files) => {
      const { name } = await open('gone').store(streamZeros(20 * mebibyte))
      const reading = files.read(name)[Symbol.asyncIterator]()
      await reading.next()
      await network.close()
      const rest = async (): Promise<void> => {
        while ((await reading.next()).done !== true);
      }
      await expect(rest()).rejects.toMatchObject(unreachable)
    })
  })

  it('are stored completely although connections break', async () => {
    await withUnreliableNetwork('rewritten', async (network, files) => {
      const content = createPatternedBytes(20 * mebibyte)
      network.disconnectAfter(0, 3)
      const { name } = await files.store(splitIntoChunks(content))
      expect(await computeChecksum(open('rewritten').read(name))).toBe(computeSha256(content))
    })
  })

  it('leave only listed incomplete objects if the connection is lost', async () => {
    await withUnreliableNetwork('cut-short', async (network, files) => {
      const closing = async function* () {
        yield* streamZeros(20 * mebibyte)
        await network.close()
        yield* streamZeros(20 * mebibyte)
      }
      await expect(files.store(closing())).rejects.toMatchObject(unreachable)
      const left = await Array.fromAsync(open('cut-short').list())
      expect(left).toMatchObject([{ isComplete: false }])
      for (const { name } of left) await open('cut-short').remove(name)
      expect(await Array.fromAsync(open('cut-short').list())).toEqual([])
    })
  })

  it('are fetched only as fast as they are read, and no longer after the reader left', async () => {
    await withUnreliableNetwork('slow', async (network, files) => {
      const { name } = await open('slow').store(streamZeros(40 * mebibyte))
      const content = await readStoredBytes(files, name)
      await expect.poll(() => network.received).toBeGreaterThan(1000)
      await wait(300)
      expect(network.received).toBeLessThan(20 * mebibyte)
      await content?.return?.()
      await expect.poll(() => network.connections).toBe(0)
    })
  })

  it('do not block a reader who stops during a stalled response', async () => {
    await withUnreliableNetwork('silent', async (network, files) => {
      const { name } = await open('silent').store(streamZeros(40 * mebibyte))
      const reading = files.read(name)[Symbol.asyncIterator]()
      await reading.next()
      network.setSilent(true)
      const rest = async (): Promise<void> => {
        while ((await reading.next()).done !== true);
      }
      const ended = rest()
      await wait(200)
      await reading.return?.()
      await ended
    })
  })
})

async function withUnreliableNetwork(
  name: string,
  work: (network: UnreliableNetwork, files: Files) => Promise<void>,
): Promise<void> {
  const network = await createUnreliableNetwork(createStorage(name).endpoint ?? '')
  try {
    await work(network, createS3Files(createStorage(name, { endpoint: network.endpoint }), silentLog))
  } finally {
    await network.close().catch(() => {})
  }
}

function clientOf({ endpoint, region, credentials }: ObjectStorage): S3Client {
  if (endpoint === undefined || credentials === null) throw new Error('The endpoint and credentials are missing')
  return new S3Client({ endpoint, region, credentials, forcePathStyle: true })
}
