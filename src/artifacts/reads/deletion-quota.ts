import { type Caller, getUserId } from '../../kit/values/caller.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { World } from '../../world/model/world.ts'
import { computeWindowStart } from '../model/deletion-quota.ts'
import type { ArtifactLocation } from '../policy.ts'
import { countDeletions } from '../store/deletions.ts'

export interface DeletionQuota {
  readonly user: UserId
  readonly limit: number
  readonly used: number
}

/** Returns how many artifacts the caller may delete in 24 hours and has deleted; null: no limit applies to them. */
export async function loadDeletionQuota(
  { db, clock }: Pick<World, 'db' | 'clock'>,
  caller: Caller,
  { settings }: Pick<ArtifactLocation, 'settings'>,
): Promise<DeletionQuota | null> {
  const user = getUserId(caller)
  if (user === null) return null
  const used = await countDeletions(db.read, user, computeWindowStart(clock.now()))
  return { user, limit: settings.artifacts_deletion_limit, used }
}
