import { sql } from 'kysely'
import type { Reader } from '../../database/db/db.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { ArtifactCondition } from './visibility-condition.ts'

interface SubmissionCounts {
  /** Number of artifacts submitted from each start until the one before it; the last one of those before all starts. */
  readonly sizes: readonly number[]
  /** When the last artifact of the older half was submitted; null: there is none. */
  readonly median: EpochSeconds | null
}

/** Counts matching artifacts by when they were submitted; the latest start is the first. */
export async function countSubmissions(
  db: Reader,
  where: ArtifactCondition,
  starts: readonly EpochSeconds[],
): Promise<SubmissionCounts> {
  const cases = starts.map(
    (start, index) => sql`when ${sql.ref('artifact.submitted_on')} >= ${start} then ${sql.lit(index)}`,
  )
  const ranked = db
    .selectFrom('artifact')
    .where(where)
    .select([
      'artifact.submitted_on',
      sql<number>`case ${sql.join(cases, sql` `)} else ${sql.lit(starts.length)} end`.as('part'),
      sql<number>`row_number() over (order by ${sql.ref('artifact.submitted_on')})`.as('place'),
      sql<number>`count(*) over ()`.as('total'),
    ])
  const isMedian = sql`${sql.ref('place')} = (${sql.ref('total')} + 1) / 2`
  const rows = await db
    .selectFrom(ranked.as('ranked'))
    .groupBy('part')
    .select(({ fn }) => [
      'part',
      fn.countAll().as('size'),
      sql<number | string | null>`max(case when ${isMedian} then ${sql.ref('submitted_on')} end)`.as('median'),
    ])
    .execute()
  const sizes = new Map(rows.map(({ part, size }) => [Number(part), Number(size)]))
  const median = rows.find((row) => row.median !== null)?.median
  return {
    sizes: Array.from({ length: starts.length + 1 }, (_, part) => sizes.get(part) ?? 0),
    median: median === undefined ? null : Number(median),
  }
}
