import type { User } from '../../accounts/model/user.ts'
import type { Tx } from '../../database/db/db.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { SecretCipher } from '../../kit/system/encrypt.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { addEmailChange, findPendingEmail, lockEmailChangesOf } from '../store/email-changes.ts'
import { createEmailLink } from './create-email-link.ts'
import { type MailDeps, sendSecurityNotice } from './send-security-notice.ts'

/** The recipient may be another person, so the number of emails is limited. */
const maxEmailsPerDay = 10

/** Returns the URL of the page for the link; no server and no log ever sees the secret behind the #. */
export const buildConfirmationLink = (origin: string, secret: string): string => `${origin}/confirm-address#${secret}`

/** Purpose under which the secret in the payload of the job is encrypted. */
export const buildConfirmationPurpose = (id: UserId): string => `address confirmation of ${id}`

interface EmailChangeRequest {
  readonly email: string
  readonly cipher: SecretCipher
  readonly at: EpochSeconds
  /** IP address of the request. */
  readonly address: string
}

/**
 * Sends a confirmation to the new email address of a user and a notice to the current one; the address changes once the
 * user confirms it (confirm-email-change.ts). An earlier pending change is canceled.
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
  // Jobs are stored as rows, so the secret is encrypted like any other in the database.
  const payload = { user: user.id, sealed: cipher.encrypt(buildConfirmationPurpose(user.id), secret) }
  await tx.enqueue('mail-address-confirmation', payload)
  await tx.audit({
    at,
    by: caller,
    address,
    action: 'email change requested',
    subject: user.login,
    detail: { email },
  })
  // A repeated request sends no second notice.
  if (!isKnown) await sendSecurityNotice(tx, post, user, at, { kind: 'email_asked_for', to: email })
}

function rejectTooManyEmails(retryAfter: number): never {
  throw new Refusal(
    'too-many',
    message`Too many confirmation emails (${maxEmailsPerDay} in 24 hours). Try again later.`,
    {
      headers: { 'Retry-After': `${retryAfter}` },
    },
  )
}
