import { open } from 'node:fs/promises'
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { noContentOptions, type S3Bucket } from './bucket.ts'
import { loadObjectSize } from './reading.ts'

const mebibyte = 1024 ** 2
/** Size of the parts of a stream of unknown length; with at most 10 000 parts, an object has at most 78 GiB. */
const defaultPartBytes = 8 * mebibyte
export const maxParts = 10_000
/**
 * Number of concurrent uploads of parts, in addition to the part that is filled: this bounds the memory of a transfer.
 */
const partsAtOnce = 2

/**
 * Yields the parts of a local file, all but the last of the same length; an empty file is one empty part. Buffers are
 * reused: a part is valid until `maxParts` more parts were requested.
 */
export async function* splitFile(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const length = Math.max(defaultPartBytes, Math.ceil(size / (maxParts - 1) / mebibyte) * mebibyte)
    const ring: Buffer[] = []
    for (let at = 0, turn = 0; at === 0 || at < size; at += length, turn = (turn + 1) % (partsAtOnce + 1)) {
      const room = ring[turn] ?? Buffer.allocUnsafeSlow(Math.min(length, size))
      ring[turn] = room
      const part = room.subarray(0, Math.min(length, size - at))
      for (let filled = 0; filled < part.length; ) {
        const { bytesRead } = await file.read(part, filled, part.length - filled, at + filled)
        if (bytesRead === 0) throw new Error('The file became shorter while it was read')
        filled += bytesRead
      }
      yield part
    }
  } finally {
    await file.close()
  }
}

/** Yields the parts of a stream, all but the last of the same length; an empty stream is one empty part. */
export async function* splitStream(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let gathered: Uint8Array[] = []
  let size = 0
  for await (const chunk of content) {
    let rest = chunk
    while (size + rest.byteLength > defaultPartBytes) {
      const head = rest.subarray(0, defaultPartBytes - size)
      yield Buffer.concat([...gathered, head])
      rest = rest.subarray(head.byteLength)
      gathered = []
      size = 0
    }
    gathered.push(rest)
    size += rest.byteLength
  }
  yield Buffer.concat(gathered)
}

/** Writes an object atomically and returns its size. */
export async function writeObject(bucket: S3Bucket, key: string, parts: AsyncGenerator<Uint8Array>): Promise<number> {
  try {
    const first = await parts.next()
    const head = first.done === true ? new Uint8Array() : first.value
    const second = await parts.next()
    if (second.done === true) return await writeAtOnce(bucket, key, head)
    return await writeInParts(bucket, key, toObjectParts(bucket, chained(head, second.value, parts)))
  } finally {
    await parts.return(undefined)
  }
}

async function* chained(first: Uint8Array, second: Uint8Array, rest: AsyncGenerator<Uint8Array>) {
  yield first
  yield second
  yield* rest
}

export async function writeAtOnce(bucket: S3Bucket, key: string, content: Uint8Array): Promise<number> {
  const command = { Bucket: bucket.name, Key: key, Body: content, ContentLength: content.byteLength }
  await sendRequest(bucket, (client) => client.send(new PutObjectCommand(command)))
  return content.byteLength
}

/** Where a part of an object belongs. */
export interface PartTarget {
  readonly Bucket: string
  readonly Key: string
  readonly UploadId: string | undefined
  readonly PartNumber: number
}

/** A part whose content is transferred, or copied by the storage. */
export interface ObjectPart {
  readonly size: number
  send(target: PartTarget): Promise<CompletedPart>
}

async function* toObjectParts(bucket: S3Bucket, parts: AsyncIterable<Uint8Array>): AsyncGenerator<ObjectPart> {
  for await (const part of parts) yield { size: part.byteLength, send: (target) => sendPart(bucket, target, part) }
}

/** Writes an object of several parts, of which a few are sent at the same time, and returns its size. */
export async function writeInParts(
  bucket: S3Bucket,
  key: string,
  parts: AsyncIterable<ObjectPart> | Iterable<ObjectPart>,
): Promise<number> {
  const target = { Bucket: bucket.name, Key: key }
  const command = new CreateMultipartUploadCommand(target)
  const begun = await sendRequest(bucket, (client) => client.send(command, noContentOptions))
  const upload = { ...target, UploadId: begun.UploadId }
  const partUploads: Promise<CompletedPart>[] = []
  let size = 0
  try {
    for await (const part of parts) {
      await partUploads.at(-partsAtOnce)
      const number = partUploads.length + 1
      if (number > maxParts) throw new Error(`No more than ${maxParts} parts fit into an object`)
      const sending = part.send({ ...upload, PartNumber: number })
      // The error is reported below, when the promise is awaited.
      sending.catch(() => {})
      partUploads.push(sending)
      size += part.size
    }
    const all = await Promise.all(partUploads)
    await complete(bucket, key, { ...upload, MultipartUpload: { Parts: all } }, size)
    return size
  } catch (problem) {
    // A part that arrives after the upload was aborted would stay.
    await Promise.allSettled(partUploads)
    // If the abort fails too, the sweep removes the parts.
    await bucket.client.send(new AbortMultipartUploadCommand(upload)).catch(() => {})
    throw problem
  }
}

export async function sendPart(bucket: S3Bucket, target: PartTarget, content: Uint8Array): Promise<CompletedPart> {
  const command = { ...target, Body: content, ContentLength: content.byteLength }
  const { ETag } = await sendRequest(bucket, (client) => client.send(new UploadPartCommand(command)))
  return { ETag, PartNumber: target.PartNumber }
}

/** A retry after a lost response finds nothing to complete any more: the object exists. */
async function complete(
  bucket: S3Bucket,
  key: string,
  upload: ConstructorParameters<typeof CompleteMultipartUploadCommand>[0],
  size: number,
): Promise<void> {
  try {
    await sendRequest(bucket, (client) => client.send(new CompleteMultipartUploadCommand(upload)))
  } catch (problem) {
    if ((await loadObjectSize(bucket, key)) !== size) throw problem
  }
}

/** During a transfer, only the bucket can be missing. */
async function sendRequest<T>(bucket: S3Bucket, question: Parameters<typeof bucket.ask<T>>[0]): Promise<T> {
  const answer = await bucket.ask(question)
  if (answer === 'absent')
    throw bucket.unavailable(new Error('The upload of an object no longer exists in the object storage'))
  return answer
}
