import { HeadBucketCommand, PutObjectCommand } from '@aws-sdk/client-s3'
import type { S3Bucket } from './bucket.ts'

const probeAfterMs = 5000
const probeOptions = { requestTimeout: 4000 } as const

/**
 * Writes an object as long as the storage responds. A slow line may take its time; a storage that is gone is noticed
 * by a second request, so that the client does not wait for the timeout of a transfer.
 */
export async function putWhileReachable(bucket: S3Bucket, key: string, content: Uint8Array): Promise<void> {
  const abort = new AbortController()
  const probe = () =>
    bucket
      .ask((client) => client.send(new HeadBucketCommand({ Bucket: bucket.name }), probeOptions))
      .catch(() => abort.abort())
  const probing = setInterval(() => void probe(), probeAfterMs)
  try {
    const command = { Bucket: bucket.name, Key: key, Body: content, ContentLength: content.byteLength }
    const answer = await bucket.ask((client) =>
      client.send(new PutObjectCommand(command), { abortSignal: abort.signal }),
    )
    if (answer === 'absent') throw bucket.unavailable(new Error(`The bucket ${bucket.name} does not exist`))
  } finally {
    clearInterval(probing)
  }
}
