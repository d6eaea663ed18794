import { buildStrongEtag } from '../../kit/values/strong-etag.ts'
import type { StoredComment } from './changeset.ts'

/** Returns the entity tag of a version of a comment in an epoch of the database, quoted. */
export const buildCommentTag = ({ id }: Pick<StoredComment, 'id'>, epoch: string): string =>
  buildStrongEtag('comment', id, epoch)
