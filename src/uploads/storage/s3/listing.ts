import { ListObjectsV2Command, type ListObjectsV2CommandOutput, type S3Client } from '@aws-sdk/client-s3'
import { type EpochSeconds, toEpochSeconds } from '../../../kit/values/time.ts'
import { noContentOptions, type S3Bucket } from './bucket.ts'

interface ListedObject {
  /** What follows the prefix. */
  readonly name: string
  readonly storedOn: EpochSeconds
  readonly size: number
}

/** Yields the objects whose keys begin with a prefix. */
export async function* listObjects(bucket: S3Bucket, prefix: string): AsyncGenerator<ListedObject> {
  let from: string | undefined
  do {
    const command = new ListObjectsV2Command({ Bucket: bucket.name, Prefix: prefix, ContinuationToken: from })
    const page: ListObjectsV2CommandOutput = await askForPage(bucket, (client) =>
      client.send(command, noContentOptions),
    )
    for (const { Key = '', Size, LastModified } of page.Contents ?? [])
      yield { name: Key.slice(prefix.length), storedOn: secondsOf(LastModified), size: Size ?? 0 }
    from = page.IsTruncated === true ? page.NextContinuationToken : undefined
  } while (from !== undefined)
}

/** Requests a page of a list; only the bucket can be missing. */
export async function askForPage<T>(bucket: S3Bucket, question: (client: S3Client) => Promise<T>): Promise<T> {
  const page = await bucket.ask(question)
  if (page === 'absent') throw bucket.unavailable(new Error(`The bucket ${bucket.name} does not exist`))
  return page
}

/** Objects without a time count as new, so the sweep leaves them. */
export const secondsOf = (moment: Date | undefined): EpochSeconds => toEpochSeconds(moment ?? new Date())
