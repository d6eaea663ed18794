import { createHash, type Hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BackupError } from './backup-error.ts'
import { backupEntries } from './backup-manifest.ts'

/** Passes chunks on and adds them to the hash. */
export async function* hashing(content: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of content) {
    hash.update(chunk)
    yield chunk
  }
}

/** Returns the SHA-256 of a file in hexadecimal digits. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path, { highWaterMark: 1_048_576 })) hash.update(chunk)
  return hash.digest('hex')
}

/** Formats the lines of `sha256sum`: its name, after two blanks. */
export const formatChecksums = (checksums: ReadonlyMap<string, string>): string =>
  [...checksums].map(([entry, digest]) => `${digest}  ${entry}\n`).join('')

/** Returns the checksums of a backup by entry. */
export async function readChecksums(directory: string): Promise<ReadonlyMap<string, string>> {
  const path = join(directory, backupEntries.checksums)
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(`${path} cannot be read (${error.code ?? error.message})`)
  })
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const [, digest, entry] = /^([0-9a-f]{64}) {2}([\w./-]+)$/.exec(line) ?? []
        // An entry is a path below the directory of the backup, and never leaves it.
        if (digest === undefined || entry === undefined || entry.split('/').includes('..') || entry.startsWith('/'))
          throw new BackupError(`${path} is damaged: ${JSON.stringify(line.slice(0, 200))} is not a checksum`)
        return [entry, digest] as const
      }),
  )
}

/** Yields the bytes of an entry; throws after the last one when they are not those of the checksum. */
export async function* readEntry(
  directory: string,
  entry: string,
  digest: string,
): AsyncGenerator<Uint8Array, void, undefined> {
  const hash = createHash('sha256')
  try {
    yield* hashing(createReadStream(join(directory, entry), { highWaterMark: 262_144 }), hash)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    throw new BackupError(`${join(directory, entry)} cannot be read (${String(error.code)})`)
  }
  if (hash.digest('hex') !== digest)
    throw new BackupError(`${join(directory, entry)} is damaged: its content does not match its checksum`)
}
