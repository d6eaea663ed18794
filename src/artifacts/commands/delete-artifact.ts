import type { Tx } from '../../database/db/db.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { type Caller, getUserId } from '../../kit/values/caller.ts'
import type { ArtifactId, UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { Precondition } from '../../kit/values/precondition.ts'
import { getSettings } from '../../site/store/settings.ts'
import { auditTracker } from '../../trackers/commands/audit-tracker.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { loadTrackerWithProject } from '../../trackers/reads/get-tracker.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import type { Artifact } from '../model/artifact.ts'
import { type Allowance, computeWindowStart } from '../model/deletion-quota.ts'
import { mayDeleteArtifact, mayDeleteOneMore } from '../policy.ts'
import { loadDeletionQuota } from '../reads/deletion-quota.ts'
import { getArtifact } from '../reads/get-artifact.ts'
import { findArtifact, lockArtifactToRemove } from '../store/artifacts.ts'
import { recordDeletedArtifact } from '../store/deleted-artifacts.ts'
import { addDeletion, countDeletions, lockDeletions, removeDeletions } from '../store/deletions.ts'
import { removeArtifact } from '../store/remove-artifact.ts'
import { assertUnmodified, readTagEpoch } from './assert-unmodified.ts'
import { unlinkArtifact } from './unlink-artifact.ts'

interface Deletion {
  readonly id: ArtifactId
  readonly precondition: Precondition
  /** Runs in a transaction that is rolled back: no copy is written to disk. */
  readonly isDryRun?: boolean
}

/**
 * Deletes an artifact with its history (docs/api/artifacts.md §3.10). If deleted items are archived, it is archived
 * first, and deleted only if it did not change since. Returns null if no limit applies to the caller.
 */
export async function deleteArtifact(
  world: CommandWorld,
  caller: Caller,
  deletion: Deletion,
): Promise<Allowance | null> {
  for (;;) {
    const allowance = await tryToDelete(world, caller, deletion)
    if (allowance !== undefined) return allowance
  }
}

/** Returns undefined if the artifact changed or moved after it was read and archived. */
async function tryToDelete(world: CommandWorld, caller: Caller, { id, precondition, isDryRun = false }: Deletion) {
  const loadedArtifact = await getArtifact(withReads(world), caller, id)
  const { tracker, project, settings } = await loadTrackerWithProject(withReads(world), loadedArtifact.trackerId)
  const { subject } = mayDeleteArtifact(caller, loadedArtifact, tracker, project)
  // A user who sees an artifact sees its tracker.
  const home = tracker as Tracker
  const user = getUserId(caller)
  const quota = await loadDeletionQuota(withReads(world), caller, { settings })
  if (quota !== null) mayDeleteOneMore(quota)
  assertUnmodified(precondition, subject, home, await readTagEpoch(withReads(world).db.read, precondition))
  const archived = isDryRun ? null : await archiveIfEnabled(world, id)
  try {
    return await world.db.writeArtifacts({ changed: [id] }, async (tx) => {
      // Accounts are locked before artifacts.
      if (quota !== null) await lockDeletions(tx, quota.user)
      const artifact = await lockArtifactToRemove(tx, id)
      if (artifact === undefined) throw new Refusal('absent')
      assertUnmodified(precondition, artifact, home, await readTagEpoch(tx, precondition))
      const isAsArchived = archived === null || archived.version === artifact.version
      if (!isAsArchived || artifact.trackerId !== home.id) throw changedConcurrently
      const permit = mayDeleteArtifact(caller, artifact, home, project)
      const at = world.clock.now()
      const allowance = quota === null ? null : await countDeletion(tx, permit, { ...quota, at })
      await unlinkArtifact(tx, permit)
      const { id: trackerId, projectId } = home
      const change = { artifactId: id, trackerId, projectId, changesetId: null, userId: user, at } as const
      // Deletions are reported to webhooks, and not to users.
      await removeArtifact(tx, permit, { kind: 'deleted', ...change, audience: 'none' })
      await recordDeletedArtifact(tx, permit)
      await auditTracker(tx, home, { at, by: caller, action: 'artifact deleted', detail: { artifact: id } })
      return allowance
    })
  } catch (problem) {
    const isRefused = problem instanceof Refusal || problem === changedConcurrently
    // After a lost connection it is unknown whether the artifact was deleted: its copy may be all that remains.
    if (isRefused || (await exists(world, id))) await archived?.discard()
    if (problem === changedConcurrently) return undefined
    throw problem
  }
}

const exists = async (world: CommandWorld, id: ArtifactId): Promise<boolean> =>
  (await findArtifact(withReads(world).db.read, id).catch(() => undefined)) !== undefined

const changedConcurrently = new Error('The artifact changed concurrently')

/** An artifact is only deleted after it was archived, if archiving is enabled. */
async function archiveIfEnabled(world: CommandWorld, id: ArtifactId) {
  const { archive_deleted_items: isEnabled } = await getSettings(withReads(world))
  return isEnabled ? world.deletedItems.archive(id) : null
}

/** Counts this deletion, or throws if the limit is reached. Deletions by one user wait for each other. */
async function countDeletion(
  tx: Tx,
  permit: Permit<'delete', Artifact>,
  { user, limit, at }: { readonly user: UserId; readonly limit: number; readonly at: number },
): Promise<Allowance> {
  const used = await countDeletions(tx, user, computeWindowStart(at))
  mayDeleteOneMore({ limit, used })
  await removeDeletions(tx, permit, computeWindowStart(at))
  await addDeletion(tx, permit, { user, at })
  return { limit, remaining: limit - used - 1 }
}
