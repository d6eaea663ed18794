import type { Tx } from '../../kit/db/db.ts'
import { touch } from '../../kit/db/revisions.ts'
import { ADMINISTRATION_PROJECT, NOBODY } from '../../kit/ids.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import type { World } from '../../kit/world.ts'
import { hashPassword } from '../authentication/password-hash.ts'
import { newSecret } from '../authentication/secret.ts'
import { addAdministrator } from '../store/members.ts'
import { addNobody, addUsers, isEmpty } from '../store/users.ts'

/**
 * On an empty database: the account "None" (100) and the administrator (101) with the password given, or one made up.
 * The administration project must exist. Gives the password that was made up, the only time it is seen.
 */
export async function ensureAdministrator(
  world: Pick<World, 'db' | 'clock'>,
  password: string | undefined,
): Promise<string | null> {
  if (!(await isEmpty(world.db.read))) return null
  const madeUp = password === undefined ? newSecret(15).toString('base64url') : null
  const passwordHash = await hashPassword(password ?? madeUp ?? '')
  const isMade = await world.db.write(async (tx) => {
    // Holds back another node that starts at the same moment until this one is done.
    await touch(tx, 'users')
    if (!(await isEmpty(tx))) return false
    await addFirstUsers(tx, passwordHash, world.clock.now())
    return true
  })
  return isMade ? madeUp : null
}

async function addFirstUsers(tx: Tx, passwordHash: string, at: EpochSeconds): Promise<void> {
  await addNobody(tx, NOBODY, at)
  const admin = {
    login: 'admin',
    realName: 'Site Administrator',
    email: '',
    ldapId: null,
    status: 'A' as const,
    passwordHash,
  }
  const [user] = await addUsers(tx, [admin], at)
  if (user === undefined) throw new Error('No administrator was added')
  await addAdministrator(tx, ADMINISTRATION_PROJECT, user.id)
}
