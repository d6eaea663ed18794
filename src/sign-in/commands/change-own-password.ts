import { validatePassword } from '../../accounts/model/password-rules.ts'
import { hashPassword } from '../../accounts/passwords/password-hash.ts'
import { findAccountByLogin, getUser } from '../../accounts/store/users.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { assertSessionActive } from '../authentication/assert-not-revoked.ts'
import { checkPassword } from '../authentication/check-password.ts'
import type { Session } from '../model/session.ts'
import { maySetOwnPassword } from '../policy.ts'
import { completeAction } from '../store/sessions.ts'
import { reauthenticate } from './reauthenticate.ts'
import { replacePassword } from './replace-password.ts'
import { type MailDeps, sendSecurityNotice } from './send-security-notice.ts'

interface Passwords {
  /** The current one; an account without password needs a recent sign-in. */
  readonly current: string | undefined
  readonly password: string
  readonly address: string
}

const wrongPassword = (): Refusal =>
  new Refusal('forbidden', 'The current password is incorrect.', { extra: { needs: 'current_password' } })

/** Sets the caller's password and ends all their sessions but this one. */
export async function changeOwnPassword(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock' | 'log' | 'config' | 'accountFeatures'> & MailDeps,
  caller: Caller,
  session: Session,
  { current, password, address }: Passwords,
): Promise<void> {
  const user = await getUser(withReads(world).db.read, session.userId)
  const permit = maySetOwnPassword(caller, user)
  const problem = validatePassword(password, user, await getSettings(withReads(world)))
  if (problem !== undefined) throw new Refusal('invalid', problem)
  const storedAccount = await findAccountByLogin(withReads(world).db.read, user.login)
  if (storedAccount?.passwordHash == null) await reauthenticate(world, session, { address })
  else if (
    current === undefined ||
    !(await checkPassword(withReads(world), { login: user.login, password: current, address }))
  ) {
    throw wrongPassword()
  }
  if (session.requiredActions.includes('change_password') && password === current) {
    throw new Refusal('invalid', 'The new password must differ from the current one.')
  }
  const passwordHash = await hashPassword(password)
  const at = world.clock.now()
  await world.db.write(async (tx) => {
    const account = await assertSessionActive(tx, session)
    // A concurrent change set another password, which this request does not know.
    if (account.passwordHash !== (storedAccount?.passwordHash ?? null)) throw wrongPassword()
    await replacePassword(tx, world, permit, { passwordHash, stays: session.id }, at)
    await completeAction(tx, permit, session, 'change_password')
    await tx.audit({ at, by: caller, address, action: 'password changed', subject: user.login })
    await sendSecurityNotice(tx, world, user, at, { kind: 'password_changed', by: 'owner' })
  })
}
