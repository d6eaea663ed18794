import type { Logger } from 'pino'
import type { ObjectStorage } from '../../../kit/system/config.ts'
import type { DeletedItemsBucket } from '../deleted-items-bucket.ts'
import { openLocalCopy } from '../local-copies.ts'
import { openBucket } from './bucket.ts'
import { removeObject } from './pieces.ts'
import { loadObjectSize, readObject } from './reading.ts'
import { splitStream, writeObject } from './writing.ts'

/** Names of other objects of the bucket contain no such part. */
const checkName = (name: string): string => {
  if (/^[\w.-]+\.zip$/.test(name)) return name
  throw new Error(`Invalid name of an archive: ${name}`)
}

/** `localDirectory`: for copies of this process. */
export function createDeletedItemsBucket(
  storage: ObjectStorage,
  log: Pick<Logger, 'warn'>,
  localDirectory: string,
): DeletedItemsBucket {
  const bucket = openBucket(storage, log)
  const keyOf = (name: string): string => `${bucket.prefix}deleted-items/${checkName(name)}`
  return {
    async put(name, content) {
      await writeObject(bucket, keyOf(name), splitStream(content))
    },
    remove: (name) => removeObject(bucket, keyOf(name)),
    async openLocally(name) {
      const size = await loadObjectSize(bucket, keyOf(name))
      if (size === undefined) return undefined
      return openLocalCopy(localDirectory, name, { size, content: readObject(bucket, keyOf(name)) })
    },
  }
}
