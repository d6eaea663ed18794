import { MailRefused } from '../../kit/mail-refused.ts'
import type { Mail } from '../../kit/ports.ts'
import type { JobHandler } from '../../kit/slice.ts'
import type { World } from '../../kit/world.ts'
import { canSignIn } from '../../platform/model/user.ts'
import { accountOf } from '../../platform/store/accounts.ts'
import { mailMessage } from '../mail-message.ts'
import { toldOf } from '../reads/told.ts'
import { lookForChange } from '../store/changes.ts'
import { endNotice, type NoticeKey, openNotice } from '../store/notices.ts'

const triedSeconds = 3 * 86_400

/** Writes one person about one change. */
export const sendMail: JobHandler = {
  kind: 'send-mail',
  mostAtOnce: 2,
  async run(payload, world) {
    // Written by commands/spread-changes.ts.
    const key = payload as NoticeKey
    const since = await openNotice(world.db.read, key)
    if (since === undefined || world.mail === null) return
    const problem = await sendOne(world, world.mail, key).catch((cause: unknown) => {
      if (cause instanceof MailRefused) return cause.message
      if (world.clock.now() - since > triedSeconds) return 'Given up: no server took it in three days'
      throw cause
    })
    const ending = problem === null ? { sentOn: world.clock.now() } : { problem }
    await world.db.write((tx) => endNotice(tx, key, ending))
  },
}

/** null: a server has it; else why there is nothing to send. */
async function sendOne(world: World, mail: Mail, { change: id, user }: NoticeKey): Promise<string | null> {
  const account = await accountOf(world, user)
  if (account === undefined || !canSignIn(account.user.status) || account.user.email === '')
    return 'The account is not active, or has no address'
  const change = await lookForChange(world.db.read, id)
  const told = change && (await toldOf(world, account.reading, change))
  if (told === undefined || told === null) return 'The person may not see it, or it is gone'
  const message = await mailMessage(world, account, told, mail)
  if (message === null) return 'The person may not see it, or it is gone'
  await mail.send(message)
  return null
}
