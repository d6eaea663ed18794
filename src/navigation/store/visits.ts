import type { ArtifactAccessHeader } from '../../artifacts/model/artifact.ts'
import type { Reader, Tx } from '../../database/db/db.ts'
import type { ArtifactId, UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { maxVisitCount, type Visit } from '../model/visit.ts'

const kind = 'artifact'

/** Stores that a user opened an artifact, and removes visits beyond the number that is kept. */
export async function saveVisit(
  tx: Tx,
  { subject }: Permit<'read', ArtifactAccessHeader>,
  userId: UserId,
  visitedOn: EpochSeconds,
): Promise<void> {
  await tx
    .insertInto('visit')
    .values({ user_id: userId, kind, subject_id: subject.id, visited_on: visitedOn })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'kind', 'subject_id']).doUpdateSet({ visited_on: visitedOn }),
    )
    .execute()
  await tx
    .deleteFrom('visit')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('subject_id', 'not in', selectLatest(tx, userId).select('subject_id'))
    .execute()
}

/** Returns the visits of a user, the latest first. */
export async function loadVisits(db: Reader, userId: UserId): Promise<Visit[]> {
  const rows = await selectLatest(db, userId).select(['subject_id', 'visited_on']).execute()
  return rows.map((row) => ({ artifactId: row.subject_id as ArtifactId, visitedOn: row.visited_on }))
}

export async function removeVisits(tx: Tx, { subject: userId }: Permit<'use own', UserId>): Promise<void> {
  await tx.deleteFrom('visit').where('user_id', '=', userId).execute()
}

const selectLatest = (db: Reader, userId: UserId) =>
  db
    .selectFrom('visit')
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .orderBy('visited_on', 'desc')
    .orderBy('subject_id', 'desc')
    .limit(maxVisitCount)
