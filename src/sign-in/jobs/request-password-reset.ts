import { canSignIn, type User } from '../../accounts/model/user.ts'
import { findUserByLogin, loadUsersByEmails } from '../../accounts/store/users.ts'
import { loadSecretCipher } from '../../kit/system/encrypt.ts'
import type { JobHandler } from '../../world/model/job-handler.ts'
import type { World } from '../../world/model/world.ts'
import { offerPasswordReset } from '../commands/offer-password-reset.ts'
import { findPasswordResetDate } from '../store/password-resets.ts'

declare module '../../database/tables/job-payloads.ts' {
  interface JobPayloads {
    'request-password-reset': Payload
  }
}

interface Payload {
  /** Login name or email address. */
  readonly login: string
  /** IP address of the request. */
  readonly address: string
}

/** A user who requests a link again gets no second email within this time. */
const pauseSeconds = 300

/** Sends a reset link to each account with this login name or email address that can sign in. */
export const requestPasswordReset: JobHandler = {
  kind: 'request-password-reset',
  async run(payload, world) {
    // Written by routes/post-password-reset-requests.ts.
    const { login, address } = payload as Payload
    if (world.mail === null) return
    const box = await loadSecretCipher(world)
    const caller = { kind: 'system', reason: `password reset request from ${address}` } as const
    for (const { id } of await findRecipients(world, login)) await offerPasswordReset(world, caller, id, { box })
  },
}

async function findRecipients({ db, clock }: Pick<World, 'db' | 'clock'>, login: string): Promise<User[]> {
  const byLogin = await findUserByLogin(db.read, login)
  const users = byLogin === undefined && login.includes('@') ? await loadUsersByEmails(db.read, [login]) : [byLogin]
  const recipients: User[] = []
  for (const user of users) {
    if (user === undefined || !canSignIn(user.status) || user.email === '') continue
    const last = await findPasswordResetDate(db.read, user.id)
    if (last === undefined || last < clock.now() - pauseSeconds) recipients.push(user)
  }
  return recipients
}
