import { sql } from 'kysely'
import type { Reader, Tx } from '../../database/db/db.ts'
import { isFree } from '../../database/rows/job-rows.ts'
import { inList } from '../../database/sql/sql.ts'
import type { JobKind } from '../../database/tables/job-payloads.ts'
import type { JobId } from '../../kit/values/ids.ts'
import type { Page } from '../../kit/values/page.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { describePayload } from '../model/describe-payload.ts'
import type { Job, JobFilter } from '../model/job.ts'
import { redactProblem } from '../model/redact-problem.ts'

/** Returns one page of the unfinished jobs, those that are due first, with the total. */
export async function loadJobPage(
  db: Reader,
  filter: JobFilter,
  page: Page,
  now: EpochSeconds,
): Promise<{ readonly jobs: readonly Job[]; readonly size: number }> {
  const matching = selectMatching(db, filter, now)
  const [total, rows] = await Promise.all([
    matching.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
    matching
      .select(['id', 'kind', 'payload', 'run_at', 'attempts', 'locked_until', 'last_error', 'created_on', 'locked_by'])
      .orderBy(hasRun(filter) ? sortedTime : 'run_at')
      .orderBy('id')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
  ])
  const jobs = rows.map(({ id, kind, payload, attempts, ...row }): Job => {
    const isRunning = row.locked_until !== null && row.locked_until >= now
    return {
      id,
      kind,
      state: isRunning ? 'running' : row.last_error === null ? 'waiting' : 'failed',
      subject: describePayload(payload),
      attempts,
      createdOn: row.created_on,
      nextAttemptOn: isRunning ? null : row.run_at,
      lastError: row.last_error === null ? null : redactProblem(row.last_error),
      node: isRunning ? row.locked_by : null,
    }
  })
  return { jobs, size: Number(total.n) }
}

/** Only jobs that have run can be running or failed: an index finds these few. */
const hasRun = ({ state }: JobFilter): boolean => state === 'running' || state === 'failed'

/** Keeps SQLite from reading all jobs in the order of another index. */
const sortedTime = sql<number>`run_at + 0`

function selectMatching(db: Reader, { kind, state }: JobFilter, now: EpochSeconds) {
  let query = db.selectFrom('job')
  if (kind !== undefined) query = query.where('kind', '=', kind)
  if (hasRun({ state })) query = query.where('attempts', '>', 0)
  if (state === 'running') return query.where('locked_until', '>=', now)
  if (state === 'failed') return query.where('last_error', 'is not', null).where(isFree(now))
  return state === undefined ? query : query.where('last_error', 'is', null).where(isFree(now))
}

/** Returns the error of the last attempt of these kinds, and the number of jobs that have failed; undefined: none. */
export async function findLastFailure(
  db: Reader,
  kinds: readonly JobKind[],
): Promise<{ readonly error: string; readonly count: number } | undefined> {
  const row = await db
    .selectFrom('job')
    .select(({ fn }) => ['last_error', fn.countAll<number>().over().as('n')])
    .where(inList('kind', kinds))
    .where('attempts', '>', 0)
    .where('last_error', 'is not', null)
    .orderBy('run_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? undefined : { error: redactProblem(row.last_error ?? ''), count: Number(row.n) }
}

export const findJobKind = async (db: Reader, id: JobId): Promise<string | undefined> =>
  (await db.selectFrom('job').select('kind').where('id', '=', id).executeTakeFirst())?.kind

/** Makes a job due now, unless a worker runs it. Returns whether it did. */
export async function hastenJob(
  tx: Tx,
  _permit: Permit<'administer', 'site'>,
  id: JobId,
  now: EpochSeconds,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('job')
    .set({ run_at: now })
    .where('id', '=', id)
    .where(isFree(now))
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0
}

/** Removes a job, unless a worker runs it. Returns whether it did. */
export async function removeJob(
  tx: Tx,
  _permit: Permit<'administer', 'site'>,
  id: JobId,
  now: EpochSeconds,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('job')
    .where('id', '=', id)
    .where(isFree(now))
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0
}
