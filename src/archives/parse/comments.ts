import { group } from '../../accounts/model/groups.ts'
import type { Comment } from '../../artifacts/model/changeset.ts'
import { toTextFormat } from '../../fields/parse/text-format.ts'
import { message } from '../../kit/messages/message.ts'
import { trimBlanks } from '../../kit/text/trim-blanks.ts'
import type { UserGroupId } from '../../kit/values/ids.ts'
import type { FindingReporter } from '../../trackers/xml/finding-reporter.ts'
import type { GroupByName } from '../../trackers/xml/group-by-name.ts'
import type { ArchivedChangeset, ArchivedComment } from './artifact.ts'
import type { ArchivedPrincipal, Author } from './users-of-archive.ts'

export interface CommentReading {
  readonly notes: FindingReporter
  readonly groupOf: GroupByName
  /** Tulipwood archive: versions without text count as well. */
  readonly isWhole?: boolean
  authorOf(person: ArchivedPrincipal | undefined): Author
}

/**
 * Parses the versions of a changeset's comment (docs/api/archive-format.md §3.2, §3.4 rule 6): trims bodies and drops
 * empty ones. The first comment has author and date of the changeset; further ones are edits with their own.
 */
export const parseComments = (
  { comments, person, submittedOn }: ArchivedChangeset,
  reading: CommentReading,
): Comment[] =>
  comments
    .map((comment, index) => (index === 0 && reading.isWhole !== true ? { ...comment, person, submittedOn } : comment))
    .filter(({ body }) => reading.isWhole === true || trimBlanks(body) !== '')
    .map((comment) => ({
      ...reading.authorOf(comment.person),
      submittedOn: comment.submittedOn,
      format: toTextFormat(comment.format),
      body: reading.isWhole === true ? comment.body : trimBlanks(comment.body),
      groups: comment.groups === null ? null : parseGroups(comment, comment.groups, reading),
    }))

/**
 * docs/api/archive-format.md §3.4 rule 13: unknown groups are dropped; if none remains, only administrators may read
 * the comment.
 */
function parseGroups(
  { line }: ArchivedComment,
  names: readonly string[],
  { notes, groupOf }: CommentReading,
): readonly UserGroupId[] {
  const groups = names.flatMap((name) => {
    const groupId = groupOf(name)
    if (groupId === undefined)
      notes.remark(
        'unknown-group',
        line,
        message`"${name}" is not a user group of the project: it cannot read the comment`,
      )
    return groupId ?? []
  })
  return groups.length > 0 ? [...new Set(groups)] : [group.administrators]
}
