import { sql } from 'kysely'
import type { Reader, Tx } from '../../database/db/db.ts'
import { getDialect } from '../../database/engine/builders.ts'
import type { SystemPermit } from '../../kit/values/permit.ts'

/** The right of one node to serve the repositories. */
export interface Lease {
  /** Identity of its process. */
  readonly holder: string
  /** URL at which other nodes reach it. */
  readonly address: string
  /** Authenticates other nodes to the holder. */
  readonly token: string
  /** Increases with each holder. */
  readonly fence: number
}

interface StoredLease extends Lease {
  /** Until it ends, by the clock of the database; negative: it has ended. */
  readonly remainingMs: number
}

const name = 'repositories'

/** Of the server, and of this moment rather than of the transaction. */
const now = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::bigint`

/** Returns the last lease; SQLite, which one node uses, has none. */
export async function findLease(db: Reader): Promise<StoredLease | undefined> {
  if (getDialect(db) === 'sqlite') return undefined
  return db
    .selectFrom('svn_lease')
    .select(['holder', 'address', 'token', 'fence', sql<number>`ends_at - ${now}`.as('remainingMs')])
    .where('name', '=', name)
    .executeTakeFirst()
}

interface LeaseRequest extends Omit<Lease, 'fence'> {
  /** The new fencing number is at least this. */
  readonly minFence: number
  readonly termMs: number
  /** A lease whose holder is known to have ended: it need not expire. */
  readonly abandoned: Pick<Lease, 'holder' | 'fence'> | undefined
}

/** Begins a lease unless another one runs; returns its fencing number. */
export async function acquireLease(
  tx: Tx,
  _permit: SystemPermit<'run a node'>,
  { minFence, termMs, abandoned, ...lease }: LeaseRequest,
): Promise<number | undefined> {
  // Computed where it is used: the statement may have waited for another one that acquired it.
  const end = sql<number>`${now} + ${sql.lit(termMs)}`
  const row = await tx
    .insertInto('svn_lease')
    .values({ name, ...lease, fence: minFence, ends_at: end })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({
          holder: lease.holder,
          address: lease.address,
          token: lease.token,
          fence: sql<number>`greatest(svn_lease.fence + 1, excluded.fence)`,
          ends_at: end,
        })
        .where(({ eb, or, and }) =>
          or([
            eb('svn_lease.ends_at', '<=', now),
            and([
              eb('svn_lease.holder', '=', abandoned?.holder ?? ''),
              eb('svn_lease.fence', '=', abandoned?.fence ?? 0),
            ]),
          ]),
        ),
    )
    .returning('fence')
    .executeTakeFirst()
  return row?.fence
}

type HeldLease = Pick<Lease, 'holder' | 'fence'>

/** Extends a lease; returns false if it has ended. */
export async function renewLease(
  tx: Tx,
  _permit: SystemPermit<'run a node'>,
  lease: HeldLease,
  termMs: number,
): Promise<boolean> {
  const row = await tx
    .updateTable('svn_lease')
    .set({ ends_at: sql<number>`${now} + ${sql.lit(termMs)}` })
    .where('name', '=', name)
    .where('holder', '=', lease.holder)
    .where('fence', '=', lease.fence)
    .where('ends_at', '>', now)
    .returning('fence')
    .executeTakeFirst()
  return row !== undefined
}

/** Ends a lease before its term. The row stays, with the number that the next one exceeds. */
export async function endLease(tx: Tx, _permit: SystemPermit<'run a node'>, lease: HeldLease): Promise<void> {
  await tx
    .updateTable('svn_lease')
    .set({ ends_at: 0 })
    .where('name', '=', name)
    .where('holder', '=', lease.holder)
    .where('fence', '=', lease.fence)
    .execute()
}

/** Returns whether a lease runs, by the clock of the database. */
export async function isLeaseHeld(db: Reader, lease: HeldLease): Promise<boolean> {
  const currentLease = await findLease(db)
  return currentLease?.holder === lease.holder && currentLease.fence === lease.fence && currentLease.remainingMs > 0
}
