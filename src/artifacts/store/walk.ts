import type { Reader } from '../../kit/db/db.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import type { ArtifactCondition } from './visibility-condition.ts'

/** A step of a walk by id: at most `limit` ids, those behind `after` in the order; null: from the beginning. */
export interface WalkStep {
  readonly order: 'asc' | 'desc'
  readonly after: ArtifactId | null
  readonly limit: number
}

/** The next ids of what a condition selects. Nothing is passed over, so the last step takes as long as the first. */
export async function nextIds(
  db: Reader,
  where: ArtifactCondition,
  { order, after, limit }: WalkStep,
): Promise<ArtifactId[]> {
  const selected = db.selectFrom('artifact').select('id').where(where)
  const behind = after === null ? selected : selected.where('artifact.id', order === 'asc' ? '>' : '<', after)
  const rows = await behind.orderBy('id', order).limit(limit).execute()
  return rows.map(({ id }) => id)
}
