import { canSignIn } from '../../accounts/model/user.ts'
import { findAccount } from '../../accounts/store/accounts.ts'
import { notificationPermit } from '../../kit/messages/system-permits.ts'
import { MailRefused } from '../../kit/network/mail-refused.ts'
import type { JobHandler } from '../../world/model/job-handler.ts'
import type { Mail } from '../../world/model/ports.ts'
import type { World } from '../../world/model/world.ts'
import { buildMailMessage } from '../messages/mail-message.ts'
import { loadNotificationContent } from '../reads/notification-content.ts'
import { findChange } from '../store/changes.ts'
import { findSoleMention } from '../store/inbox.ts'
import { endNotice, findOpenNoticeDate, type NoticeKey } from '../store/notices.ts'

const retrySeconds = 3 * 86_400

/** Sends one user a mail about one change. */
export const sendMail: JobHandler = {
  kind: 'send-mail',
  maxConcurrent: 2,
  async run(payload, world) {
    // Written by commands/notify-users.ts.
    const key = payload as NoticeKey
    const since = await findOpenNoticeDate(world.db.read, key)
    if (since === undefined || world.mail === null) return
    const problem = await sendOneMail(world, world.mail, key).catch((cause: unknown) => {
      if (cause instanceof MailRefused) return cause.message
      if (world.clock.now() - since > retrySeconds) return 'Given up: no mail server accepted it within three days'
      throw cause
    })
    const ending = problem === null ? { sentOn: world.clock.now() } : { problem }
    await world.db.write((tx) => endNotice(tx, notificationPermit, key, ending))
  },
}

/** Returns null when a mail server accepted the mail, otherwise the reason why nothing was sent. */
async function sendOneMail(world: World, mail: Mail, { change: id, user }: NoticeKey): Promise<string | null> {
  const account = await findAccount(world, user)
  if (account === undefined || !canSignIn(account.user.status) || account.user.email === '')
    return 'The account is not active, or has no email address'
  const change = await findChange(world.db.read, id)
  const content = change && (await loadNotificationContent(world, account.reading, change))
  if (content === undefined || content === null) return 'The user may not see it, or it was deleted'
  const mention = await findSoleMention(world.db.read, user, id)
  const canReadMention =
    mention === undefined ||
    (mention.isInComment && content.comment !== null) ||
    content.changedFields.some((field) => field.id === mention.field)
  if (!canReadMention) return 'The user may not see the text that mentions them'
  const message = await buildMailMessage(world, account, content, mail)
  if (message === null) return 'The user may not see it, or it was deleted'
  await mail.send(message)
  return null
}
