import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import type { Files, Staging, StagingInput } from '../../src/world/model/ports.ts'
import {
  computeChecksum,
  computeSha256,
  createBytes,
  createPatternedBytes,
  readText,
  splitIntoChunks,
} from './files-contract.ts'

interface OpenedStaging {
  readonly staging: Staging
  /** The store to which complete uploads are moved. */
  readonly files: Files
}

const name = 'tracker-7'
const mebibyte = 1024 ** 2

/** Tests what every staging guarantees. `open` returns an empty one, a new one for each title. */
export function describeStagingContract(open: (title: string) => Promise<OpenedStaging>): void {
  const append = (
    staging: Staging,
    body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
    input: Partial<StagingInput> = {},
  ) =>
    staging.append(name, {
      offset: 0,
      maxBytes: 100,
      body: Readable.from(body),
      idleTimeoutMs: 5000,
      lock: null,
      ...input,
    })
  const textOf = async (staging: Staging): Promise<string | undefined> => {
    const size = await staging.sizeOf(name)
    return size === 0 ? '' : (await staging.read(name, { start: 0, end: size - 1 }))?.toString()
  }
  const listFiles = (staging: Staging) => Array.fromAsync(staging.list(), ({ name: each, size }) => [each, size])

  it('has no bytes of an unknown upload', async () => {
    const { staging } = await open('unknown')
    expect(await staging.sizeOf(name)).toBe(0)
    expect(await staging.read(name, { start: 0, end: 0 })).toBeUndefined()
    expect(await staging.truncate(name, 1, null)).toBe(false)
    expect(await listFiles(staging)).toEqual([])
    await staging.remove(name)
    await expect(staging.storeAsFile(name)).rejects.toThrow()
  })

  it('continues at the offset, and lists the bytes of an upload together', async () => {
    const { staging } = await open('offsets')
    expect(await append(staging, createBytes('one ', 'two '))).toEqual({ bytes: 8, lostLock: false })
    expect(await append(staging, createBytes('three'), { offset: 8 })).toEqual({ bytes: 5, lostLock: false })
    expect(await staging.sizeOf(name)).toBe(13)
    expect(await textOf(staging)).toBe('one two three')
    await staging.sync(name)
    expect(await listFiles(staging)).toEqual([[name, 13]])
    const [{ changedOn } = { changedOn: 0 }] = await Array.fromAsync(staging.list())
    expect(Math.abs(changedOn - Date.now() / 1000)).toBeLessThan(60)
  })

  it.each([
    { start: 0, end: 0, part: 'o' },
    { start: 2, end: 5, part: 'e tw' },
    { start: 7, end: 8, part: ' t' },
    { start: 12, end: 12, part: 'e' },
    { start: 12, end: 13, part: undefined },
    { start: 20, end: 30, part: undefined },
  ])('reads $start to $end as “$part”', async ({ start, end, part }) => {
    const { staging } = await open(`range-${start}-${end}`)
    await append(staging, createBytes('one two '))
    await append(staging, createBytes('three'), { offset: 8 })
    expect((await staging.read(name, { start, end }))?.toString()).toBe(part)
  })

  it('accepts no more bytes than allowed', async () => {
    const { staging } = await open('limit')
    expect(await append(staging, createBytes('hello', ' world'), { maxBytes: 7 })).toMatchObject({ bytes: 7 })
    expect(await textOf(staging)).toBe('hello w')
  })

  it('keeps the bytes before a broken connection, and continues after them', async () => {
    const { staging } = await open('broken')
    const breaking = async function* () {
      yield Buffer.from('half')
      throw new Error('connection lost')
    }
    expect(await append(staging, breaking())).toEqual({ bytes: 4, lostLock: false })
    expect(await append(staging, createBytes(' and half'), { offset: 4 })).toMatchObject({ bytes: 9 })
    expect(await textOf(staging)).toBe('half and half')
  })

  it('keeps the bytes of a client that sends no more', async () => {
    const { staging } = await open('silent')
    const body = new Readable({ read() {} })
    body.push('some')
    expect(await append(staging, [], { body, idleTimeoutMs: 300 })).toEqual({ bytes: 4, lostLock: false })
    expect(await textOf(staging)).toBe('some')
  })

  it('writes nothing when the lock is lost', async () => {
    const { staging } = await open('locked')
    await append(staging, createBytes('one'))
    const lock = { token: 'lost', isHeld: async () => false }
    expect(await append(staging, createBytes('two'), { offset: 3, lock })).toEqual({ bytes: 0, lostLock: true })
    expect(await textOf(staging)).toBe('one')
  })

  it('is truncated anywhere, and continues there', async () => {
    const { staging } = await open('truncated')
    await append(staging, createBytes('one '))
    await append(staging, createBytes('two '), { offset: 4 })
    expect(await staging.truncate(name, 9, null)).toBe(false)
    expect(await staging.truncate(name, 8, null)).toBe(true)
    expect(await textOf(staging)).toBe('one two ')
    expect(await staging.truncate(name, 6, null)).toBe(true)
    expect(await textOf(staging)).toBe('one tw')
    await append(staging, createBytes('elve'), { offset: 6 })
    expect(await textOf(staging)).toBe('one twelve')
    expect(await staging.truncate(name, 2, null)).toBe(true)
    expect(await textOf(staging)).toBe('on')
    expect(await listFiles(staging)).toEqual([[name, 2]])
  })

  it('stores all bytes as a file and keeps the staged ones', async () => {
    const { staging, files } = await open('stored')
    await append(staging, createBytes('one '))
    await append(staging, createBytes('two'), { offset: 4 })
    const file = await staging.storeAsFile(name)
    expect(file.size).toBe(7)
    expect(await readText(files.read(file.name))).toBe('one two')
    expect(await staging.sizeOf(name)).toBe(7)
    await staging.remove(name)
    expect(await readText(files.read(file.name))).toBe('one two')
  })

  it('provides all bytes as a local file', async () => {
    const { staging } = await open('local')
    await append(staging, createBytes('one '))
    await append(staging, createBytes('two'), { offset: 4 })
    const { path, close } = await staging.openLocally(name)
    expect(await readFile(path, 'utf8')).toBe('one two')
    await close()
    expect(await textOf(staging)).toBe('one two')
  })

  it('removes the bytes of one upload, once or twice', async () => {
    const { staging } = await open('removed')
    await append(staging, createBytes('gone'))
    const body = Readable.from(createBytes('kept'))
    await staging.append('temporary-7', { offset: 0, maxBytes: 4, body, idleTimeoutMs: 5000, lock: null })
    expect((await listFiles(staging)).sort()).toEqual([
      ['temporary-7', 4],
      [name, 4],
    ])
    await staging.remove(name)
    await staging.remove(name)
    expect(await listFiles(staging)).toEqual([['temporary-7', 4]])
    expect(await staging.sizeOf(name)).toBe(0)
  })

  it('has free space', async () => {
    const { staging } = await open('free')
    expect(await staging.freeBytes()).toBeGreaterThan(0)
  })

  it('keeps notes, of which the last text counts', async () => {
    const { staging } = await open('notes')
    expect(await staging.notes.read('import-3')).toBeUndefined()
    await staging.notes.write('import-3', 'one')
    await staging.notes.write('import-3', 'two')
    expect(await staging.notes.read('import-3')).toBe('two')
    await staging.notes.remove('import-3')
    await staging.notes.remove('import-3')
    expect(await staging.notes.read('import-3')).toBeUndefined()
  })

  it.each(['../../etc/passwd', '', '.', 'tracker', 'tracker-', 'tracker-7/../x', 'Tracker-7', 'tracker-7\n'])(
    'rejects the name %j',
    async (hostile) => {
      const { staging } = await open('hostile')
      await expect(staging.sizeOf(hostile)).rejects.toThrow('Invalid name')
      await expect(staging.remove(hostile)).rejects.toThrow('Invalid name')
      await expect(staging.read(hostile, { start: 0, end: 1 })).rejects.toThrow('Invalid name')
      await expect(staging.notes.write(hostile, 'x')).rejects.toThrow('Invalid name')
    },
  )

  it('receives large content in parts of any size', async () => {
    const { staging, files } = await open('large')
    const content = createPatternedBytes(24 * mebibyte + 5)
    let offset = 0
    for (const size of [3, 17 * mebibyte, 65_536, 100, 5 * mebibyte, content.length]) {
      const part = content.subarray(offset, offset + size)
      offset += (await append(staging, splitIntoChunks(part), { offset, maxBytes: content.length - offset })).bytes
    }
    expect(await staging.sizeOf(name)).toBe(content.length)
    const file = await staging.storeAsFile(name)
    expect(file.size).toBe(content.length)
    expect(await computeChecksum(files.read(file.name))).toBe(computeSha256(content))
  })
}
