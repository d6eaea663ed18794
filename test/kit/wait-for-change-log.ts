import { sql } from 'kysely'
import { expect } from 'vitest'
import type { World } from '../../src/world/model/world.ts'

/**
 * Waits until the change log returns all committed changes: on PostgreSQL, any open transaction on the server delays
 * it, and tests share one server.
 */
export async function waitForChangeLog({ db }: Pick<World, 'db'>): Promise<void> {
  if (db.dialect === 'sqlite') return
  const isSettled = async (): Promise<boolean> => {
    const { rows } = await sql<{ settled: number }>`
      select coalesce(max(transaction_id), 0) < pg_snapshot_xmin(pg_current_snapshot())::text::bigint as settled
      from change`.execute(db.read)
    return rows[0]?.settled === 1
  }
  await expect.poll(isSettled, { timeout: 50_000, interval: 5 }).toBe(true)
}
