import { loadPreferenceOfUsers } from '../../accounts/store/preferences.ts'
import { lockAgainstDeletion } from '../../artifacts/store/link-targets.ts'
import type { Tx } from '../../database/db/db.ts'
import { notificationPermit } from '../../kit/messages/system-permits.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { renderLocale } from '../../site/reads/render-locale.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { computeNextDigest, digestJobKind, parseTimeZone, timeZonePreference } from '../model/digest.ts'
import type { Recipient } from '../model/inbox.ts'
import {
  chooseChannels,
  defaultNotificationSettings,
  type NotificationChannels,
  notificationReasons,
} from '../model/notification-settings.ts'
import { type DueDigest, openDigests } from '../store/digests.ts'
import { addInboxItems } from '../store/inbox.ts'
import { addNotices } from '../store/notices.ts'
import { loadNotificationSettings } from '../store/notification-settings.ts'

interface Notification {
  readonly recipient: Recipient
  readonly channels: NotificationChannels
}

/** How users are notified, and the time zones of those who get a digest. */
interface Notifications {
  readonly notifications: readonly Notification[]
  readonly zones: ReadonlyMap<UserId, string>
}

/** Decides by the settings of each recipient. */
export async function loadNotifications(
  world: Pick<CommandWorld, 'db' | 'cache' | 'config' | 'mail'>,
  recipients: readonly Recipient[],
): Promise<Notifications> {
  const { read } = withReads(world).db
  const settings = await loadNotificationSettings(read, [...new Set(recipients.map(({ user }) => user))])
  const notifications = recipients.map((recipient) => ({
    recipient,
    channels: chooseChannels(settings.get(recipient.user) ?? defaultNotificationSettings, recipient.reasons),
  }))
  const users =
    world.mail === null ? [] : [...new Set(notifications.filter(isInDigest).map(({ recipient }) => recipient.user))]
  if (users.length === 0) return { notifications, zones: new Map() }
  const { timezone } = await renderLocale(withReads(world))
  const chosen = await loadPreferenceOfUsers(read, users, timeZonePreference)
  const zones = new Map(users.map((user) => [user, parseTimeZone(chosen.get(user) ?? '') ?? timezone]))
  return { notifications, zones }
}

const isInDigest = ({ channels }: Notification): boolean => channels.mail === 'digest'

/** Writes the items of inboxes, and the jobs that send mails. */
export async function notifyUsers(
  tx: Tx,
  world: Pick<CommandWorld, 'clock' | 'mail'>,
  { notifications, zones }: Notifications,
): Promise<void> {
  const now = world.clock.now()
  const days = await scheduleDigests(tx, zones, now)
  const artifacts = [...new Set(notifications.map(({ recipient }) => recipient.artifact))]
  const existing = new Set(await lockAgainstDeletion(tx, artifacts))
  const items = notifications.flatMap(({ recipient, channels }) => {
    const { recordedReasons: recorded, isInInbox } = channels
    if (recorded.size === 0 || !existing.has(recipient.artifact)) return []
    const { user, change, artifact, mention } = recipient
    const reason = notificationReasons.find((each) => each !== 'mentioned' && recorded.has(each)) ?? null
    const digestDay = channels.mail === 'digest' ? (days.get(user) ?? null) : null
    const shownMention = recorded.has('mentioned') ? mention : { field: null, isInComment: false }
    return [{ user, change, artifact, reason, mention: shownMention, isInInbox, digestDay }]
  })
  await addInboxItems(tx, notificationPermit, items, now)
  if (world.mail === null) return
  const immediate = notifications.filter(({ channels }) => channels.mail === 'immediate')
  const notices = immediate.map(({ recipient: { change, user } }) => ({ change, user }))
  await tx.enqueueEach('send-mail', await addNotices(tx, notificationPermit, notices, now))
}

/** Opens the next digest of each user; a user whose digest is being sent gets the one of the following day. */
async function scheduleDigests(
  tx: Tx,
  zones: ReadonlyMap<UserId, string>,
  now: EpochSeconds,
): Promise<Map<UserId, string>> {
  const days = new Map<UserId, string>()
  let open: DueDigest[] = [...zones].map(([user, zone]) => toDueDigest(user, zone, now))
  while (open.length > 0) {
    const { added, closed } = await openDigests(tx, notificationPermit, open)
    for (const [dueOn, due] of Map.groupBy(added, (each) => each.dueOn)) {
      const keys = due.map(({ user, day }) => ({ user, day }))
      await tx.enqueueEach(digestJobKind, keys, dueOn)
    }
    for (const { user, day } of open) if (!closed.has(user)) days.set(user, day)
    open = open.flatMap(({ user, dueOn }) => {
      const zone = zones.get(user)
      return closed.has(user) && zone !== undefined ? [toDueDigest(user, zone, dueOn)] : []
    })
  }
  return days
}

const toDueDigest = (user: UserId, zone: string, after: EpochSeconds): DueDigest => ({
  user,
  ...computeNextDigest(after, zone),
})
