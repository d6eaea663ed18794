import type { Reader } from '../../database/db/db.ts'
import { splitIntoBatches } from '../../kit/concurrency/batches.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { ArtifactCondition } from './visibility-condition.ts'

/** Maximum number of parts of one statement, which both databases limit. */
const maxParts = 100

/**
 * Returns the latest changed artifacts that match one of the conditions, each within one tracker: its index returns the
 * latest ones directly, independent of the size of the tracker.
 */
export async function loadLatestIds(
  db: Reader,
  wheres: readonly ArtifactCondition[],
  count: number,
): Promise<ArtifactId[]> {
  const rows: { readonly id: ArtifactId; readonly updated_on: number }[] = []
  for (const batch of splitIntoBatches(wheres, maxParts)) {
    const [first, ...others] = batch.map((where) => latestQuery(db, where, count))
    if (first === undefined) break
    rows.push(...(await others.reduce((all, each) => all.unionAll(each), first).execute()))
  }
  return rows
    .sort((a, b) => b.updated_on - a.updated_on || b.id - a.id)
    .slice(0, count)
    .map(({ id }) => id)
}

const latestQuery = (db: Reader, where: ArtifactCondition, count: number) =>
  db
    .selectFrom(
      db
        .selectFrom('artifact')
        .select(['id', 'updated_on'])
        .where(where)
        .orderBy('updated_on', 'desc')
        .orderBy('id', 'desc')
        .limit(count)
        .as('latest'),
    )
    .select(['latest.id', 'latest.updated_on'])
