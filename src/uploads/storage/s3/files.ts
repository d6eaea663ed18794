import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandOutput,
} from '@aws-sdk/client-s3'
import type { Logger } from 'pino'
import { limitConcurrency } from '../../../kit/concurrency/limit-concurrency.ts'
import type { ObjectStorage } from '../../../kit/system/config.ts'
import type { Files, StoredBytes } from '../../../world/model/ports.ts'
import { checkStoredName, createStoredName, isStoredName } from '../stored-name.ts'
import { noContentOptions, openBucket, type S3Bucket } from './bucket.ts'
import { askForPage, listObjects, secondsOf } from './listing.ts'
import { loadObjectSize, readObject } from './reading.ts'
import { splitFile, splitStream, writeObject } from './writing.ts'

/** Returns the key of the object with the content of a file. */
export const fileKeyOf = ({ prefix }: Pick<S3Bucket, 'prefix'>, name: string): string =>
  `${prefix}${checkStoredName(name)}`

/** How many finished uploads are transferred at the same time: each holds its parts in memory. */
const adoptionsAtOnce = 2

/**
 * Returns the store that keeps bytes as objects of a bucket under a prefix and generated names
 * (docs/decisions/0019-stage-uploads-before-object-storage.md).
 */
export function createS3Files(storage: ObjectStorage, log: Pick<Logger, 'warn'>): Files {
  const bucket = openBucket(storage, log)
  const keyOf = (name: string): string => fileKeyOf(bucket, name)
  const inTurn = limitConcurrency(adoptionsAtOnce)
  const take: Files['put'] = async (name, content) => writeObject(bucket, keyOf(name), splitStream(content))
  return {
    put: take,
    async store(content) {
      const name = createStoredName()
      return { name, size: await take(name, content) }
    },
    async adopt(path) {
      const name = createStoredName()
      return { name, size: await inTurn(() => writeObject(bucket, keyOf(name), splitFile(path))) }
    },
    sizeOf: async (name) => loadObjectSize(bucket, keyOf(name)),
    read: (name, range) => readObject(bucket, keyOf(name), range),
    async remove(name) {
      const own = name.split(separator, 1)[0] ?? ''
      const target = { Bucket: bucket.name, Key: keyOf(own) }
      const upload = { ...target, UploadId: name.slice(own.length + separator.length) }
      await bucket.ask((client) =>
        name === own
          ? client.send(new DeleteObjectCommand(target), noContentOptions)
          : client.send(new AbortMultipartUploadCommand(upload), noContentOptions),
      )
    },
    async *list() {
      yield* completeOnes(bucket)
      yield* incompleteOnes(bucket)
    },
  }
}

// A transfer that was never completed is named by its object and its upload id.
const separator = '~'

async function* completeOnes(bucket: S3Bucket): AsyncGenerator<StoredBytes> {
  // Objects with other names have another origin and stay as they are.
  for await (const object of listObjects(bucket, bucket.prefix))
    if (isStoredName(object.name)) yield { ...object, isComplete: true }
}

async function* incompleteOnes(bucket: S3Bucket): AsyncGenerator<StoredBytes> {
  let from: { readonly KeyMarker?: string; readonly UploadIdMarker?: string } | undefined = {}
  while (from !== undefined) {
    const command = { Bucket: bucket.name, Prefix: bucket.prefix, ...from }
    const page: ListMultipartUploadsCommandOutput = await askForPage(bucket, (client) =>
      client.send(new ListMultipartUploadsCommand(command), noContentOptions),
    )
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      const name = nameOf(bucket, Key)
      if (name === undefined || UploadId === undefined) continue
      yield { name: `${name}${separator}${UploadId}`, storedOn: secondsOf(Initiated), size: 0, isComplete: false }
    }
    from =
      page.IsTruncated === true ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined
  }
}

/** Returns the name of stored bytes; undefined: the object has another origin and stays as it is. */
function nameOf({ prefix }: S3Bucket, key = ''): string | undefined {
  const name = key.startsWith(prefix) ? key.slice(prefix.length) : ''
  return isStoredName(name) ? name : undefined
}
