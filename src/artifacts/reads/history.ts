import { getFieldType } from '../../fields/registry.ts'
import type { Caller } from '../../kit/caller.ts'
import type { World } from '../../kit/world.ts'
import { filterReadableFields } from '../../trackers/policy.ts'
import { getCachedTracker } from '../../trackers/store/trackers.ts'
import type { Artifact } from '../model/artifact.ts'
import type { Changeset, StoredComment } from '../model/changeset.ts'
import { canReadComment, filterVisibleCommentGroups } from '../policy.ts'
import { loadChangesets } from '../store/changesets.ts'

/** A changeset with the resulting state, and its comment if the caller may read it. */
export interface HistoryEntry {
  readonly changeset: Changeset
  readonly artifact: Artifact
  /** null: no comment, or not readable by the caller; `groups` are those that the caller may know */
  readonly comment: StoredComment | null
}

interface HistoryQuery {
  readonly fields: 'all' | 'comments'
  readonly order: 'asc' | 'desc'
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
  { fields, order, page }: HistoryQuery,
): Promise<{ readonly entries: HistoryEntry[]; readonly size: number }> {
  const tracker = await getCachedTracker(world, artifact.trackerId)
  if (tracker === undefined) return { entries: [], size: 0 }
  const readable = filterReadableFields(caller, tracker).filter(({ type }) => getFieldType(type).storage !== undefined)
  const changesets = await loadChangesets(world.db.read, artifact.id)
  const visible = historyEntries(artifact, changesets, (comment) =>
    canReadComment(caller, comment, tracker)
      ? { ...comment, groups: filterVisibleCommentGroups(caller, comment, tracker) }
      : null,
  ).filter(({ changeset, comment }, index) => {
    if (comment !== null && comment.body !== '') return true
    if (fields === 'comments') return false
    return index === 0 || readable.some(({ id }) => changeset.values[id] !== undefined)
  })
  const ordered = order === 'asc' ? visible : visible.toReversed()
  return { entries: ordered.slice(page.offset, page.offset + page.limit), size: visible.length }
}

/** Adds the values after each changeset. */
function historyEntries(
  artifact: Artifact,
  changesets: readonly Changeset[],
  visibleComment: (comment: StoredComment) => StoredComment | null,
): HistoryEntry[] {
  let values: Artifact['values'] = {}
  return changesets.map((changeset, index) => {
    values = { ...values, ...changeset.values }
    return {
      changeset,
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
