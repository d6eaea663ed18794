import { getOwnership } from '../../subversion/owner/ownership.ts'
import { findLease } from '../../subversion/store/lease.ts'
import type { IdleWorld } from '../../world/model/idle-world.ts'
import { createGauge, type Metric } from './format-metric.ts'

/** Returns metrics of the lease of the repositories; none where nodes do not compete for it. */
export async function measureSubversion(world: IdleWorld): Promise<Metric[]> {
  const { isOwner } = getOwnership(world)
  const lease = await findLease(world.db.read)
  if (isOwner === undefined || lease === undefined) return []
  return [
    createGauge('tulipwood_subversion_owner', '1: this node serves the Subversion repositories', Number(isOwner)),
    createGauge('tulipwood_subversion_fence', 'Number of times that the repositories got another owner', lease.fence),
    createGauge(
      'tulipwood_subversion_lease_seconds',
      'Time until the lease of the repositories ends; 0: no node serves them',
      Math.max(0, lease.remainingMs) / 1000,
    ),
  ]
}
