import { type ExpressionBuilder, type ExpressionWrapper, type SqlBool, sql } from 'kysely'
import type { JobId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { Database, Reader, Tx } from '../db/db.ts'
import { inList } from '../sql/sql.ts'
import type { Tables } from '../tables/tables.ts'

/** Jobs of one kind that were claimed together. */
export interface ClaimedJobs {
  readonly ids: readonly JobId[]
  readonly kind: string
  /** In the order of the ids. */
  readonly payloads: readonly string[]
  /** Of each of them, this claim included. */
  readonly attempts: number
}

/** Identifies a claim: each claim of a job is another attempt. */
type JobClaim = Pick<ClaimedJobs, 'ids' | 'attempts'>

interface DueJob {
  readonly id: JobId
  readonly kind: string
  readonly attempts: number
}

/**
 * Claims the first due job of these kinds until `until`, and with it up to `maxOf(kind)` due jobs of its kind if none of
 * them has run before; null when there is none. Reads before it writes, so that idle polling is cheap. `node` is the
 * one that runs them.
 */
export async function claimDueJobs(
  db: Database,
  kinds: readonly string[],
  now: EpochSeconds,
  until: EpochSeconds,
  maxOf: (kind: string) => number = () => 1,
  node: string | null = null,
): Promise<ClaimedJobs | null> {
  if (kinds.length === 0) return null
  for (;;) {
    const due = await findDueJob(db.read, kinds, now)
    if (due === undefined) return null
    const max = due.attempts === 0 ? maxOf(due.kind) : 1
    const claimed = await db.write((tx) => claimJobs(tx, due, max, { now, until, node }))
    // Another worker was faster: there may be more jobs.
    if (claimed !== undefined) return claimed
  }
}

/** Condition of jobs that no worker runs. */
export const isFree =
  (now: EpochSeconds) =>
  (eb: ExpressionBuilder<Tables, 'job'>): ExpressionWrapper<Tables, 'job', SqlBool> =>
    eb.or([eb('locked_until', 'is', null), eb('locked_until', '<', now)])

async function findDueJob(db: Reader, kinds: readonly string[], now: EpochSeconds): Promise<DueJob | undefined> {
  return db
    .selectFrom('job')
    .select(['id', 'kind', 'attempts'])
    .where('run_at', '<=', now)
    .where(isFree(now))
    .where(inList('kind', kinds))
    .orderBy('run_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

async function claimJobs(
  tx: Tx,
  { id, kind }: DueJob,
  max: number,
  { now, until, node }: { readonly now: EpochSeconds; readonly until: EpochSeconds; readonly node: string | null },
): Promise<ClaimedJobs | undefined> {
  const unclaimed = tx
    .updateTable('job')
    .set({ locked_until: until, locked_by: node, attempts: sql<number>`attempts + 1` })
  const chosen =
    max === 1
      ? unclaimed.where('id', '=', id).where(isFree(now))
      : unclaimed.where('id', 'in', (eb) =>
          eb
            .selectFrom('job')
            .select('id')
            .where('kind', '=', kind)
            .where('attempts', '=', 0)
            .where('run_at', '<=', now)
            .where(isFree(now))
            .orderBy('run_at')
            .orderBy('id')
            .limit(max)
            // Another worker claims the next ones instead of waiting for these.
            .forUpdate()
            .skipLocked(),
        )
  const rows = await chosen.returning(['id', 'payload', 'attempts']).execute()
  rows.sort((a, b) => a.id - b.id)
  const [first] = rows
  if (first === undefined) return undefined
  return { ids: rows.map((row) => row.id), kind, payloads: rows.map((row) => row.payload), attempts: first.attempts }
}

/** Whether a row has one of these claims: a process that was stopped for a while may have lost its own to another. */
const isClaimedBy =
  (...claims: readonly JobClaim[]) =>
  (eb: ExpressionBuilder<Tables, 'job'>) =>
    eb.and([
      eb('locked_until', 'is not', null),
      eb.or(claims.map(({ ids, attempts }) => eb.and([inList('id', ids), eb('attempts', '=', attempts)]))),
    ])

/** Extends the claim of running jobs, so that no other worker claims them. */
export async function extendJobLease(tx: Tx, claim: JobClaim, until: EpochSeconds): Promise<void> {
  await tx.updateTable('job').set({ locked_until: until }).where(isClaimedBy(claim)).execute()
}

/** Removes jobs that have run; returns false if another worker has claimed one of them meanwhile. */
export async function finishJobs(tx: Tx, claim: JobClaim): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('job').where(isClaimedBy(claim)).executeTakeFirstOrThrow()
  return Number(numDeletedRows) === claim.ids.length
}

export async function rescheduleJobs(tx: Tx, claim: JobClaim, runAt: EpochSeconds, problem: string): Promise<void> {
  await tx
    .updateTable('job')
    .set({ run_at: runAt, locked_until: null, locked_by: null, last_error: problem.slice(0, 2000) })
    .where(isClaimedBy(claim))
    .execute()
}

/** Releases interrupted jobs for the next worker, as if they had not started. */
export async function releaseJobs(tx: Tx, claims: readonly JobClaim[]): Promise<void> {
  await tx
    .updateTable('job')
    .set({ locked_until: null, locked_by: null, attempts: sql<number>`attempts - 1` })
    .where(isClaimedBy(...claims))
    .execute()
}

export interface JobCounts {
  readonly kind: string
  readonly unfinished: number
  /** Jobs of these that failed at least once and will run again. */
  readonly failing: number
  /** Jobs of these that a worker runs. */
  readonly running: number
  /** Failing jobs that no worker runs. */
  readonly failed: number
  /** The time at which the oldest job should have run or will run. */
  readonly oldest: EpochSeconds
  /** The time at which the oldest job that no worker runs should have run or will run; null: all of them run. */
  readonly oldestFree: EpochSeconds | null
}

/** Returns the numbers of unfinished jobs of each kind that has any. */
export function countJobs(db: Reader, now: EpochSeconds): Promise<JobCounts[]> {
  return db
    .selectFrom('job')
    .select((eb) => [
      'kind',
      eb.fn.countAll<number>().as('unfinished'),
      eb.fn.count<number>('last_error').as('failing'),
      eb.fn
        .countAll<number>()
        .filterWhere(eb.not(isFree(now)(eb)))
        .as('running'),
      eb.fn.count<number>('last_error').filterWhere(isFree(now)).as('failed'),
      eb.fn.min('run_at').as('oldest'),
      eb.fn.min<number | null>('run_at').filterWhere(isFree(now)).as('oldestFree'),
    ])
    .groupBy('kind')
    .orderBy('kind')
    .execute()
}

/** Returns unfinished jobs that were due before a given time, the oldest first. */
export async function loadOverdueJobs(
  db: Reader,
  before: EpochSeconds,
): Promise<{ readonly kind: string; readonly attempts: number; readonly lastError: string | null }[]> {
  const rows = await db
    .selectFrom('job')
    .select(['kind', 'attempts', 'last_error'])
    .where('run_at', '<', before)
    .orderBy('run_at')
    .orderBy('id')
    .execute()
  return rows.map(({ kind, attempts, last_error }) => ({ kind, attempts, lastError: last_error }))
}

interface JobOfKind {
  readonly id: JobId
  readonly runAt: EpochSeconds
  /** Until then a worker runs it. */
  readonly lockedUntil: EpochSeconds | null
  readonly lastError: string | null
}

/** Returns the unfinished jobs of a kind, in the order in which they are due. */
export async function loadJobsOfKind(db: Reader, kind: string): Promise<JobOfKind[]> {
  const rows = await db
    .selectFrom('job')
    .select(['id', 'run_at', 'locked_until', 'last_error'])
    .where('kind', '=', kind)
    .orderBy('run_at')
    .orderBy('id')
    .execute()
  return rows.map(({ id, run_at, locked_until, last_error }) => ({
    id,
    runAt: run_at,
    lockedUntil: locked_until,
    lastError: last_error,
  }))
}

/** Moves a job to another time. */
export async function moveJob(tx: Tx, id: JobId, runAt: EpochSeconds): Promise<void> {
  await tx.updateTable('job').set({ run_at: runAt }).where('id', '=', id).execute()
}

export async function removeJobsOfKind(tx: Tx, kind: string): Promise<void> {
  await tx.deleteFrom('job').where('kind', '=', kind).execute()
}
