import { buildStrongEtag } from '../../kit/strong-etag.ts'
import type { StoredComment } from './changeset.ts'

/** Returns the entity tag of a version of a comment, quoted. */
export const buildCommentTag = ({ id }: Pick<StoredComment, 'id'>): string => buildStrongEtag('comment', id)
