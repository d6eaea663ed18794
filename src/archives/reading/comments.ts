import type { Comment } from '../../artifacts/model/changeset.ts'
import { formatOf } from '../../fields/text-format.ts'
import type { UserGroupId } from '../../kit/ids.ts'
import { group } from '../../platform/model/groups.ts'
import type { Notes } from '../findings.ts'
import type { ArchivedComment } from './artifact.ts'
import type { GroupByName } from './groups.ts'
import type { Author, Person } from './people.ts'

export interface CommentReading {
  readonly notes: Notes
  readonly groupOf: GroupByName
  readonly usesPrivateComments: boolean
  /** An archive of ours: versions that say nothing any more count as well. */
  readonly isWhole?: boolean
  authorOf(person: Person | undefined): Author
}

/** The versions of a changeset's comment (contract 30 §9.2): one without text says nothing. */
export const readComments = (comments: readonly ArchivedComment[], reading: CommentReading): Comment[] =>
  comments
    .filter(({ body }) => reading.isWhole === true || body.trim() !== '')
    .map((comment) => ({
      ...reading.authorOf(comment.person),
      submittedOn: comment.submittedOn,
      format: formatOf(comment.format),
      body: comment.body,
      groups: comment.groups === null ? null : readGroups(comment, comment.groups, reading),
    }))

/** Contract 30 §9.4 rule 13: groups count where the tracker has private comments, unknown ones are dropped. */
function readGroups(
  { line }: ArchivedComment,
  names: readonly string[],
  { notes, groupOf, usesPrivateComments, isWhole }: CommentReading,
): readonly UserGroupId[] | null {
  if (!usesPrivateComments && isWhole !== true) return null
  const groups = names.flatMap((name) => {
    const found = groupOf(name)
    if (found === undefined)
      notes.remark('unknown-group', line, `"${name}" is no user group of the project: it cannot read the comment`)
    return found ?? []
  })
  // What was said to a few must not be told to all because nobody of them is known here.
  return groups.length > 0 ? [...new Set(groups)] : [group.administrators]
}
