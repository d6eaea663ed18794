import { readFile } from 'node:fs/promises'
import { type ArchiveContent, createArchive } from './archive.ts'
import type { TestServer } from './server.ts'

/** Returns an archive as a zip file for upload. */
export async function createZipArchive(content: ArchiveContent): Promise<Buffer> {
  const archive = await createArchive(content)
  const zipFile = await archive.toZip()
  const bytes = await readFile(zipFile.path)
  await archive.remove()
  return bytes
}

/** The headers of a tus chunk. */
export const tusChunkHeaders = { 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream' }

/** Uploads an archive over tus; returns the statuses of the requests. */
export async function uploadArchive(
  server: TestServer,
  login: string,
  href: string,
  bytes: Buffer,
  chunkCount = 1,
): Promise<number[]> {
  const statuses: number[] = []
  const length = Math.ceil(bytes.length / chunkCount)
  for (let offset = 0; offset < bytes.length; offset += length) {
    const headers = { ...server.credentials(login), ...tusChunkHeaders, 'upload-offset': `${offset}` }
    const payload = bytes.subarray(offset, offset + length)
    statuses.push((await server.app.inject({ method: 'PATCH', url: href, headers, payload })).statusCode)
  }
  return statuses
}
