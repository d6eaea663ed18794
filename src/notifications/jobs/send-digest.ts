import { canSignIn } from '../../accounts/model/user.ts'
import { findAccount } from '../../accounts/store/accounts.ts'
import { notificationPermit } from '../../kit/messages/system-permits.ts'
import { MailRefused } from '../../kit/network/mail-refused.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { JobHandler } from '../../world/model/job-handler.ts'
import type { Mail } from '../../world/model/ports.ts'
import type { World } from '../../world/model/world.ts'
import { buildDigestMessage } from '../messages/digest-message.ts'
import { type DigestKey, digestJobKind } from '../model/digest.ts'
import { listDigest } from '../reads/list-digest.ts'
import { closeDigest, endDigest, findOpenDigestDate } from '../store/digests.ts'

const retrySeconds = 3 * 86_400

/** Sends one user the digest of one day. */
export const sendDigest: JobHandler = {
  kind: digestJobKind,
  maxConcurrent: 2,
  async run(payload, world) {
    // Written by commands/notify-users.ts.
    const key = payload as DigestKey<UserId>
    const dueOn = await findOpenDigestDate(world.db.read, key)
    if (dueOn === undefined || world.mail === null) return
    await world.db.write((tx) => closeDigest(tx, notificationPermit, key, world.clock.now()))
    const problem = await sendOneDigest(world, world.mail, key).catch((cause: unknown) => {
      if (cause instanceof MailRefused) return cause.message
      if (world.clock.now() - dueOn > retrySeconds) return 'Given up: no mail server accepted it within three days'
      throw cause
    })
    const ending = problem === null ? { sentOn: world.clock.now() } : { problem }
    await world.db.write((tx) => endDigest(tx, notificationPermit, key, ending))
  },
}

/** Returns null when a mail server accepted the mail, otherwise the reason why nothing was sent. */
async function sendOneDigest(world: World, mail: Mail, key: DigestKey<UserId>): Promise<string | null> {
  const account = await findAccount(world, key.user)
  if (account === undefined || !canSignIn(account.user.status) || account.user.email === '')
    return 'The account is not active, or has no email address'
  const digest = await listDigest(world, account.reading, key)
  if (digest.entries.length === 0) return 'The user has read everything, or may not see it'
  await mail.send(await buildDigestMessage(world, account, key, digest, mail))
  return null
}
