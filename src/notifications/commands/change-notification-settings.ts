import { removePreference, savePreference } from '../../accounts/store/preferences.ts'
import { lockAccounts } from '../../accounts/store/users.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { parseTimeZone, timeZonePreference } from '../model/digest.ts'
import {
  defaultNotificationSettings,
  type NotificationReason,
  type NotificationSetting,
  notificationReasons,
} from '../model/notification-settings.ts'
import { loadNotificationSettings, saveNotificationSetting } from '../store/notification-settings.ts'

interface SettingsChange {
  readonly reasons?: Partial<Record<NotificationReason, Partial<NotificationSetting>>>
  /** null: the time zone of the site */
  readonly timeZone?: string | null
}

/** Changes the settings that are given; the others stay. */
export async function changeNotificationSettings(
  { db }: Pick<CommandWorld, 'db'>,
  permit: Permit<'use own', UserId>,
  { reasons = {}, timeZone }: SettingsChange,
): Promise<void> {
  const zone = timeZone === undefined || timeZone === null ? timeZone : parseTimeZone(timeZone)
  if (zone === undefined && timeZone !== undefined)
    throw new Refusal(
      'invalid',
      'Invalid value specified for `time_zone`. Expected the name of a time zone such as Europe/Paris, or null.',
    )
  await db.write(async (tx) => {
    await lockAccounts(tx, [permit.subject])
    const currentSettings = (await loadNotificationSettings(tx, [permit.subject])).get(permit.subject)
    for (const reason of notificationReasons) {
      const change = reasons[reason]
      if (change === undefined) continue
      const setting = { ...(currentSettings ?? defaultNotificationSettings)[reason], ...change }
      await saveNotificationSetting(tx, permit, reason, setting)
    }
    if (zone === null) await removePreference(tx, permit, timeZonePreference)
    else if (zone !== undefined) await savePreference(tx, permit, { name: timeZonePreference, value: zone })
  })
}
