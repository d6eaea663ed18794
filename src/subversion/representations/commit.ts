import type { Static } from 'typebox'
import type { User } from '../../accounts/model/user.ts'
import { MinimalUserRepresentation, representMinimalUser } from '../../accounts/representations/user.ts'
import { Type } from '../../kit/values/schema.ts'
import { formatIsoDate } from '../../kit/values/time.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { CommitMetadata } from '../model/browser-types.ts'

const nullableText = Type.Union([Type.String(), Type.Null()])

export const committedMembers = {
  revision: Type.Integer(),
  /** null: no account has this login */
  author: Type.Union([MinimalUserRepresentation, Type.Null()]),
  /** as recorded in the commit */
  author_name: nullableText,
  date: nullableText,
}

export const CommittedRepresentation = Type.Object(committedMembers, {
  title: 'CommitReference',
  additionalProperties: false,
})
export type CommittedRepresentation = Static<typeof CommittedRepresentation>

/** Accounts of the authors by revision. */
export type Authors = ReadonlyMap<number, User>

export function representCommitted(
  { revision, author, date }: CommitMetadata,
  authors: Authors,
  viewer: Viewer,
): CommittedRepresentation {
  const user = authors.get(revision)
  return {
    revision,
    author: user === undefined ? null : representMinimalUser(user, viewer),
    author_name: author,
    date: date === null ? null : formatIsoDate(date, viewer.timezone),
  }
}
