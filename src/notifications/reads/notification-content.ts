import type { Artifact } from '../../artifacts/model/artifact.ts'
import type { Changeset, Comment } from '../../artifacts/model/changeset.ts'
import { type HistoryEntry, loadHistory } from '../../artifacts/reads/history.ts'
import { filterVisibleArtifacts } from '../../artifacts/reads/visible-artifacts.ts'
import { findArtifact } from '../../artifacts/store/artifacts.ts'
import type { Field } from '../../fields/model/field.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { World } from '../../world/model/world.ts'
import type { LoggedChange } from '../store/changes.ts'

/** A change, reduced to what its recipient may see. */
export interface NotificationContent {
  readonly change: LoggedChange
  /** the current version */
  readonly artifact: Artifact
  readonly changeset: Changeset
  /** null: no comment, or none that the recipient may read */
  readonly comment: Comment | null
  /** the version that the change created */
  readonly after: Artifact
  /** The previous version that the recipient sees; null: none. */
  readonly before: HistoryEntry | null
  /** Fields of which the recipient sees a change, in the order of the tracker. */
  readonly changedFields: readonly Field[]
}

/** Returns what the caller may see of a change to an existing artifact; null: nothing. */
export async function loadNotificationContent(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  change: LoggedChange,
): Promise<NotificationContent | null> {
  const artifact = await findArtifact(world.db.read, change.artifact.id)
  if (artifact === undefined) return null
  if ((await filterVisibleArtifacts(world, caller, [artifact])).length === 0) return null
  const allRows = { limit: Number.POSITIVE_INFINITY, offset: 0 }
  const { entries } = await loadHistory(world, caller, artifact, { fields: 'all', order: 'asc', page: allRows })
  const index = entries.findIndex(({ changeset }) => changeset.id === change.changesetId)
  const moment = entries[index]
  if (moment === undefined) return null
  const { changeset, comment, artifact: after, changedFields } = moment
  return {
    change,
    artifact,
    changeset,
    comment: comment === null || comment.body === '' ? null : comment,
    after,
    before: entries[index - 1] ?? null,
    changedFields,
  }
}
