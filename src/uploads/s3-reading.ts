import { GetObjectCommand, HeadBucketCommand, HeadObjectCommand, S3ServiceException } from '@aws-sdk/client-s3'
import { type ByteRange, BytesMissing } from '../kit/ports.ts'
import { answering, type S3Bucket } from './s3-bucket.ts'

/** undefined: there is no such object. */
export async function sizeOfObject(bucket: S3Bucket, key: string): Promise<number | undefined> {
  const head = await bucket.ask((client) =>
    client.send(new HeadObjectCommand({ Bucket: bucket.name, Key: key }), answering),
  )
  if (head !== 'absent') return head.ContentLength ?? 0
  // That answer has no words: a bucket that is not there is told the same way.
  const found = await bucket.ask((client) => client.send(new HeadBucketCommand({ Bucket: bucket.name }), answering))
  if (found === 'absent') throw bucket.outOfReach(new Error(`There is no bucket ${bucket.name}`))
  return undefined
}

/** How often in a row the rest of an object is asked for when no byte of it arrives. */
const maxInterruptions = 3

/**
 * The bytes of an object as they are asked for. Objects never change, so that where a connection breaks, or is given
 * up while a slow reader reads nothing, the rest is asked for anew. A reader who leaves does not wait for what is
 * still on its way.
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
    const asked = end === undefined ? undefined : `bytes=${at}-${end}`
    const found = await objectOf(bucket, key, asked, leaving)
    if (found === 'absent') throw new BytesMissing(key)
    if (found === 'nothing') return
    end = at + found.size - 1
    const leave = (): void => void found.body.destroy()
    leaving.addEventListener('abort', leave)
    try {
      for await (const chunk of found.body) {
        breaks = 0
        at += chunk.byteLength
        yield chunk
      }
      if (at <= end) throw new Error('The store sent less than it had promised')
    } catch (problem) {
      if (leaving.aborted) return
      if (++breaks > maxInterruptions) throw bucket.outOfReach(problem)
    } finally {
      leaving.removeEventListener('abort', leave)
    }
  }
}

interface FoundObject {
  readonly size: number
  readonly body: AsyncIterable<Uint8Array> & { destroy(): void }
}

/** 'nothing': the range begins behind the end. */
async function objectOf(
  bucket: S3Bucket,
  key: string,
  range: string | undefined,
  leaving: AbortSignal,
): Promise<FoundObject | 'absent' | 'nothing'> {
  const command = new GetObjectCommand({ Bucket: bucket.name, Key: key, Range: range })
  const answer = await bucket.ask(async (client) => {
    try {
      return await client.send(command, { ...answering, abortSignal: leaving })
    } catch (problem) {
      if (leaving.aborted || (problem instanceof S3ServiceException && problem.name === 'InvalidRange'))
        return 'nothing'
      throw problem
    }
  })
  if (typeof answer === 'string') return answer
  // On Node the body is a stream of Node, whatever else the types allow.
  return { size: answer.ContentLength ?? 0, body: answer.Body as unknown as FoundObject['body'] }
}
