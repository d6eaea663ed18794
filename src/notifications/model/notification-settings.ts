/** Why a change concerns a user, the strongest reason first. */
export const notificationReasons = ['mentioned', 'assigned', 'watched', 'commented', 'submitted'] as const
export type NotificationReason = (typeof notificationReasons)[number]

/** When a mail is sent, the earliest first. */
export const mailModes = ['immediate', 'digest', 'none'] as const
export type MailMode = (typeof mailModes)[number]

/** How a user is notified for one reason. */
export interface NotificationSetting {
  readonly mail: MailMode
  readonly inbox: boolean
}

export type NotificationSettings = Readonly<Record<NotificationReason, NotificationSetting>>

const byDefault: NotificationSetting = { mail: 'immediate', inbox: true }

/** Mentions were not mailed before they could be chosen, so their mails are off. */
export const defaultNotificationSettings: NotificationSettings = {
  mentioned: { mail: 'none', inbox: true },
  assigned: byDefault,
  watched: byDefault,
  commented: byDefault,
  submitted: byDefault,
}

/** Where one change is reported to one user. */
export interface NotificationChannels {
  readonly mail: MailMode
  readonly isInInbox: boolean
  /** The reasons to record; empty: nothing is recorded. */
  readonly recordedReasons: ReadonlySet<NotificationReason>
}

/** Each reason may report the change; the earliest mail wins. */
export function chooseChannels(
  settings: NotificationSettings,
  reasons: ReadonlySet<NotificationReason>,
): NotificationChannels {
  const all = notificationReasons.filter((each) => reasons.has(each))
  const mail = mailModes.find((mode) => all.some((each) => settings[each].mail === mode)) ?? 'none'
  const isInInbox = all.some((each) => settings[each].inbox)
  const mailed = all.filter((each) => settings[each].mail === mail)
  // A mail that has no other reason than a mention depends on whether the user may read the mention.
  const isMailRecorded = mail === 'digest' || (mail === 'immediate' && mailed.every((each) => each === 'mentioned'))
  const recorded = all.filter((each) => settings[each].inbox || (isMailRecorded && settings[each].mail === mail))
  return { mail, isInInbox, recordedReasons: new Set(recorded) }
}
