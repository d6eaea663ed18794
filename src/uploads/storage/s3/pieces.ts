import { DeleteObjectCommand } from '@aws-sdk/client-s3'
import { forEachConcurrently } from '../../../kit/concurrency/for-each-concurrently.ts'
import { checkStoredName } from '../stored-name.ts'
import { noContentOptions, type S3Bucket } from './bucket.ts'

/** Where objects of incomplete uploads are: apart from complete files. */
export const stagingPrefixOf = ({ prefix }: Pick<S3Bucket, 'prefix'>): string => `${prefix}staging/`

/**
 * Returns the key of a piece. Files never have such a key: another installation may have the prefix `staging` in the
 * same bucket, and the sweep must not remove its files.
 */
export const pieceKeyOf = (bucket: Pick<S3Bucket, 'prefix'>, object: string): string =>
  `${stagingPrefixOf(bucket)}piece-${checkStoredName(object)}`

/** Returns the object of a name behind the prefix of the staging; undefined: it is no piece. */
export const parsePieceName = (name: string): string | undefined => /^piece-([0-9a-f]{32})$/.exec(name)?.[1]

const removalsAtOnce = 8

/** Removes objects that no row names any more. The sweep removes those that cannot be removed now. */
export const removePieceObjects = (bucket: S3Bucket, objects: readonly string[]): Promise<void> =>
  forEachConcurrently(objects, removalsAtOnce, (object) => removeObject(bucket, pieceKeyOf(bucket, object))).catch(
    () => undefined,
  )

export async function removeObject(bucket: S3Bucket, key: string): Promise<void> {
  const command = new DeleteObjectCommand({ Bucket: bucket.name, Key: key })
  await bucket.ask((client) => client.send(command, noContentOptions))
}
