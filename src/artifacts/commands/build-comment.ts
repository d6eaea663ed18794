import { loadProjectGroups } from '../../accounts/store/groups.ts'
import type { Reader } from '../../database/db/db.ts'
import { parseTextFormat, textFormatsExpected } from '../../fields/parse/text-format.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { trimBlanks } from '../../kit/text/trim-blanks.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { UserGroupId } from '../../kit/values/ids.ts'
import { createGroupResolver } from '../../trackers/parse/groups.ts'
import type { Authorship, Comment } from '../model/changeset.ts'
import type { ArtifactLocation } from '../policy.ts'

export interface CommentInput {
  readonly body: string
  /** undefined or empty: the format that the caller prefers (docs/api/client-needs.md §14) */
  readonly format: string | undefined
  /** REST ids of the groups that may read it; undefined: every user who sees the artifact */
  readonly ugroups: readonly (string | number)[] | undefined
}

const maxBytes = 65_535

/** docs/api/artifacts.md §3.8: the limit counts bytes, although the message says characters. */
export function assertCommentLength(body: string): void {
  if (Buffer.byteLength(body) > maxBytes)
    throw new Refusal('invalid', 'Comment content can not contain more than 65535 characters.')
}

/** Builds the comment of a change from a trimmed text; none if it is empty. */
export async function buildComment(
  db: Reader,
  { body, format, ugroups }: CommentInput,
  { caller, place, by }: { readonly caller: Caller; readonly place: ArtifactLocation; readonly by: Authorship },
): Promise<Comment[]> {
  if (body === '') return []
  const preferred = caller.kind === 'member' ? caller.textFormat : 'commonmark'
  const groups = ugroups === undefined || ugroups.length === 0 ? null : await parseGroups(db, ugroups, place)
  return [{ ...by, body, format: parseFormat(format, preferred), groups }]
}

/** Builds the next version of a comment: without a format or groups, it keeps those of the version before. */
export async function buildCommentVersion(
  db: Reader,
  before: Comment,
  { body, format, ugroups }: CommentInput,
  { place, by }: { readonly place: ArtifactLocation; readonly by: Authorship },
): Promise<Comment> {
  const text = trimBlanks(body)
  // Deletion is a request of its own.
  if (text === '') throw new Refusal('invalid', '`body` is required.')
  assertCommentLength(text)
  return {
    ...by,
    body: text,
    format: parseFormat(format, before.format, 'format'),
    groups:
      ugroups === undefined
        ? before.groups
        : ugroups.length === 0
          ? null
          : await parseGroups(db, ugroups, place, 'ugroups'),
  }
}

/**
 * Clients also send `markdown` (docs/api/client-needs.md §14). An unknown format is refused, because the text would be
 * interpreted in another format.
 */
function parseFormat(
  value: string | undefined,
  otherwise: Comment['format'],
  parameter = 'comment[format]',
): Comment['format'] {
  // An empty element of XML and null are absent too.
  if (value === undefined || value === '') return otherwise
  const format = parseTextFormat(value)
  if (format === undefined)
    throw new Refusal('invalid', message`Invalid value specified for \`${parameter}\`. ${textFormatsExpected}`)
  return format
}

/** Tulipwood extension: private comments over the API. */
async function parseGroups(
  db: Reader,
  ids: readonly (string | number)[],
  { tracker }: ArtifactLocation,
  parameter = 'comment[ugroups]',
): Promise<UserGroupId[]> {
  if (!tracker.options.usesPrivateComments) throw new Refusal('invalid', 'This tracker has no private comments.')
  const groupOf = createGroupResolver(tracker.projectId, await loadProjectGroups(db, tracker.projectId))
  const groups = ids.map((each) => {
    const groupId = groupOf(each)
    if (groupId === undefined) throw new Refusal('invalid', message`Invalid value "${each}" for \`${parameter}\``)
    return groupId
  })
  return [...new Set(groups)]
}
