import { buildSettledAfterCondition, orderByLog, selectRowTransaction } from '../../database/changes/change-order.ts'
import type { Reader } from '../../database/db/db.ts'
import { beginning, isBefore, type LogPosition } from '../../kit/values/log-position.ts'
import type { LoggedChange } from '../model/change.ts'

/** Returns changes after a position, in the order of the log: at most `count`, by an index. */
export async function loadChangesAfter(db: Reader, after: LogPosition, count: number): Promise<LoggedChange[]> {
  const rows = await db
    .selectFrom('change')
    .select(['id', 'at', 'kind', 'artifact_id', 'tracker_id', 'project_id', 'changeset_id', 'user_id'])
    .select(['from_tracker_id', selectRowTransaction(db).as('transaction')])
    .where(buildSettledAfterCondition(db, after))
    .orderBy(orderByLog(db))
    .limit(count)
    .execute()
  return rows.map((row) => ({
    position: { transaction: row.transaction, id: row.id },
    at: row.at,
    // Only these kinds are ever written.
    kind: row.kind as LoggedChange['kind'],
    artifact: { id: row.artifact_id, trackerId: row.tracker_id },
    projectId: row.project_id,
    changesetId: row.changeset_id,
    userId: row.user_id,
    from: row.from_tracker_id ?? undefined,
  }))
}

/** Whether rows after this position were removed from the log. */
export async function isForgotten(db: Reader, position: LogPosition): Promise<boolean> {
  const rows = await db.selectFrom('revision').select(['topic', 'n']).where('topic', 'in', forgotten).execute()
  const numberOf = (name: string): number => rows.find(({ topic }) => topic === name)?.n ?? 0
  const last = { transaction: numberOf(forgotten[0]), id: numberOf(forgotten[1]) }
  return isBefore(position, last) && isBefore(beginning, last)
}

/** Position of the last row that was removed from the log. */
const forgotten = ['last transaction forgotten', 'last change forgotten'] as const
