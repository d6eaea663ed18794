import { parseUserId } from '../../accounts/model/user-id.ts'
import { mayUseOwn } from '../../accounts/policy.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { Type } from '../../kit/values/schema.ts'
import { changeNotificationSettings } from '../commands/change-notification-settings.ts'
import { getNotificationSettings } from '../reads/get-notification-settings.ts'
import {
  NotificationSettingsChange,
  NotificationSettingsRepresentation,
  representNotificationSettings,
} from '../representations/notification-settings.ts'

export const patchUsersIdNotificationSettings = defineRoute({
  method: 'PATCH',
  url: '/users/:id/notification_settings',
  access: 'required',
  scope: { none: 'own account' },
  isExtension: true,
  summary: 'Update which changes are reported to the caller (`self`) by email and in the inbox; returns all settings.',
  params: Type.Object({ id: Type.String() }),
  body: NotificationSettingsChange,
  answers: { 200: NotificationSettingsRepresentation },
  async answer({ caller, params, body: { reasons, time_zone: timeZone } }, world) {
    const id = parseUserId(params.id, caller)
    if (id === undefined) throw new Refusal('invalid', 'invalid value specified for `id`')
    const permit = mayUseOwn(caller, 'notification settings', id)
    await changeNotificationSettings(world, permit, { reasons, timeZone })
    return { body: representNotificationSettings(await getNotificationSettings(world, permit)) }
  },
})
