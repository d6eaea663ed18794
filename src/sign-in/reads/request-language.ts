import { findAccount } from '../../accounts/store/accounts.ts'
import { type Language, negotiateLanguage } from '../../kit/values/language.ts'
import type { World } from '../../world/model/world.ts'
import type { CredentialInput } from '../authentication/authentication-method.ts'
import { findAnySession } from '../authentication/session.ts'

/**
 * Returns the language of a page for a browser: the preference of its signed-in user, then the choice of the visitor,
 * then `Accept-Language`. It grants nothing, so a session that waits for a second factor counts as well.
 */
export async function getRequestLanguage(
  world: Pick<World, 'db' | 'cache' | 'clock'>,
  headers: CredentialInput['headers'],
): Promise<Language> {
  const session = await findAnySession(world, headers)
  const account = session && (await findAccount(world, session.userId))
  return account?.writing.language ?? negotiateLanguage(headers)
}
