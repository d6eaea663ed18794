import type { Field, StoredValues } from '../../fields/model/field.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { FieldId, UserId } from '../../kit/values/ids.ts'
import { filterReadableFields } from '../../trackers/policy.ts'
import { getCachedTracker } from '../../trackers/store/trackers.ts'
import type { World } from '../../world/model/world.ts'
import type { Artifact } from '../model/artifact.ts'
import type { Changeset, StoredComment } from '../model/changeset.ts'
import { canReadComment, filterVisibleCommentGroups } from '../policy.ts'
import { loadChangesets } from '../store/changesets.ts'
import { hideUnseenLinkChanges } from './visible-link-changes.ts'

/** A changeset with the resulting state, and its comment if the caller may read it. */
export interface HistoryEntry {
  readonly changeset: Changeset
  readonly artifact: Artifact
  /** values before the changeset */
  readonly before: StoredValues
  /** readable fields of which it changed what the caller sees, in the order of the tracker */
  readonly changedFields: readonly Field[]
  /** null: no comment, or not readable by the caller; `groups` are those that the caller may know */
  readonly comment: StoredComment | null
}

interface HistoryQuery {
  readonly fields: 'all' | 'comments'
  readonly order: 'asc' | 'desc'
  /** Only changesets that change this field. */
  readonly fieldId?: FieldId | undefined
  /** Only changesets of this user. */
  readonly userId?: UserId | undefined
  readonly changesetId?: number | undefined
  readonly page: { readonly limit: number; readonly offset: number }
}

/**
 * Returns one page of the history of an artifact that the caller may read (docs/api/artifacts.md §3.2,
 * docs/decisions/0005-filter-changesets-before-paging.md): changesets are filtered before paging, so pages are full and
 * the size is that of the filtered list.
 */
export async function loadHistory(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  artifact: Artifact,
  { fields, order, fieldId, userId, changesetId, page }: HistoryQuery,
): Promise<{ readonly entries: HistoryEntry[]; readonly size: number }> {
  const tracker = await getCachedTracker(world, artifact.trackerId)
  if (tracker === undefined) return { entries: [], size: 0 }
  const readable = filterReadableFields(caller, tracker).filter(({ type }) => getFieldType(type).storage !== undefined)
  if (fieldId !== undefined && !readable.some(({ id }) => id === fieldId))
    throw new Refusal(
      'invalid',
      message`Invalid value specified for \`field_id\`: the tracker has no history of a field ${fieldId}.`,
    )
  const changesets = await loadChangesets(world.db.read, artifact.id)
  const history = historyEntries(artifact, changesets, readable, (comment) =>
    canReadComment(caller, comment, tracker)
      ? { ...comment, groups: filterVisibleCommentGroups(caller, comment, tracker) }
      : null,
  )
  const visible = (await hideUnseenLinkChanges(world, caller, history)).filter(
    ({ changeset, comment, changedFields }, index) => {
      if (changesetId !== undefined && changeset.id !== changesetId) return false
      if (userId !== undefined && changeset.submittedBy !== userId) return false
      if (fieldId !== undefined && !changedFields.some(({ id }) => id === fieldId)) return false
      if (comment !== null && comment.body !== '') return true
      if (fields === 'comments') return false
      return index === 0 || changedFields.length > 0
    },
  )
  const ordered = order === 'asc' ? visible : visible.toReversed()
  return { entries: ordered.slice(page.offset, page.offset + page.limit), size: visible.length }
}

/** Adds the values after each changeset. */
function historyEntries(
  artifact: Artifact,
  changesets: readonly Changeset[],
  readable: readonly Field[],
  visibleComment: (comment: StoredComment) => StoredComment | null,
): HistoryEntry[] {
  let values: Artifact['values'] = {}
  return changesets.map((changeset, index) => {
    const before = values
    values = { ...values, ...changeset.values }
    return {
      changeset,
      before,
      changedFields: readable.filter(({ id }) => changeset.values[id] !== undefined),
      comment: changeset.comment === null ? null : visibleComment(changeset.comment),
      artifact: {
        ...artifact,
        version: index + 1,
        lastChangesetId: changeset.id,
        updatedBy: changeset.submittedBy,
        updatedEmail: changeset.submittedEmail,
        updatedOn: changeset.submittedOn,
        values,
      },
    }
  })
}
