import { sql } from 'kysely'
import type { Reader } from '../../database/db/db.ts'
import { prepareStatement, type Slots } from '../../database/statements/prepared-statements.ts'
import type { TrackerId } from '../../kit/values/ids.ts'

const assignedNumbers = prepareStatement((db: Reader, { inList }: Slots<{ trackers: readonly TrackerId[] }>) =>
  db.selectFrom('tracker').select(sql<number>`sum(next_number)`.as('most')).where(inList('id', 'trackers')),
)

/** Returns an upper bound of the number of artifacts in trackers: the numbers assigned there. */
export async function loadMaxArtifactCount(db: Reader, trackers: readonly TrackerId[]): Promise<number> {
  const [row] = await assignedNumbers(db, { trackers })
  return Number(row?.most ?? 0)
}
