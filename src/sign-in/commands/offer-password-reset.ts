import { canSignIn } from '../../accounts/model/user.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { SecretCipher } from '../../kit/system/encrypt.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { Credential } from '../../world/model/credential.ts'
import { assertNotRevoked } from '../authentication/assert-not-revoked.ts'
import { maySetPassword } from '../policy.ts'
import { savePasswordReset } from '../store/password-resets.ts'
import { createEmailLink, type EmailLink } from './create-email-link.ts'

/** Returns the URL of the page for the link; no server and no log ever sees the secret behind the #. */
export const buildPasswordResetUrl = (origin: string, secret: string): string => `${origin}/password-reset#${secret}`

/**
 * Creates a link that sets the password of an account once, within a day, and invalidates earlier ones. It is sent by
 * email (`box` encrypts the payload of the job) or returned to the administrator.
 */
export async function offerPasswordReset(
  world: Pick<CommandWorld, 'db' | 'clock' | 'mail'>,
  caller: Caller,
  id: UserId,
  byMail: { readonly box: SecretCipher } | null,
  credential: Credential | null = null,
): Promise<EmailLink> {
  const createdOn = world.clock.now()
  const offered = createEmailLink(createdOn)
  await world.db.write(async (tx) => {
    const user = (await assertNotRevoked(tx, caller, credential, [id])).get(id)?.user
    if (user === undefined) throw new Refusal('absent', 'User Id not found')
    const permit = maySetPassword(caller, user)
    if (!canSignIn(user.status)) throw new Refusal('invalid', message`The account ${user.login} is not active`)
    await savePasswordReset(tx, permit, offered)
    if (byMail !== null) {
      if (world.mail === null)
        throw new Refusal('invalid', 'No mail server is configured. Send the link to the user yourself.')
      if (user.email === '') throw new Refusal('invalid', message`The account ${user.login} has no email address`)
      // Jobs are stored as rows, so the secret is encrypted like any other in the database.
      const payload = { user: id, sealed: byMail.box.encrypt(`password reset of ${id}`, offered.secret) }
      await tx.enqueue('mail-password-reset', payload)
    }
    const detail = { by_mail: byMail !== null }
    await tx.audit({
      at: createdOn,
      by: caller,
      action: 'password reset link created',
      subject: user.login,
      detail,
    })
  })
  return offered
}
