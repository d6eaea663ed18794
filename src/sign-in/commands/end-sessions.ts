import { getUser } from '../../accounts/store/users.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { SessionId, UserId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { mayEndSessions } from '../policy.ts'
import { removeSession, removeSessionsOf } from '../store/sessions.ts'

type EndSessionDeps = Pick<CommandWorld, 'db' | 'clock'>

/** Ends one session of a user. */
export async function endSession(world: EndSessionDeps, caller: Caller, userId: UserId, id: SessionId): Promise<void> {
  const permit = mayEndSessions(caller, userId)
  await world.db.write(async (tx) => {
    const user = await getUser(tx, userId)
    if (!(await removeSession(tx, permit, { userId, id }))) throw new Refusal('absent', 'Session does not exist')
    await tx.audit({ at: world.clock.now(), by: caller, action: 'session ended', subject: user.login })
  })
}

/** Ends all sessions of a user but the given one. */
export async function endSessions(
  world: EndSessionDeps,
  caller: Caller,
  userId: UserId,
  exceptFor: SessionId | undefined,
): Promise<void> {
  const permit = mayEndSessions(caller, userId)
  await world.db.write(async (tx) => {
    const user = await getUser(tx, userId)
    const count = await removeSessionsOf(tx, permit, exceptFor)
    const entry = { at: world.clock.now(), by: caller, action: 'sessions ended', subject: user.login }
    await tx.audit({ ...entry, detail: { count } })
  })
}
