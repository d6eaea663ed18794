import { PutObjectCommand } from '@aws-sdk/client-s3'
import { BytesMissing, type StagingNotes } from '../../../world/model/ports.ts'
import { noContentOptions, type S3Bucket } from './bucket.ts'
import { removeObject, stagingPrefixOf } from './pieces.ts'
import { readObject } from './reading.ts'

export const isNoteName = (name: string): boolean => /^[a-z]+-\d+$/.test(name)

/** Returns notes that are objects of the bucket; the sweep of pieces removes old ones. */
export function createBucketNotes(bucket: S3Bucket): StagingNotes {
  const keyOf = (name: string): string => {
    if (!isNoteName(name)) throw new Error(`Invalid name of a note: ${name}`)
    return `${stagingPrefixOf(bucket)}${name}`
  }
  return {
    async write(name, text) {
      const command = new PutObjectCommand({ Bucket: bucket.name, Key: keyOf(name), Body: text })
      await bucket.ask((client) => client.send(command, noContentOptions))
    },
    async read(name) {
      try {
        return Buffer.concat(await Array.fromAsync(readObject(bucket, keyOf(name)))).toString()
      } catch (problem) {
        if (problem instanceof BytesMissing) return undefined
        throw problem
      }
    },
    remove: async (name) => removeObject(bucket, keyOf(name)),
  }
}
