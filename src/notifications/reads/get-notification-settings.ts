import { findPreference } from '../../accounts/store/preferences.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import { renderLocale } from '../../site/reads/render-locale.ts'
import type { World } from '../../world/model/world.ts'
import { parseTimeZone, timeZonePreference } from '../model/digest.ts'
import { defaultNotificationSettings } from '../model/notification-settings.ts'
import { loadNotificationSettings } from '../store/notification-settings.ts'

/** Returns how a user is notified, and the time zone of their digests (null: the site's). */
export async function getNotificationSettings(
  world: Pick<World, 'db' | 'cache' | 'config' | 'mail'>,
  permit: Permit<'use own', UserId>,
) {
  const { read } = world.db
  const user = permit.subject
  const [settings, chosen, { timezone }] = await Promise.all([
    loadNotificationSettings(read, [user]),
    findPreference(read, permit, timeZonePreference),
    renderLocale(world),
  ])
  return {
    settings: settings.get(user) ?? defaultNotificationSettings,
    timeZone: parseTimeZone(chosen ?? '') ?? null,
    siteTimeZone: timezone,
    isMailAvailable: world.mail !== null,
  }
}
