import type { Artifact } from '../../artifacts/model/artifact.ts'
import type { Changeset, Comment } from '../../artifacts/model/changeset.ts'
import { historyOf, type Moment } from '../../artifacts/reads/history.ts'
import { visibleArtifacts } from '../../artifacts/reads/visible-artifacts.ts'
import { lookForArtifact } from '../../artifacts/store/artifacts.ts'
import type { Field } from '../../fields/field.ts'
import type { Caller } from '../../kit/caller.ts'
import type { World } from '../../kit/world.ts'
import { readableFields } from '../../trackers/policy.ts'
import { trackerOf } from '../../trackers/store/trackers.ts'
import type { LoggedChange } from '../store/changes.ts'

/** A change as somebody may be told of it. */
export interface Told {
  readonly change: LoggedChange
  /** as it is now */
  readonly artifact: Artifact
  readonly changeset: Changeset
  /** null: nothing was said, or not to this person */
  readonly comment: Comment | null
  /** as the change left it */
  readonly after: Artifact
  /** What came before, as far as this person can tell; null: nothing. */
  readonly before: Moment | null
  /** Fields that changed and that this person reads, in the order of the tracker. */
  readonly changed: readonly Field[]
}

/** What somebody may be told of a change to an artifact that is still there; null: nothing. */
export async function toldOf(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  change: LoggedChange,
): Promise<Told | null> {
  const artifact = await lookForArtifact(world.db.read, change.artifact.id)
  const tracker = artifact && (await trackerOf(world, artifact.trackerId))
  if (artifact === undefined || tracker === undefined) return null
  if ((await visibleArtifacts(world, caller, [artifact])).length === 0) return null
  const whole = { limit: Number.POSITIVE_INFINITY, offset: 0 }
  const { moments } = await historyOf(world, caller, artifact, { fields: 'all', order: 'asc', page: whole })
  const index = moments.findIndex(({ changeset }) => changeset.id === change.changesetId)
  const moment = moments[index]
  if (moment === undefined) return null
  const { changeset, comment, artifact: after } = moment
  return {
    change,
    artifact,
    changeset,
    comment: comment === null || comment.body === '' ? null : comment,
    after,
    before: moments[index - 1] ?? null,
    changed: readableFields(caller, tracker).filter(({ id }) => changeset.values[id] !== undefined),
  }
}
