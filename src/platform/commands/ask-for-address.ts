import type { Caller } from '../../kit/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { SecretCipher } from '../../kit/encrypt.ts'
import type { UserId } from '../../kit/ids.ts'
import type { Permit } from '../../kit/permit.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import type { User } from '../model/user.ts'
import { record } from '../store/audit.ts'
import { addEmailChange, lockLettersOf, pendingEmailOf } from '../store/email-changes.ts'
import { newLink } from './new-link.ts'
import { type Post, tellOwner } from './tell-owner.ts'

/** Whoever gets them may be a stranger: nobody has us write to others without end. */
const lettersADay = 10

/** Where the page is that takes it; behind the # no server and no log ever sees the secret. */
export const confirmationLink = (origin: string, secret: string): string => `${origin}/confirm-address#${secret}`

/** For what the secret is sealed that waits for the mail. */
export const confirmationSeal = (id: UserId): string => `address confirmation of ${id}`

interface Wish {
  readonly email: string
  readonly box: SecretCipher
  readonly at: EpochSeconds
  /** Where the request comes from. */
  readonly address: string
}

/**
 * Writes to an address that somebody wants to have, and to the one he has; it changes once the letter is answered
 * (confirm-address.ts). A wish before this one is given up.
 */
export async function askForAddress(
  tx: Tx,
  post: Post,
  caller: Caller,
  permit: Permit<'update', User>,
  { email, box, at, address }: Wish,
): Promise<void> {
  const { subject: user } = permit
  const [first, ...others] = await lockLettersOf(tx, permit, at)
  if (first !== undefined && others.length + 1 >= lettersADay) refuseLetter(first.expiresOn - at)
  const isKnown = (await pendingEmailOf(tx, user.id, at)) === email
  const { secret, ...link } = newLink(at)
  await addEmailChange(tx, permit, { ...link, userId: user.id, email })
  // A job is a row: what it holds is sealed, as any secret in the database.
  const payload = { user: user.id, sealed: box.encrypt(confirmationSeal(user.id), secret) }
  await post.jobs.enqueue(tx, 'mail-address-confirmation', payload)
  await record(tx, { at, by: caller, address, action: 'address asked for', subject: user.login, detail: { email } })
  // The same letter once more is no news.
  if (!isKnown) await tellOwner(tx, post, user, at, { kind: 'email_asked_for', to: email })
}

function refuseLetter(retryAfter: number): never {
  throw new Refusal('too-many', `${lettersADay} letters about your address were sent within a day, try again later.`, {
    headers: { 'Retry-After': `${retryAfter}` },
  })
}
