import { isUniqueViolation } from '../../database/sql/sql.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { validateLoginName } from '../model/login-name.ts'
import { validateAccountProfile } from '../model/own-profile.ts'
import { validatePassword } from '../model/password-rules.ts'
import type { UserStatus } from '../model/user.ts'
import { hashPassword } from '../passwords/password-hash.ts'
import { mayCreateUser } from '../policy.ts'
import { addUsers, isNameTaken } from '../store/users.ts'

export interface NewUserInput {
  readonly login: string
  readonly realName: string
  readonly email: string
  readonly status: UserStatus
  readonly ldapId: string | null
  /** null: no password until one is set */
  readonly password: string | null
  /** The user has to choose another one at the first sign-in. */
  readonly mustChangePassword?: boolean
}

const loginTaken = (): Refusal => new Refusal('invalid', 'Login name already exists')

/** Creates an account, under the rules for names and passwords (docs/api/users.md §4, docs/api/projects.md §5). */
export async function createUser(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  draft: NewUserInput,
): Promise<UserId> {
  const settings = await getSettings(withReads(world))
  const permit = mayCreateUser(caller, draft.status, settings)
  const problem =
    validateLoginName(draft.login) ??
    validateAccountProfile(draft) ??
    (draft.password === null ? undefined : validatePassword(draft.password, draft, settings))
  if (draft.password === null && draft.mustChangePassword) {
    throw new Refusal('invalid', '`must_change_password` needs a password.')
  }
  if (problem !== undefined) throw new Refusal('invalid', problem)
  // The name is checked before the slow hash; the unique index decides in the end.
  if (await isNameTaken(withReads(world).db.read, draft.login)) throw loginTaken()
  const passwordHash = draft.password === null ? null : await hashPassword(draft.password)
  try {
    return await world.db.write(async (tx) => {
      const [user] = await addUsers(tx, permit, [{ ...draft, passwordHash }], world.clock.now())
      if (user === undefined) throw new Error('Insert returned no account')
      const entry = { at: world.clock.now(), by: caller, action: 'user created', subject: user.login }
      await tx.audit(entry)
      return user.id
    })
  } catch (error) {
    throw isUniqueViolation(error) ? loginTaken() : error
  }
}
