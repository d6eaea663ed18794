import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Files } from '../../src/world/model/ports.ts'

const mebibyte = 1024 ** 2

/** Tests what every file store guarantees. `open` returns an empty store, a new one for each name. */
export function describeFilesContract(open: (name: string) => Files): void {
  let directory = ''
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-contract-'))
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))

  it('reads back stored content, in full or in part', async () => {
    const files = open('parts')
    const { name, size } = await files.store(createBytes('one ', 'two'))
    expect(size).toBe(7)
    expect(await files.sizeOf(name)).toBe(7)
    expect(await readText(files.read(name))).toBe('one two')
  })

  it.each([
    { start: 4, end: 6, part: 'two' },
    { start: 0, end: 0, part: 'o' },
    { start: 6, end: 6, part: 'o' },
    { start: 0, end: 6, part: 'one two' },
    { start: 4, end: 600, part: 'two' },
    { start: 7, end: 9, part: '' },
    { start: 700, end: 900, part: '' },
  ])('reads $start to $end as “$part”', async ({ start, end, part }) => {
    const files = open('ranges')
    const { name } = await files.store(createBytes('one two'))
    expect(await readText(files.read(name, { start, end }))).toBe(part)
  })

  it('stores and adopts empty files', async () => {
    const files = open('empty')
    await writeFile(path.join(directory, 'empty'), '')
    for (const { name, size } of [await files.store(createBytes()), await files.adopt(path.join(directory, 'empty'))]) {
      expect(size).toBe(0)
      expect(await files.sizeOf(name)).toBe(0)
      expect(await readText(files.read(name))).toBe('')
      expect(await readText(files.read(name, { start: 0, end: 5 }))).toBe('')
    }
  })

  it('stores content under a given name, and again under the same name', async () => {
    const files = open('put')
    const name = 'd'.repeat(32)
    expect(await files.put(name, createBytes('content'))).toBe(7)
    expect(await files.put(name, createBytes('content'))).toBe(7)
    expect(await readText(files.read(name))).toBe('content')
    expect((await Array.fromAsync(files.list())).map((each) => each.name)).toEqual([name])
  })

  it('adopts a file and keeps the original', async () => {
    const files = open('adopted')
    const source = path.join(directory, 'source')
    await writeFile(source, 'content')
    const { name, size } = await files.adopt(source)
    expect(size).toBe(7)
    expect(await readFile(source, 'utf8')).toBe('content')
    await rm(source)
    expect(await readText(files.read(name))).toBe('content')
  })

  it('sets the storage time of an adopted file to now, regardless of its modification time', async () => {
    const files = open('old')
    const source = path.join(directory, 'old')
    await writeFile(source, 'old')
    await utimes(source, 5, 5)
    const { name } = await files.adopt(source)
    const [file] = await Array.fromAsync(files.list())
    expect(file?.name).toBe(name)
    expect(Math.abs((file?.storedOn ?? 0) - Date.now() / 1000)).toBeLessThan(60)
  })

  it('rejects the adoption of a missing file and stores nothing', async () => {
    const files = open('nothing')
    await expect(files.adopt(path.join(directory, 'no such file'))).rejects.toThrow('ENOENT')
    expect(await Array.fromAsync(files.list())).toEqual([])
  })

  it('reports a missing file', async () => {
    const files = open('missing')
    const name = 'a'.repeat(32)
    expect(await files.sizeOf(name)).toBeUndefined()
    await expect(readText(files.read(name))).rejects.toMatchObject({ name: 'BytesMissing' })
    await expect(readText(files.read(name, { start: 1, end: 2 }))).rejects.toMatchObject({ name: 'BytesMissing' })
  })

  it('removes a file once or twice, and no other file', async () => {
    const files = open('removed')
    const [other, removedFile] = [await files.store(createBytes('kept')), await files.store(createBytes('gone'))]
    await files.remove(removedFile.name)
    await files.remove(removedFile.name)
    expect(await files.sizeOf(removedFile.name)).toBeUndefined()
    expect(await readText(files.read(other.name))).toBe('kept')
  })

  it('lists names, sizes and storage times', async () => {
    const files = open('listed')
    const before = Math.floor(Date.now() / 1000) - 1
    const storedFiles = [
      await files.store(createBytes('1')),
      await files.store(createBytes('22')),
      await files.store(createBytes('333')),
    ]
    const listedFiles = await Array.fromAsync(files.list())
    expect(listedFiles.map(({ name, size, isComplete }) => ({ name, size, isComplete })).sort(byName)).toEqual(
      storedFiles.map((each) => ({ ...each, isComplete: true })).sort(byName),
    )
    for (const { storedOn } of listedFiles) expect(storedOn).toBeGreaterThanOrEqual(before)
  })

  it.each([
    ['early', 1],
    ['late', 20 * mebibyte],
  ])('stores nothing if the content breaks off %s', async (when, after) => {
    const files = open(`broken-${when}`)
    let isEnded = false
    const broken = async function* () {
      try {
        yield* streamZeros(after)
        throw new Error('connection lost')
      } finally {
        isEnded = true
      }
    }
    await expect(files.store(broken())).rejects.toThrow('connection lost')
    expect(isEnded).toBe(true)
    expect(await Array.fromAsync(files.list())).toEqual([])
  })

  it.each([
    '../../etc/passwd',
    '',
    '.',
    '..',
    'incoming',
    'a'.repeat(31),
    'A'.repeat(32),
    `${'a'.repeat(32)}/../x`,
    `${'a'.repeat(32)}\n`,
    `\0${'a'.repeat(31)}`,
    `../${'a'.repeat(29)}`,
  ])('rejects the name %j, which it did not create', async (name) => {
    const files = open('hostile')
    expect(() => files.read(name)).toThrow('Not a name of this store')
    await expect(files.sizeOf(name)).rejects.toThrow('Not a name of this store')
    await expect(files.put(name, createBytes('x'))).rejects.toThrow('Not a name of this store')
    await expect(files.remove(name)).rejects.toThrow('Not a name of this store')
  })

  it('stores and reads many files concurrently', async () => {
    const files = open('at-once')
    const contents = Array.from({ length: 24 }, (_, i) => `${i} `.repeat(i * 100))
    const back = await Promise.all(
      contents.map(async (content) => readText(files.read((await files.store(createBytes(content))).name))),
    )
    expect(back).toEqual(contents)
  })

  it('lets a reader stop early', async () => {
    const files = open('early')
    const { name } = await files.store(streamZeros(9 * mebibyte))
    for await (const chunk of files.read(name)) {
      expect(chunk.byteLength).toBeGreaterThan(0)
      break
    }
    expect((await Array.fromAsync(files.read(name, { start: 1, end: 3 }))).reduce(lengths, 0)).toBe(3)
  })

  describe('a large file', () => {
    const size = 20 * mebibyte + 12_345

    it('is read back unchanged, whether it was streamed or adopted', async () => {
      const files = open('big')
      const content = createPatternedBytes(size)
      const sum = computeSha256(content)
      await writeFile(path.join(directory, 'big'), content)
      const storedFiles = [await files.store(splitIntoChunks(content)), await files.adopt(path.join(directory, 'big'))]
      for (const { name, size: storedSize } of storedFiles) {
        expect(storedSize).toBe(size)
        expect(await files.sizeOf(name)).toBe(size)
        expect(await computeChecksum(files.read(name))).toBe(sum)
        // Across the boundary of two parts.
        const range = { start: 8 * mebibyte - 3, end: 16 * mebibyte + 3 }
        expect(await computeChecksum(files.read(name, range))).toBe(
          computeSha256(content.subarray(range.start, range.end + 1)),
        )
      }
    })

    it('is stored and read without being held in memory', async () => {
      const files = open('held')
      const before = usedBufferBytes()
      let peak = 0
      let bytesSinceCheck = 0
      const measured = async function* (content: AsyncIterable<Uint8Array>) {
        for await (const chunk of content) {
          bytesSinceCheck += chunk.byteLength
          yield chunk
          // Not for every chunk: garbage collection takes time.
          if (bytesSinceCheck < 24 * mebibyte) continue
          bytesSinceCheck = 0
          peak = Math.max(peak, usedBufferBytes() - before)
        }
      }
      const { name } = await files.store(measured(streamZeros(144 * mebibyte)))
      expect(
        (await Array.fromAsync(measured(files.read(name)), ({ byteLength }) => byteLength)).reduce((a, b) => a + b),
      ).toBe(144 * mebibyte)
      expect(peak).toBeLessThan(80 * mebibyte)
    })
  })
}

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Bytes of buffers that are still referenced: garbage is collected first. */
function usedBufferBytes(): number {
  collect()
  // The first collection frees some buffers concurrently; the second one waits for them.
  collect()
  return process.memoryUsage().arrayBuffers
}

export async function* createBytes(...parts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield Buffer.from(part)
}

export async function readText(content: AsyncIterable<Uint8Array>): Promise<string> {
  return Buffer.concat(await Array.fromAsync(content)).toString()
}

export async function* streamZeros(size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < size; at += 100_000) yield Buffer.alloc(Math.min(100_000, size - at))
}

/** Content without repeated ranges, so that a part at the wrong offset is detected. */
export function createPatternedBytes(size: number): Buffer {
  const content = Buffer.allocUnsafe(size)
  for (let at = 0; at + 4 <= size; at += 4) content.writeUInt32LE(at, at)
  return content
}

export async function* splitIntoChunks(content: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += 65_537) yield content.subarray(at, at + 65_537)
}

export const computeSha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

export async function computeChecksum(content: AsyncIterable<Uint8Array>): Promise<string> {
  const sum = createHash('sha256')
  for await (const chunk of content) sum.update(chunk)
  return sum.digest('hex')
}

const byName = (one: { readonly name: string }, other: { readonly name: string }): number =>
  one.name < other.name ? -1 : 1

const lengths = (sum: number, { byteLength }: Uint8Array): number => sum + byteLength
