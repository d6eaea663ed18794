import { loadSecretCipher } from '../../kit/encrypt.ts'
import type { UserId } from '../../kit/ids.ts'
import type { JobHandler } from '../../kit/slice.ts'
import { secretHash } from '../authentication/secret.ts'
import { resetLink } from '../commands/offer-password-reset.ts'
import { escaped } from '../model/escaped.ts'
import { standpointOf } from '../reads/standpoint.ts'
import { lookForPasswordReset } from '../store/password-resets.ts'
import { lookForUser } from '../store/users.ts'
import { postLetter } from './post-letter.ts'

interface Payload {
  readonly user: UserId
  /** The secret of the link. */
  readonly sealed: string
}

/** Sends somebody the link that sets the password, as long as it is worth something. */
export const mailPasswordReset: JobHandler = {
  kind: 'mail-password-reset',
  async run(payload, world) {
    // Written by commands/offer-password-reset.ts.
    const { user: id, sealed } = payload as Payload
    const secret = (await loadSecretCipher(world)).decrypt(`password reset of ${id}`, sealed).toString()
    const isWanted = (await lookForPasswordReset(world.db.read, secretHash(secret), world.clock.now())) === id
    const user = await lookForUser(world.db.read, id)
    if (!isWanted || user === undefined || user.email === '' || world.mail === null) return
    const { origin } = await standpointOf(world)
    const link = resetLink(origin, secret)
    await postLetter(world, world.mail, {
      to: { name: user.realName, address: user.email },
      subject: 'Set your password',
      text: `An administrator offers you to set a new password for the account ${user.login}:\n\n${link}\n\nThe link works once, for a day. Without it nothing changes.\n`,
      html: `<p>An administrator offers you to set a new password for the account <b>${escaped(user.login)}</b>:</p><p><a href="${escaped(link)}">Set a password</a></p><p>The link works once, for a day. Without it nothing changes.</p>`,
      about: 'password-reset',
      login: user.login,
      refused: 'a link to set a password was refused by the mail server',
    })
  },
}
