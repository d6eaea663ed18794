import type { Reader, Tx } from '../../database/db/db.ts'
import { insertRows } from '../../database/statements/insert-rows.ts'
import type { RepositoryId } from '../../kit/values/ids.ts'
import type { CommitNotification } from '../model/repository.ts'
import type { RepositoryPermit } from '../model/repository-permit.ts'

/** Returns notifications in the order they were entered. */
export async function loadNotifications(db: Reader, id: RepositoryId): Promise<CommitNotification[]> {
  const query = db.selectFrom('repository_notification').selectAll().where('repository_id', '=', id)
  return (await query.orderBy('rank').execute()).map(({ path, emails, users, groups }) => ({
    path,
    // Written below, from lists of these ids.
    emails: JSON.parse(emails),
    users: JSON.parse(users),
    groups: JSON.parse(groups),
  }))
}

/** Replaces the existing ones. */
export async function saveNotifications(
  tx: Tx,
  { subject: { id } }: RepositoryPermit,
  notifications: readonly CommitNotification[],
): Promise<void> {
  await tx.deleteFrom('repository_notification').where('repository_id', '=', id).execute()
  const rows = notifications.map(({ path, emails, users, groups }, rank) => ({
    repository_id: id,
    rank,
    path,
    emails: JSON.stringify(emails),
    users: JSON.stringify(users),
    groups: JSON.stringify(groups),
  }))
  await insertRows(tx, 'repository_notification', rows)
}
