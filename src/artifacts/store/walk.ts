import type { Reader } from '../../database/db/db.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { ArtifactCondition } from './visibility-condition.ts'

/** Query for at most `limit` ids after `after` in the order; null: from the beginning. */
export interface WalkStep {
  readonly order: 'asc' | 'desc'
  readonly after: ArtifactId | null
  readonly limit: number
}

/** Returns the next matching ids. No rows are skipped, so the last page is as fast as the first. */
export async function loadNextIds(
  db: Reader,
  where: ArtifactCondition,
  { order, after, limit }: WalkStep,
): Promise<ArtifactId[]> {
  const selected = db.selectFrom('artifact').select('id').where(where)
  const behind = after === null ? selected : selected.where('artifact.id', order === 'asc' ? '>' : '<', after)
  const rows = await behind.orderBy('id', order).limit(limit).execute()
  return rows.map(({ id }) => id)
}
