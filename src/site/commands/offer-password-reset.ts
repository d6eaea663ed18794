import type { Caller } from '../../kit/caller.ts'
import type { Credential } from '../../kit/credential.ts'
import type { SecretCipher } from '../../kit/encrypt.ts'
import type { UserId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import { assertNotRevoked } from '../authentication/assert-not-revoked.ts'
import { canSignIn } from '../model/user.ts'
import { maySetPassword } from '../policy.ts'
import { auditSite } from '../store/audit-site.ts'
import { savePasswordReset } from '../store/password-resets.ts'
import { createEmailLink, type EmailLink } from './create-email-link.ts'

/** Where the page is that takes it; behind the # no server and no log ever sees the secret. */
export const resetLink = (origin: string, secret: string): string => `${origin}/password-reset#${secret}`

/**
 * A link that sets the password of an account once, for a day; one that was given before is worth nothing any more. By
 * mail (`box` seals what waits for it), or for whoever asked to hand on.
 */
export async function offerPasswordReset(
  world: Pick<World, 'db' | 'clock' | 'jobs' | 'mail'>,
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
    if (!canSignIn(user.status)) throw new Refusal('invalid', `The account ${user.login} is not active`)
    await savePasswordReset(tx, permit, offered)
    if (byMail !== null) {
      if (world.mail === null) throw new Refusal('invalid', 'No mail server is configured: hand the link on yourself')
      if (user.email === '') throw new Refusal('invalid', `The account ${user.login} has no e-mail address`)
      // A job is a row: what it holds is sealed, as any secret in the database.
      const payload = { user: id, sealed: byMail.box.encrypt(`password reset of ${id}`, offered.secret) }
      await world.jobs.enqueue(tx, 'mail-password-reset', payload)
    }
    const detail = { by_mail: byMail !== null }
    await auditSite(tx, { at: createdOn, by: caller, action: 'password reset offered', subject: user.login, detail })
  })
  return offered
}
