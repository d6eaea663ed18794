import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl'
import { entryName } from './entry-name.ts'
import { ArchiveProblem } from './problem.ts'

/** What a zip may declare at most; what it declares it is then held to. */
export interface ZipLimits {
  readonly maxEntries: number
  readonly maxTotalBytes: number
}

const defaults: ZipLimits = { maxEntries: 100_000, maxTotalBytes: 50 * 1024 ** 3 }

/** The entries of a zip file. All names are checked before the first byte is read. */
export async function openZip(path: string, limits: Partial<ZipLimits> = {}) {
  // Names come as bytes: the library would change backslashes silently and refuse the rest in its own words.
  const zip = await openPromise(path, { autoClose: false, decodeStrings: false }).catch(asProblem)
  try {
    return sourceOf({ path, zip }, withoutTopFolder(await checkedEntries(zip, { ...defaults, ...limits })))
  } catch (error) {
    zip.close()
    throw error
  }
}

interface OpenZip {
  readonly path: string
  readonly zip: ZipFile
}

function sourceOf({ path, zip }: OpenZip, entries: ReadonlyMap<string, Entry>) {
  return {
    has: async (name: string): Promise<boolean> => entries.has(entryName(name)),
    size: async (name: string): Promise<number | undefined> => entries.get(entryName(name))?.uncompressedSize,
    async read(name: string): Promise<Readable> {
      const entry = entries.get(entryName(name))
      if (entry === undefined) throw new ArchiveProblem(`The archive has no file ${JSON.stringify(name)}`)
      return Readable.from(contentOf({ path, zip }, name, entry), { objectMode: false })
    },
    close: async (): Promise<void> => zip.close(),
  }
}

async function* contentOf({ path, zip }: OpenZip, name: string, entry: Entry): AsyncGenerator<Buffer> {
  if (!zip.isOpen) throw new Error('The archive has been closed')
  let length = 0
  let checksum = 0
  const damaged = (how: string) => new ArchiveProblem(`${JSON.stringify(name)} is damaged: ${how}`)
  try {
    for await (const chunk of await inflated(path, zip, entry)) {
      length += chunk.length
      if (length > entry.uncompressedSize) break
      checksum = crc32(chunk, checksum)
      yield chunk
    }
  } catch (error) {
    throw damaged(messageOf(error))
  }
  if (length > entry.uncompressedSize) throw damaged(`it is longer than the ${entry.uncompressedSize} bytes declared`)
  if (length < entry.uncompressedSize) throw damaged(`it has ${length} of the ${entry.uncompressedSize} bytes declared`)
  if (checksum !== entry.crc32) throw damaged('its checksum is wrong')
}

/** The library's own streams crash the process when they are given up before their end. */
async function inflated(path: string, zip: ZipFile, entry: Entry): Promise<AsyncIterable<Buffer>> {
  const { fileDataStart: start } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
  if (entry.compressedSize === 0) return Readable.from([])
  const stored = createReadStream(path, { start, end: start + entry.compressedSize - 1 })
  // What fails on the way ends the last stream, whose reader hears of it.
  return entry.compressionMethod === 0 ? stored : pipeline(stored, createInflateRaw(), () => {})
}

async function checkedEntries(zip: ZipFile, limits: ZipLimits): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > limits.maxEntries) {
    throw new ArchiveProblem(`The archive has ${zip.entryCount} entries, more than the ${limits.maxEntries} allowed`)
  }
  const files = new Map<string, Entry>()
  const all: Entry[] = []
  let totalBytes = 0
  for await (const entry of entriesOf(zip)) {
    const written = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true)
    const name = entryName(written)
    refuseUnreadable(entry, written)
    all.push(entry)
    totalBytes += entry.uncompressedSize
    if (totalBytes > limits.maxTotalBytes) {
      throw new ArchiveProblem(`The archive unpacks to more than the ${limits.maxTotalBytes} bytes allowed`)
    }
    // What macOS adds of its own is no part of the archive.
    if (written.endsWith('/') || name.startsWith('__MACOSX/')) continue
    if (files.has(name)) throw new ArchiveProblem(`The archive holds ${JSON.stringify(name)} twice`)
    files.set(name, entry)
  }
  refuseOverlaps(all)
  return files
}

async function* entriesOf(zip: ZipFile): AsyncGenerator<Entry> {
  const entries = zip.eachEntry()
  for (;;) {
    const next = await entries.next().catch(asProblem)
    if (next.done) return
    yield next.value
  }
}

function refuseUnreadable(entry: Entry, name: string): void {
  const shown = JSON.stringify(name)
  if (entry.isEncrypted()) throw new ArchiveProblem(`${shown} is encrypted; make the archive without a password`)
  if (!entry.canDecodeFileData()) throw new ArchiveProblem(`${shown} is compressed in another way than deflate`)
  // The upper half holds the Unix mode, or nothing: plain files and folders are all an archive needs.
  const fileType = (entry.externalFileAttributes >>> 16) & 0o170000
  if (fileType === 0o120000) throw new ArchiveProblem(`${shown} is a symbolic link; put the file itself in the archive`)
  if (![0, 0o100000, 0o040000].includes(fileType)) throw new ArchiveProblem(`${shown} is neither a file nor a folder`)
}

/** Entries that share their bytes are how a few megabytes become petabytes at less than the possible ratio each. */
function refuseOverlaps(entries: readonly Entry[]): void {
  const inOrder = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
  let end = 0
  for (const { relativeOffsetOfLocalHeader: start, compressedSize, fileNameLength } of inOrder) {
    if (start < end) throw new ArchiveProblem('The archive is damaged: entries overlap each other')
    end = start + localHeaderLength + fileNameLength + compressedSize
  }
}

const localHeaderLength = 30

/** Who zips a folder instead of its content gets all in one folder: `project.xml` is then looked for inside. */
function withoutTopFolder(entries: ReadonlyMap<string, Entry>): ReadonlyMap<string, Entry> {
  const [first = ''] = entries.keys()
  const top = first.slice(0, first.indexOf('/') + 1)
  if (top === '' || !entries.keys().every((name) => name.startsWith(top))) return entries
  return new Map(entries.entries().map(([name, entry]) => [name.slice(top.length), entry]))
}

function asProblem(error: unknown): never {
  const message = messageOf(error)
  if (message.startsWith('End of central directory record signature not found')) {
    throw new ArchiveProblem('The archive is not a zip file, or only the beginning of one')
  }
  throw new ArchiveProblem(`The archive cannot be read: ${message}`)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
