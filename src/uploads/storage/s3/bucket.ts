import { S3Client, type S3ClientConfig, S3ServiceException } from '@aws-sdk/client-s3'
import type { Logger } from 'pino'
import { Refusal } from '../../../kit/messages/refusal.ts'
import type { ObjectStorage } from '../../../kit/system/config.ts'

/** A bucket and what is needed to send requests to it. */
export interface S3Bucket {
  readonly client: S3Client
  readonly name: string
  readonly prefix: string
  /**
   * Sends a request; throws 'unavailable' when the storage does not respond, and returns 'absent' when the object does
   * not exist.
   */
  ask<T>(question: (client: S3Client) => Promise<T>): Promise<T | 'absent'>
  /** Returns the refusal for an error while a response is read. */
  unavailable(problem: unknown): Refusal
}

const idleMs = 30_000
/**
 * Timeout until the response begins, for requests without content. A gateway that accepts connections and never
 * responds must not block a client for longer.
 */
export const noContentOptions = { requestTimeout: 8000 } as const

/** Opens a bucket; the first request to the storage is that of the first operation. */
export function openBucket(storage: ObjectStorage, log: Pick<Logger, 'warn'>): S3Bucket {
  const client = new S3Client(settingsOf(storage))
  giveUpAfterTimeout(client)
  const outOfReach = (problem: unknown): Refusal => {
    // Only this part of the response is logged: its headers may contain the access key.
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
    unavailable: outOfReach,
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
 * Retries only broken connections. After a timeout the client, or the job of an upload, tries again; the request does
 * not wait.
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

/** The SDK reports broken connections as timeouts as well. */
function isSilence(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return error instanceof Error && error.name === 'TimeoutError' && code !== 'ECONNRESET' && code !== 'EPIPE'
}

const settingsOf = ({ endpoint, region, isPathStyle, credentials }: ObjectStorage): S3ClientConfig => ({
  region,
  forcePathStyle: isPathStyle,
  ...(endpoint === undefined ? {} : { endpoint }),
  ...(credentials === null ? {} : { credentials }),
  // S3-compatible storage of other vendors does not support the newer checksums; the signature covers every byte
  // already.
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  // The delay between retries doubles.
  maxAttempts: 4,
  retryMode: 'standard',
  requestHandler: {
    connectionTimeout: 5000,
    // Timeout until a response begins; a part on a slow line takes long, so only inactivity counts.
    requestTimeout: 300_000,
    throwOnRequestTimeout: true,
    // This includes a slow reader's connection: s3-reading.ts reopens it.
    socketTimeout: idleMs,
    httpAgent: { keepAlive: true, maxSockets: 256 },
    httpsAgent: { keepAlive: true, maxSockets: 256 },
  },
})

// NoSuchBucket is not in this list, because it does not concern a single file.
const absences: readonly string[] = ['NoSuchKey', 'NotFound', 'NoSuchUpload']

const isAbsence = (problem: unknown): boolean =>
  problem instanceof S3ServiceException && absences.includes(problem.name)

function summaryOf(problem: unknown): object {
  if (!(problem instanceof Error)) return { problem: String(problem) }
  const status = problem instanceof S3ServiceException ? problem.$metadata.httpStatusCode : undefined
  return { problem: problem.name, message: problem.message, code: 'code' in problem ? problem.code : undefined, status }
}
