import { type CompletedPart, UploadPartCopyCommand } from '@aws-sdk/client-s3'
import type { S3Bucket } from './bucket.ts'
import { readObject } from './reading.ts'
import { maxParts, type ObjectPart, type PartTarget, sendPart, writeAtOnce, writeInParts } from './writing.ts'

/** The first bytes of an object. */
interface ObjectHead {
  readonly key: string
  readonly size: number
}

/** Every part of an object but the last one has at least as many bytes. */
const minPartBytes = 5 * 1024 ** 2
/** A server-side copy of a part needs no transfer. */
const copyOptions = { requestTimeout: 60_000 } as const

/** Writes an object from the heads of others, in their order, and returns its size. Large ones are copied by the storage. */
export async function joinObjects(bucket: S3Bucket, key: string, sources: readonly ObjectHead[]): Promise<number> {
  const parts = toParts(sources)
  if (parts.length > 1)
    return writeInParts(
      bucket,
      key,
      parts.map((part) => toObjectPart(bucket, part)),
    )
  return writeAtOnce(bucket, key, await readAll(bucket, parts[0] ?? []))
}

/** Groups small objects until each group is large enough for a part. */
function toParts(sources: readonly ObjectHead[]): ObjectHead[][] {
  const least = Math.max(minPartBytes, Math.ceil(totalSize(sources) / (maxParts - 1)))
  const parts: ObjectHead[][] = []
  let open: ObjectHead[] = []
  for (const source of sources) {
    open.push(source)
    if (totalSize(open) < least) continue
    parts.push(open)
    open = []
  }
  return open.length === 0 ? parts : [...parts, open]
}

const totalSize = (objects: readonly ObjectHead[]): number => objects.reduce((sum, { size }) => sum + size, 0)

function toObjectPart(bucket: S3Bucket, sources: readonly ObjectHead[]): ObjectPart {
  const [only] = sources
  const isCopied = sources.length === 1 && only !== undefined && only.size >= minPartBytes
  return {
    size: totalSize(sources),
    send: async (target) =>
      isCopied ? copyPart(bucket, target, only) : sendPart(bucket, target, await readAll(bucket, sources)),
  }
}

async function copyPart(bucket: S3Bucket, target: PartTarget, { key, size }: ObjectHead): Promise<CompletedPart> {
  const source = [bucket.name, ...key.split('/')].map(encodeURIComponent).join('/')
  const command = { ...target, CopySource: source, CopySourceRange: `bytes=0-${size - 1}` }
  const answer = await bucket.ask((client) => client.send(new UploadPartCopyCommand(command), copyOptions))
  if (answer === 'absent') throw new Error(`The object ${key} does not exist`)
  return { ETag: answer.CopyPartResult?.ETag, PartNumber: target.PartNumber }
}

/** Reads objects of one part into memory. */
async function readAll(bucket: S3Bucket, sources: readonly ObjectHead[]): Promise<Buffer> {
  const content = Buffer.allocUnsafeSlow(totalSize(sources))
  let filled = 0
  for await (const chunk of readHeads(bucket, sources)) {
    content.set(chunk, filled)
    filled += chunk.byteLength
  }
  return content
}

/** Yields the heads of objects one after the other; throws when one is shorter than its head. */
export async function* readHeads(bucket: S3Bucket, sources: readonly ObjectHead[]): AsyncGenerator<Uint8Array> {
  for (const { key, size } of sources) {
    let missing = size
    for await (const chunk of readObject(bucket, key, { start: 0, end: size - 1 })) {
      missing -= chunk.byteLength
      yield chunk
    }
    if (missing !== 0) throw new Error(`The object ${key} has not the ${size} bytes of its record`)
  }
}
