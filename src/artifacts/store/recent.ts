import type { Reader } from '../../kit/db/db.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import type { ArtifactCondition } from './visible.ts'

/** The artifacts changed last of those a condition selects. */
export async function latestIds(db: Reader, where: ArtifactCondition, count: number): Promise<ArtifactId[]> {
  const query = db.selectFrom('artifact').select('id').where(where).orderBy('updated_on', 'desc').orderBy('id', 'desc')
  return (await query.limit(count).execute()).map((row) => row.id)
}
