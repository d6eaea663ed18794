import { touch } from '../../kit/db/revisions.ts'
import { ADMINISTRATION_PROJECT, NOBODY } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { hashPassword } from '../authentication/password-hash.ts'
import { newSecret } from '../authentication/secret.ts'
import { addAdministrator } from '../store/members.ts'
import { removeSetupCodes } from '../store/setup.ts'
import { addFirstUser, addNobody, hasNoAccounts, isEmpty, reserveFirstId } from '../store/users.ts'

export interface FirstAdministrator {
  /** null: made up, unless somebody sets the server up in a browser */
  readonly password: string | null
  readonly isLeftToSetup: boolean
}

/**
 * On an empty database: the account "None" (100) and, unless that is left to the set-up page, the administrator (101)
 * with the password given or one made up. A server that waits to be set up takes a password that is given later. The
 * administration project must exist. Gives the password that was made up, the only time it is seen.
 */
export async function ensureAdministrator(
  world: Pick<World, 'db' | 'clock'>,
  { password, isLeftToSetup }: FirstAdministrator,
): Promise<string | null> {
  if (!(await hasNoAccounts(world.db.read))) return null
  const madeUp = password === null && !isLeftToSetup ? newSecret(15).toString('base64url') : null
  const chosen = password ?? madeUp
  const passwordHash = chosen === null ? null : await hashPassword(chosen)
  const isMade = await world.db.write(async (tx) => {
    // Holds back another node that starts at the same moment until this one is done.
    await touch(tx, 'users')
    const at = world.clock.now()
    const isFirst = await isEmpty(tx)
    if (isFirst) {
      await addNobody(tx, NOBODY, at)
      await reserveFirstId(tx)
    }
    // What a server that waits has printed stays true: only a password that somebody chose comes before it.
    const isWanted = isFirst || (password !== null && (await hasNoAccounts(tx)))
    if (passwordHash === null || !isWanted) return false
    const names = { login: 'admin', realName: 'Site Administrator', email: '', ldapId: null }
    const id = await addFirstUser(tx, { ...names, status: 'A', passwordHash }, at)
    await addAdministrator(tx, ADMINISTRATION_PROJECT, id)
    await removeSetupCodes(tx)
    return true
  })
  return isMade ? madeUp : null
}
