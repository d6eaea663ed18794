import { hashPassword } from '../../accounts/passwords/password-hash.ts'
import { addAdministrator } from '../../accounts/store/members.ts'
import {
  addFirstUser,
  addNobody,
  findAdministratorWithoutPassword,
  hasNoAccounts,
  isEmpty,
  reserveFirstId,
  saveFirstPassword,
} from '../../accounts/store/users.ts'
import { lockTopic } from '../../database/changes/revisions.ts'
import { setupPermit } from '../../kit/messages/system-permits.ts'
import { ADMINISTRATION_PROJECT, NONE_USER } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { removeSetupCodes } from '../store/setup.ts'

export interface FirstAdministrator {
  /** null: not configured */
  readonly password: string | null
  /** Without a password, the set-up page creates the account instead. */
  readonly isLeftToSetup: boolean
}

/**
 * Creates, in an empty database, the account "None" (100) and the administrator (101), who has the configured password or
 * none. A configured password also counts later, as long as the administrator never had one: the command line may have
 * opened the database before. The administration project must exist. Returns whether an administrator was created
 * without a password.
 */
export async function ensureAdministrator(
  world: Pick<CommandWorld, 'db' | 'clock'>,
  { password, isLeftToSetup }: FirstAdministrator,
): Promise<boolean> {
  const isNew = await hasNoAccounts(withReads(world).db.read)
  if (!isNew && (password === null || (await findAdministratorWithoutPassword(withReads(world).db.read)) === undefined))
    return false
  const passwordHash = password === null ? null : await hashPassword(password)
  return world.db.write(async (tx) => {
    // Blocks another node that starts at the same moment until this one is done.
    await lockTopic(tx, 'users')
    const at = world.clock.now()
    const isFirst = await isEmpty(tx)
    if (isFirst) {
      await addNobody(tx, setupPermit, NONE_USER, at)
      await reserveFirstId(tx)
    }
    if (await hasNoAccounts(tx)) {
      if (passwordHash === null && (isLeftToSetup || !isFirst)) return false
      const names = { login: 'admin', realName: 'Site Administrator', email: '', ldapId: null }
      const id = await addFirstUser(tx, setupPermit, { ...names, status: 'A', passwordHash }, at)
      await addAdministrator(tx, setupPermit, ADMINISTRATION_PROJECT, id)
      await removeSetupCodes(tx, setupPermit)
      return passwordHash === null
    }
    const id = passwordHash === null ? undefined : await findAdministratorWithoutPassword(tx)
    if (passwordHash !== null && id !== undefined) await saveFirstPassword(tx, setupPermit, id, passwordHash, at)
    return false
  })
}
