import { createReadStream } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from 'yauzl'
import { type Message, message } from '../../kit/messages/message.ts'
import { ArchiveError } from './archive-error.ts'
import { normalizeEntryName } from './entry-name.ts'

/** Limits on declared sizes; the content must match the declaration. */
export interface ZipLimits {
  readonly maxEntries: number
  readonly maxTotalBytes: number
}

const defaultLimits: ZipLimits = { maxEntries: 100_000, maxTotalBytes: 50 * 1024 ** 3 }

/** Opens the entries of a zip file. All names are checked before any content is read. */
export async function openZipArchive(path: string, limits: Partial<ZipLimits> = {}) {
  // Names are read as bytes: the library would change backslashes silently and report errors in its own words.
  const zip = await openPromise(path, { autoClose: false, decodeStrings: false }).catch(toArchiveError)
  try {
    return toArchiveSource(
      { path, zip },
      stripTopDirectory(await readCheckedEntries(zip, { ...defaultLimits, ...limits })),
    )
  } catch (error) {
    zip.close()
    throw error
  }
}

interface OpenZip {
  readonly path: string
  readonly zip: ZipFile
}

function toArchiveSource({ path, zip }: OpenZip, entries: ReadonlyMap<string, Entry>) {
  return {
    has: async (name: string): Promise<boolean> => entries.has(normalizeEntryName(name)),
    size: async (name: string): Promise<number | undefined> => entries.get(normalizeEntryName(name))?.uncompressedSize,
    async read(name: string): Promise<Readable> {
      const entry = entries.get(normalizeEntryName(name))
      if (entry === undefined) throw new ArchiveError(message`The archive has no file ${JSON.stringify(name)}`)
      return Readable.from(readContent({ path, zip }, name, entry), { objectMode: false })
    },
    close: async (): Promise<void> => zip.close(),
  }
}

async function* readContent({ path, zip }: OpenZip, name: string, entry: Entry): AsyncGenerator<Buffer> {
  if (!zip.isOpen) throw new Error('The archive has been closed')
  let length = 0
  let checksum = 0
  const damaged = (how: Message) => new ArchiveError(message`${JSON.stringify(name)} is damaged: ${how}`)
  try {
    for await (const chunk of await inflateEntry(path, zip, entry)) {
      length += chunk.length
      if (length > entry.uncompressedSize) break
      checksum = crc32(chunk, checksum)
      yield chunk
    }
  } catch (error) {
    throw damaged(message`${errorMessage(error)}`)
  }
  if (length > entry.uncompressedSize)
    throw damaged(message`it is longer than the ${entry.uncompressedSize} bytes declared`)
  if (length < entry.uncompressedSize)
    throw damaged(message`it has ${length} of the ${entry.uncompressedSize} bytes declared`)
  if (checksum !== entry.crc32) throw damaged(message`its checksum is wrong`)
}

/** The library's own streams crash the process when they are destroyed early. */
async function inflateEntry(path: string, zip: ZipFile, entry: Entry): Promise<AsyncIterable<Buffer>> {
  const { fileDataStart: start } = await zip.readLocalFileHeaderPromise(entry, { minimal: true })
  if (entry.compressedSize === 0) return Readable.from([])
  const rawStream = createReadStream(path, { start, end: start + entry.compressedSize - 1 })
  // Errors destroy the last stream, whose reader gets them.
  return entry.compressionMethod === 0 ? rawStream : pipeline(rawStream, createInflateRaw(), () => {})
}

async function readCheckedEntries(zip: ZipFile, limits: ZipLimits): Promise<ReadonlyMap<string, Entry>> {
  if (zip.entryCount > limits.maxEntries) {
    throw new ArchiveError(
      message`The archive has ${zip.entryCount} entries, more than the ${limits.maxEntries} allowed`,
    )
  }
  const files = new Map<string, Entry>()
  const all: Entry[] = []
  let totalBytes = 0
  for await (const entry of readEntries(zip)) {
    const rawName = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true)
    const name = normalizeEntryName(rawName)
    assertReadable(entry, rawName)
    all.push(entry)
    totalBytes += entry.uncompressedSize
    if (totalBytes > limits.maxTotalBytes) {
      throw new ArchiveError(message`The archive exceeds the uncompressed size limit of ${limits.maxTotalBytes} bytes`)
    }
    // Metadata added by macOS is ignored.
    if (rawName.endsWith('/') || name.startsWith('__MACOSX/')) continue
    if (files.has(name)) throw new ArchiveError(message`Duplicate entry ${JSON.stringify(name)} in the archive`)
    files.set(name, entry)
  }
  assertNoOverlaps(all)
  return files
}

async function* readEntries(zip: ZipFile): AsyncGenerator<Entry> {
  const entries = zip.eachEntry()
  for (;;) {
    const next = await entries.next().catch(toArchiveError)
    if (next.done) return
    yield next.value
  }
}

function assertReadable(entry: Entry, name: string): void {
  const displayed = JSON.stringify(name)
  if (entry.isEncrypted())
    throw new ArchiveError(message`${displayed} is encrypted; create the archive without a password`)
  if (!entry.canDecodeFileData()) throw new ArchiveError(message`${displayed} is not compressed with deflate`)
  // The upper half holds the Unix mode, or nothing; only plain files and directories are accepted.
  const fileType = (entry.externalFileAttributes >>> 16) & 0o170000
  if (fileType === 0o120000)
    throw new ArchiveError(message`${displayed} is a symbolic link; put the file itself in the archive`)
  if (![0, 0o100000, 0o040000].includes(fileType))
    throw new ArchiveError(message`${displayed} is neither a file nor a directory`)
}

/** Rejects overlapping entries: they turn a few megabytes into petabytes with a low ratio each. */
function assertNoOverlaps(entries: readonly Entry[]): void {
  const inOrder = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
  let end = 0
  for (const { relativeOffsetOfLocalHeader: start, compressedSize, fileNameLength } of inOrder) {
    if (start < end) throw new ArchiveError(message`The archive is damaged: entries overlap`)
    end = start + localHeaderLength + fileNameLength + compressedSize
  }
}

const localHeaderLength = 30

/** Strips a single top-level directory that contains everything: `project.xml` is inside it. */
function stripTopDirectory(entries: ReadonlyMap<string, Entry>): ReadonlyMap<string, Entry> {
  const [first = ''] = entries.keys()
  const top = first.slice(0, first.indexOf('/') + 1)
  if (top === '' || !entries.keys().every((name) => name.startsWith(top))) return entries
  return new Map(entries.entries().map(([name, entry]) => [name.slice(top.length), entry]))
}

function toArchiveError(error: unknown): never {
  const reason = errorMessage(error)
  if (reason.startsWith('End of central directory record signature not found')) {
    throw new ArchiveError(message`The archive is not a zip file, or only the beginning of one`)
  }
  throw new ArchiveError(message`The archive cannot be read: ${reason}`)
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
