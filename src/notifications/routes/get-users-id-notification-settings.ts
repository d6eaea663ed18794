import { parseUserId } from '../../accounts/model/user-id.ts'
import { mayUseOwn } from '../../accounts/policy.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { Type } from '../../kit/values/schema.ts'
import { getNotificationSettings } from '../reads/get-notification-settings.ts'
import {
  NotificationSettingsRepresentation,
  representNotificationSettings,
} from '../representations/notification-settings.ts'

export const getUsersIdNotificationSettings = defineRoute({
  method: 'GET',
  url: '/users/:id/notification_settings',
  access: 'required',
  scope: { none: 'own account' },
  isExtension: true,
  summary: 'Get which changes are reported to the caller (`self`) by email and in the inbox.',
  params: Type.Object({ id: Type.String() }),
  answers: { 200: NotificationSettingsRepresentation },
  async answer({ caller, params }, world) {
    const id = parseUserId(params.id, caller)
    if (id === undefined) throw new Refusal('invalid', 'invalid value specified for `id`')
    const settings = await getNotificationSettings(world, mayUseOwn(caller, 'notification settings', id))
    return { body: representNotificationSettings(settings) }
  },
})
