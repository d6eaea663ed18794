import type { Tx } from '../../database/db/db.ts'
import { type Caller, getUserId } from '../../kit/values/caller.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { ArtifactHeader } from '../model/artifact.ts'
import { type BuildRequest, buildKind } from '../model/build-request.ts'

/** An artifact and the builds that its change starts. */
interface ArtifactBuilds {
  readonly artifact: Pick<ArtifactHeader, 'id'>
  readonly tracker: Pick<Tracker, 'id' | 'projectId'>
  readonly jobs: readonly { readonly url: string }[]
}

/**
 * docs/api/trackers.md §4.11, `run_job`: enqueues the builds of transitions, which start after the transaction is
 * committed.
 */
export async function startBuilds(
  tx: Tx,
  builds: readonly ArtifactBuilds[],
  { caller, at }: { readonly caller: Caller; readonly at: EpochSeconds },
): Promise<void> {
  const orders = builds.flatMap(({ artifact, tracker, jobs }) =>
    jobs.map(
      ({ url }): BuildRequest => ({
        url,
        artifact: artifact.id,
        tracker: tracker.id,
        project: tracker.projectId,
        user: getUserId(caller),
        orderedOn: at,
      }),
    ),
  )
  if (orders.length > 0) await tx.enqueueEach(buildKind, orders)
}
