import type { Caller } from '../../kit/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { SecretCipher } from '../../kit/encrypt.ts'
import type { UserId } from '../../kit/ids.ts'
import type { Permit } from '../../kit/permit.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import type { User } from '../model/user.ts'
import { auditSite } from '../store/audit-site.ts'
import { addEmailChange, findPendingEmail, lockEmailChangesOf } from '../store/email-changes.ts'
import { createEmailLink } from './create-email-link.ts'
import { type MailDeps, sendSecurityNotice } from './send-security-notice.ts'

/** Whoever gets them may be a stranger: nobody has us write to others without end. */
const maxEmailsPerDay = 10

/** Where the page is that takes it; behind the # no server and no log ever sees the secret. */
export const confirmationLink = (origin: string, secret: string): string => `${origin}/confirm-address#${secret}`

/** For what the secret is sealed that waits for the mail. */
export const confirmationPurpose = (id: UserId): string => `address confirmation of ${id}`

interface EmailChangeRequest {
  readonly email: string
  readonly cipher: SecretCipher
  readonly at: EpochSeconds
  /** Where the request comes from. */
  readonly address: string
}

/**
 * Writes to an address that somebody wants to have, and to the one he has; it changes once the letter is answered
 * (confirm-address.ts). A wish before this one is given up.
 */
export async function requestEmailChange(
  tx: Tx,
  post: MailDeps,
  caller: Caller,
  permit: Permit<'update', User>,
  { email, cipher, at, address }: EmailChangeRequest,
): Promise<void> {
  const { subject: user } = permit
  const [first, ...others] = await lockEmailChangesOf(tx, permit, at)
  if (first !== undefined && others.length + 1 >= maxEmailsPerDay) rejectTooManyEmails(first.expiresOn - at)
  const isKnown = (await findPendingEmail(tx, user.id, at)) === email
  const { secret, ...link } = createEmailLink(at)
  await addEmailChange(tx, permit, { ...link, userId: user.id, email })
  // A job is a row: what it holds is sealed, as any secret in the database.
  const payload = { user: user.id, sealed: cipher.encrypt(confirmationPurpose(user.id), secret) }
  await post.jobs.enqueue(tx, 'mail-address-confirmation', payload)
  await auditSite(tx, { at, by: caller, address, action: 'address asked for', subject: user.login, detail: { email } })
  // The same letter once more is no news.
  if (!isKnown) await sendSecurityNotice(tx, post, user, at, { kind: 'email_asked_for', to: email })
}

function rejectTooManyEmails(retryAfter: number): never {
  throw new Refusal(
    'too-many',
    `${maxEmailsPerDay} letters about your address were sent within a day, try again later.`,
    {
      headers: { 'Retry-After': `${retryAfter}` },
    },
  )
}
