import type { AuditEntry } from '../../kit/values/audit-entry.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { World } from '../../world/model/world.ts'

const hour = 3600

/**
 * Adds a rejected credential to the audit log, at most once an hour per key and node: a program with a wrong
 * configuration repeats the same request for days.
 */
export async function auditOnceAnHour(
  { db, cache, clock }: Pick<World, 'db' | 'cache' | 'clock'>,
  key: string,
  entry: Omit<AuditEntry, 'at'>,
): Promise<void> {
  const now = clock.now()
  const last = await cache.getOrLoad<{ at: EpochSeconds | null }>('users', `rejected ${key}`, async () => ({
    at: null,
  }))
  if (last.at !== null && now - last.at < hour) return
  last.at = now
  await db.write((tx) => tx.audit({ ...entry, at: now }))
}
