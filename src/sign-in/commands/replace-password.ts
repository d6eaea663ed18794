import type { User } from '../../accounts/model/user.ts'
import { savePassword } from '../../accounts/store/users.ts'
import type { Tx } from '../../database/db/db.ts'
import type { SessionId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { endEmailChangesOf } from '../store/email-changes.ts'
import { removePasswordResetsOf } from '../store/password-resets.ts'
import { removeSessionsOf } from '../store/sessions.ts'
import { removeTokensOf } from '../store/tokens.ts'

interface NewPasswordInput {
  readonly passwordHash: string
  /** Whether another user knows the password, so that its owner has to choose another one after signing in. */
  readonly mustChange?: boolean
  /** The session of the owner, which stays. */
  readonly stays?: SessionId
}

/** Saves a new password and revokes everything that the old one granted. */
export async function replacePassword(
  tx: Tx,
  { accountFeatures }: Pick<CommandWorld, 'accountFeatures'>,
  permit: Permit<'update', User>,
  { passwordHash, mustChange = false, stays }: NewPasswordInput,
  at: EpochSeconds,
): Promise<void> {
  await savePassword(tx, permit, { passwordHash, mustChange }, at)
  await removeTokensOf(tx, permit)
  for (const feature of accountFeatures) await feature.revokeGrants(tx, permit)
  await removeSessionsOf(tx, permit, stays)
  await removePasswordResetsOf(tx, permit)
  // A person who found the browser open may have requested an email change.
  await endEmailChangesOf(tx, permit)
}
