import { validatePassword } from '../../accounts/model/password-rules.ts'
import { hashPassword } from '../../accounts/passwords/password-hash.ts'
import { addAdministrator } from '../../accounts/store/members.ts'
import {
  addFirstUser,
  addNobody,
  findAdministratorWithoutPassword,
  isEmpty,
  isNameTaken,
  reserveFirstId,
  saveFirstPassword,
} from '../../accounts/store/users.ts'
import { lockTopic } from '../../database/changes/revisions.ts'
import type { Reader } from '../../database/db/db.ts'
import { setupPermit } from '../../kit/messages/system-permits.ts'
import { ConfigError } from '../../kit/system/config.ts'
import { ADMINISTRATION_PROJECT, NONE_USER } from '../../kit/values/ids.ts'
import type { Settings } from '../../site/model/settings.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import { hasNoAdministrator, removeSetupCodes } from '../store/setup.ts'

export interface FirstAdministrator {
  /** null: not configured */
  readonly password: string | null
  /** Without a password, the set-up page creates the account instead. */
  readonly isLeftToSetup: boolean
}

const login = 'admin'
const names = { login, realName: 'Site Administrator', email: '' }

/**
 * Creates, in an empty database, the account "None" (100) and the administrator (101), who has the configured password or
 * none. A configured password also counts later, as long as the administrator never had one, or the site has no
 * administrator: the command line may have opened the database before, and created other accounts. An existing account
 * never becomes an administrator. The administration project must exist. Returns whether an administrator was created
 * without a password.
 */
export async function ensureAdministrator(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  { password, isLeftToSetup }: FirstAdministrator,
): Promise<boolean> {
  if (!(await mayNeedChange(withReads(world).db.read, password !== null))) return false
  if (password !== null) assertValidPassword(password, await getSettings(withReads(world)))
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
    const isMissing = (await hasNoAdministrator(tx)) && !(await isNameTaken(tx, login))
    if (isMissing) {
      if (passwordHash === null && (isLeftToSetup || !isFirst)) return false
      const account = { ...names, ldapId: null, status: 'A', passwordHash } as const
      const id = await addFirstUser(tx, setupPermit, account, at)
      await addAdministrator(tx, setupPermit, ADMINISTRATION_PROJECT, id)
      await removeSetupCodes(tx, setupPermit)
      return passwordHash === null
    }
    const id = passwordHash === null ? undefined : await findAdministratorWithoutPassword(tx)
    if (passwordHash !== null && id !== undefined) await saveFirstPassword(tx, setupPermit, id, passwordHash, at)
    return false
  })
}

/** Throws if the configured password would be rejected in the pages: the server does not start with it. */
function assertValidPassword(password: string, settings: Settings): void {
  const problem = validatePassword(password, names, settings)
  if (problem !== undefined) throw new ConfigError(`TULIPWOOD_ADMIN_PASSWORD: ${problem}`)
}

/** Returns whether there may be something to do, so that most starts compute no hash and take no lock. */
async function mayNeedChange(db: Reader, hasPassword: boolean): Promise<boolean> {
  if (!hasPassword) return isEmpty(db)
  return (await hasNoAdministrator(db)) || (await findAdministratorWithoutPassword(db)) !== undefined
}
