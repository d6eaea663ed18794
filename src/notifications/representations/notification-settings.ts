import type { Static } from 'typebox'
import { Type } from '../../kit/values/schema.ts'
import { digestHour } from '../model/digest.ts'
import { mailModes, type NotificationSettings, type notificationReasons } from '../model/notification-settings.ts'

const Setting = Type.Object(
  {
    mail: Type.Enum([...mailModes], { description: 'When an email is sent; `digest`: once a day.' }),
    inbox: Type.Boolean({ description: 'Whether an item is added to the inbox.' }),
  },
  { title: 'NotificationSetting', additionalProperties: false },
)

/** One member for each reason. */
const forEachReason = <Schema>(schema: Schema): Record<(typeof notificationReasons)[number], Schema> => ({
  mentioned: schema,
  assigned: schema,
  watched: schema,
  commented: schema,
  submitted: schema,
})

export const NotificationSettingsRepresentation = Type.Object(
  {
    reasons: Type.Object(forEachReason(Setting), { title: 'NotificationReasons', additionalProperties: false }),
    time_zone: Type.Union([
      Type.String({ description: 'IANA name of the time zone of the user.' }),
      Type.Null({ description: 'The time zone of the site.' }),
    ]),
    site_time_zone: Type.String(),
    digest_hour: Type.Integer({ description: 'Hour of the daily digest in the time zone.' }),
    is_mail_available: Type.Boolean({ description: 'Whether the server can send emails.' }),
  },
  { title: 'NotificationSettings', additionalProperties: false },
)

export type NotificationSettingsRepresentation = Static<typeof NotificationSettingsRepresentation>

const SettingChange = Type.Optional(
  Type.Object(
    { mail: Type.Optional(Type.Enum([...mailModes])), inbox: Type.Optional(Type.Boolean()) },
    { title: 'NotificationSettingChange' },
  ),
)

export const NotificationSettingsChange = Type.Object({
  reasons: Type.Optional(Type.Object(forEachReason(SettingChange), { additionalProperties: false })),
  time_zone: Type.Optional(Type.Union([Type.String(), Type.Null()])),
})

interface UserSettings {
  readonly settings: NotificationSettings
  readonly timeZone: string | null
  readonly siteTimeZone: string
  readonly isMailAvailable: boolean
}

export const representNotificationSettings = ({ settings, timeZone, siteTimeZone, isMailAvailable }: UserSettings) => ({
  reasons: settings,
  time_zone: timeZone,
  site_time_zone: siteTimeZone,
  digest_hour: digestHour,
  is_mail_available: isMailAvailable,
})
