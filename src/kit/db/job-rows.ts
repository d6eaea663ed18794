import { type ExpressionBuilder, sql } from 'kysely'
import type { JobId } from '../ids.ts'
import type { EpochSeconds } from '../time.ts'
import type { Database, Reader, Tx } from './db.ts'
import { inList } from './sql.ts'
import type { Tables } from './tables.ts'

export interface ClaimedJob {
  readonly id: JobId
  readonly kind: string
  readonly payload: string
  readonly attempts: number
}

/** Identifies a claim: each claim of a job is another attempt. */
type JobClaim = Pick<ClaimedJob, 'id' | 'attempts'>

/**
 * Claims the first due job of these kinds until `until`; null when there is none. Reads before it writes, so that idle
 * polling is cheap.
 */
export async function claimDueJob(
  db: Database,
  kinds: readonly string[],
  now: EpochSeconds,
  until: EpochSeconds,
): Promise<ClaimedJob | null> {
  if (kinds.length === 0) return null
  for (;;) {
    const due = await findDueJob(db.read, kinds, now)
    if (due === undefined) return null
    const claimed = await db.write((tx) => claimJob(tx, due, now, until))
    // Another worker was faster: there may be more jobs.
    if (claimed !== undefined) return claimed
  }
}

async function findDueJob(db: Reader, kinds: readonly string[], now: EpochSeconds): Promise<JobId | undefined> {
  const due = await db
    .selectFrom('job')
    .select('id')
    .where('run_at', '<=', now)
    .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<', now)]))
    .where(inList('kind', kinds))
    .orderBy('run_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return due?.id
}

function claimJob(tx: Tx, id: JobId, now: EpochSeconds, until: EpochSeconds): Promise<ClaimedJob | undefined> {
  return tx
    .updateTable('job')
    .set({ locked_until: until, attempts: sql<number>`attempts + 1` })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<', now)]))
    .returning(['id', 'kind', 'payload', 'attempts'])
    .executeTakeFirst()
}

/** Whether a row has one of these claims: a process that was stopped for a while may have lost its own to another. */
const isClaimedBy =
  (...claims: readonly JobClaim[]) =>
  (eb: ExpressionBuilder<Tables, 'job'>) =>
    eb.and([
      eb('locked_until', 'is not', null),
      eb.or(claims.map(({ id, attempts }) => eb.and([eb('id', '=', id), eb('attempts', '=', attempts)]))),
    ])

/** Extends the claim of a running job, so that no other worker claims it. */
export async function extendJobLease(tx: Tx, claim: JobClaim, until: EpochSeconds): Promise<void> {
  await tx.updateTable('job').set({ locked_until: until }).where(isClaimedBy(claim)).execute()
}

/** Removes a job that has run; returns false if another worker has claimed it meanwhile. */
export async function finishJob(tx: Tx, claim: JobClaim): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('job').where(isClaimedBy(claim)).executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

export async function rescheduleJob(tx: Tx, claim: JobClaim, runAt: EpochSeconds, problem: string): Promise<void> {
  await tx
    .updateTable('job')
    .set({ run_at: runAt, locked_until: null, last_error: problem.slice(0, 2000) })
    .where(isClaimedBy(claim))
    .execute()
}

/** Releases interrupted jobs for the next worker, as if they had not started. */
export async function releaseJobs(tx: Tx, claims: readonly JobClaim[]): Promise<void> {
  await tx
    .updateTable('job')
    .set({ locked_until: null, attempts: sql<number>`attempts - 1` })
    .where(isClaimedBy(...claims))
    .execute()
}

export interface JobCounts {
  readonly kind: string
  readonly unfinished: number
  /** Jobs of these that failed at least once and will run again. */
  readonly failing: number
  /** The time at which the oldest job should have run or will run. */
  readonly oldest: EpochSeconds
}

/** Returns the numbers of unfinished jobs of each kind that has any. */
export function countJobs(db: Reader): Promise<JobCounts[]> {
  return db
    .selectFrom('job')
    .select(({ fn }) => [
      'kind',
      fn.countAll<number>().as('unfinished'),
      fn.count<number>('last_error').as('failing'),
      fn.min('run_at').as('oldest'),
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
