import type { Reader, Tx } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import {
  defaultNotificationSettings,
  type MailMode,
  type NotificationReason,
  type NotificationSetting,
  type NotificationSettings,
} from '../model/notification-settings.ts'

/** Returns the settings of each of these users. */
export async function loadNotificationSettings(
  db: Reader,
  users: readonly UserId[],
): Promise<Map<UserId, NotificationSettings>> {
  const settings = new Map(users.map((user) => [user, defaultNotificationSettings]))
  if (users.length === 0) return settings
  const query = db.selectFrom('notification_setting').selectAll().where(inList('user_id', users))
  for (const row of await query.execute()) {
    // Written only by saveNotificationSetting.
    const setting = { mail: row.mail as MailMode, inbox: row.is_in_inbox === 1 }
    const userSettings = settings.get(row.user_id) ?? defaultNotificationSettings
    settings.set(row.user_id, { ...userSettings, [row.reason as NotificationReason]: setting })
  }
  return settings
}

export async function saveNotificationSetting(
  tx: Tx,
  { subject: user }: Permit<'use own', UserId>,
  reason: NotificationReason,
  { mail, inbox }: NotificationSetting,
): Promise<void> {
  const values = { mail, is_in_inbox: inbox ? 1 : 0 } as const
  await tx
    .insertInto('notification_setting')
    .values({ user_id: user, reason, ...values })
    .onConflict((conflict) => conflict.columns(['user_id', 'reason']).doUpdateSet(values))
    .execute()
}
