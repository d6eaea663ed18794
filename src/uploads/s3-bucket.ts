import { S3Client, type S3ClientConfig, S3ServiceException } from '@aws-sdk/client-s3'
import type { Logger } from 'pino'
import type { ObjectStorage } from '../kit/config.ts'
import { Refusal } from '../kit/refusal.ts'

/** A bucket and what it takes to ask it something. */
export interface S3Bucket {
  readonly client: S3Client
  readonly name: string
  readonly prefix: string
  /** Asks, and refuses with 'unavailable' when the store has no answer; 'absent' when it has not what was asked for. */
  ask<T>(question: (client: S3Client) => Promise<T>): Promise<T | 'absent'>
  /** The refusal of what failed while an answer came in. */
  outOfReach(problem: unknown): Refusal
}

const idleMs = 30_000
/**
 * Until an answer begins where no content is sent. A gateway that accepts connections and never answers must not keep a
 * client for longer.
 */
export const answering = { requestTimeout: 10_000 } as const

/** Nothing is asked of the store before something is asked of the bucket. */
export function openBucket(storage: ObjectStorage, log: Pick<Logger, 'warn'>): S3Bucket {
  const client = new S3Client(settingsOf(storage))
  giveUpAfterTimeout(client)
  const outOfReach = (problem: unknown): Refusal => {
    // Of the answer only this: its headers may tell the key.
    log.warn({ bucket: storage.bucket, ...summaryOf(problem) }, 'object storage cannot be used')
    const refusal = new Refusal('unavailable', 'The store of attachments cannot be reached. Try again later.', {
      headers: { 'Retry-After': '10' },
    })
    refusal.cause = problem
    return refusal
  }
  return {
    client,
    name: storage.bucket,
    prefix: storage.prefix,
    outOfReach,
    async ask(question) {
      try {
        return await question(client)
      } catch (problem) {
        if (isAbsence(problem)) return 'absent'
        throw outOfReach(problem)
      }
    },
  }
}

/**
 * A gateway that was silent for so long is asked again by the client, or by the job of an upload, not while the client
 * waits. Connections that break are tried again.
 */
function giveUpAfterTimeout({ config }: S3Client): void {
  const standard = config.retryStrategy
  config.retryStrategy = async () => {
    const strategy = await standard()
    if (!('refreshRetryTokenForRetry' in strategy)) return strategy
    return {
      acquireInitialRetryToken: (scope) => strategy.acquireInitialRetryToken(scope),
      recordSuccess: (token) => strategy.recordSuccess(token),
      async refreshRetryTokenForRetry(token, info) {
        if (isSilence(info.error)) throw info.error
        return strategy.refreshRetryTokenForRetry(token, info)
      },
    }
  }
}

/** The client calls connections that break time-outs as well. */
function isSilence(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return error instanceof Error && error.name === 'TimeoutError' && code !== 'ECONNRESET' && code !== 'EPIPE'
}

const settingsOf = ({ endpoint, region, isPathStyle, credentials }: ObjectStorage): S3ClientConfig => ({
  region,
  forcePathStyle: isPathStyle,
  ...(endpoint === undefined ? {} : { endpoint }),
  ...(credentials === null ? {} : { credentials }),
  // Stores other than Amazon's do not know the newer checksums; the signature covers every byte we send already.
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  // With waits that double between them.
  maxAttempts: 4,
  retryMode: 'standard',
  requestHandler: {
    connectionTimeout: 5000,
    // Until an answer begins; a part on a slow line takes its time, so the silence is what counts.
    requestTimeout: 300_000,
    throwOnRequestTimeout: true,
    // A slow reader's as well: it is continued behind its back (s3-reading.ts).
    socketTimeout: idleMs,
    httpAgent: { keepAlive: true, maxSockets: 256 },
    httpsAgent: { keepAlive: true, maxSockets: 256 },
  },
})

// Not in this list: NoSuchBucket, which is no property of a single file.
const absences: readonly string[] = ['NoSuchKey', 'NotFound', 'NoSuchUpload']

const isAbsence = (problem: unknown): boolean =>
  problem instanceof S3ServiceException && absences.includes(problem.name)

function summaryOf(problem: unknown): object {
  if (!(problem instanceof Error)) return { problem: String(problem) }
  const status = problem instanceof S3ServiceException ? problem.$metadata.httpStatusCode : undefined
  return { problem: problem.name, said: problem.message, code: 'code' in problem ? problem.code : undefined, status }
}
