import { GetObjectCommand, HeadBucketCommand, HeadObjectCommand, S3ServiceException } from '@aws-sdk/client-s3'
import { type ByteRange, BytesMissing } from '../../../world/model/ports.ts'
import { noContentOptions, type S3Bucket } from './bucket.ts'

/** Returns the size of an object; undefined: it does not exist. */
export async function loadObjectSize(bucket: S3Bucket, key: string): Promise<number | undefined> {
  const head = await bucket.ask((client) =>
    client.send(new HeadObjectCommand({ Bucket: bucket.name, Key: key }), noContentOptions),
  )
  if (head !== 'absent') return head.ContentLength ?? 0
  // A HEAD response has no body: a missing bucket and a missing object look the same.
  const response = await bucket.ask((client) =>
    client.send(new HeadBucketCommand({ Bucket: bucket.name }), noContentOptions),
  )
  if (response === 'absent') throw bucket.unavailable(new Error(`The bucket ${bucket.name} does not exist`))
  return undefined
}

/** How often in a row a read is resumed without receiving a byte. */
const maxInterruptions = 3

/**
 * Yields the bytes of an object as the reader consumes them. Objects never change: when a connection breaks, or is
 * closed while a slow reader pauses, the rest is requested again. A reader that stops does not wait for bytes in
 * transit.
 */
export function readObject(bucket: S3Bucket, key: string, range?: ByteRange): AsyncIterable<Uint8Array> {
  const leaving = new AbortController()
  const pieces = piecesOf(bucket, key, range, leaving.signal)
  const end = pieces.return.bind(pieces)
  const fail = pieces.throw.bind(pieces)
  return Object.assign(pieces, {
    return(value: undefined) {
      leaving.abort()
      return end(value)
    },
    throw(problem: unknown) {
      leaving.abort()
      return fail(problem)
    },
  })
}

async function* piecesOf(
  bucket: S3Bucket,
  key: string,
  range: ByteRange | undefined,
  leaving: AbortSignal,
): AsyncGenerator<Uint8Array, undefined, undefined> {
  let at = range?.start ?? 0
  let end = range?.end
  let breaks = 0
  while (end === undefined || at <= end) {
    const rangeHeader = end === undefined ? undefined : `bytes=${at}-${end}`
    const object = await objectOf(bucket, key, rangeHeader, leaving)
    if (object === 'absent') throw new BytesMissing(key)
    if (object === 'nothing') return
    end = at + object.size - 1
    const leave = (): void => void object.body.destroy()
    leaving.addEventListener('abort', leave)
    try {
      for await (const chunk of object.body) {
        breaks = 0
        at += chunk.byteLength
        yield chunk
      }
      if (at <= end) throw new Error('The object storage sent less than it announced')
    } catch (problem) {
      if (leaving.aborted) return
      if (++breaks > maxInterruptions) throw bucket.unavailable(problem)
    } finally {
      leaving.removeEventListener('abort', leave)
    }
  }
}

interface FoundObject {
  readonly size: number
  readonly body: AsyncIterable<Uint8Array> & { destroy(): void }
}

/** 'nothing': the range begins after the end. */
async function objectOf(
  bucket: S3Bucket,
  key: string,
  range: string | undefined,
  leaving: AbortSignal,
): Promise<FoundObject | 'absent' | 'nothing'> {
  const command = new GetObjectCommand({ Bucket: bucket.name, Key: key, Range: range })
  const answer = await bucket.ask(async (client) => {
    try {
      return await client.send(command, { ...noContentOptions, abortSignal: leaving })
    } catch (problem) {
      if (leaving.aborted || (problem instanceof S3ServiceException && problem.name === 'InvalidRange'))
        return 'nothing'
      throw problem
    }
  })
  if (typeof answer === 'string') return answer
  // On Node.js the body is a Node.js stream, whatever else the types allow.
  return { size: answer.ContentLength ?? 0, body: answer.Body as unknown as FoundObject['body'] }
}
