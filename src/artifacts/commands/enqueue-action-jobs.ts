import type { Tx } from '../../database/db/db.ts'
import { type Caller, getUserId } from '../../kit/values/caller.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { getPostActionType } from '../../trackers/actions/registry.ts'
import type { PostAction, Tracker } from '../../trackers/model/tracker.ts'
import type { ArtifactHeader } from '../model/artifact.ts'

/** An artifact and the actions of the transition that it takes. */
interface TakenTransition {
  readonly artifact: Pick<ArtifactHeader, 'id'>
  readonly tracker: Pick<Tracker, 'id' | 'projectId'>
  readonly actions: readonly PostAction[]
}

/** Enqueues what actions do after the commit (docs/api/trackers.md §4.11). */
export async function enqueueActionJobs(
  tx: Tx,
  transitions: readonly TakenTransition[],
  { caller, at }: { readonly caller: Caller; readonly at: EpochSeconds },
): Promise<void> {
  const jobs = transitions.flatMap(({ artifact, tracker, actions }) => {
    const change = {
      artifact: artifact.id,
      tracker: tracker.id,
      project: tracker.projectId,
      user: getUserId(caller),
      at,
    }
    return actions.flatMap((action) => {
      const { job } = getPostActionType(action.kind)
      return job === undefined ? [] : [{ kind: job.kind, payload: job.buildPayload(action, change) }]
    })
  })
  for (const [kind, ofKind] of Map.groupBy(jobs, (job) => job.kind))
    await tx.enqueueEach(
      kind,
      ofKind.map(({ payload }) => payload),
    )
}
