import { readFile } from 'node:fs/promises'
import { type ArchiveContent, createArchive } from './archive.ts'
import type { TestServer } from './server.ts'

/** The bytes of an archive as somebody uploads it. */
export async function zipArchive(made: ArchiveContent): Promise<Buffer> {
  const archive = await createArchive(made)
  const zipped = await archive.zipped()
  const bytes = await readFile(zipped.path)
  await archive.remove()
  return bytes
}

/** What a client of tus sends with its bytes. */
export const tus = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' }

/** Bytes that arrive over tus; the statuses of the requests. */
export async function uploadArchive(
  server: TestServer,
  who: string,
  href: string,
  bytes: Buffer,
  pieces = 1,
): Promise<number[]> {
  const statuses: number[] = []
  const length = Math.ceil(bytes.length / pieces)
  for (let offset = 0; offset < bytes.length; offset += length) {
    const headers = { ...server.credentials(who), ...tus, 'upload-offset': `${offset}` }
    const payload = bytes.subarray(offset, offset + length)
    statuses.push((await server.app.inject({ method: 'PATCH', url: href, headers, payload })).statusCode)
  }
  return statuses
}
