import { loadSecretCipher, type SecretCipher } from '../../kit/encrypt.ts'
import type { World } from '../../kit/world.ts'
import { type ChangeTokens, createChangeTokens } from '../model/change-token.ts'

const tokensByCipher = new WeakMap<SecretCipher, ChangeTokens>()

/** Returns the token codec of this site: all nodes share the key, so each decodes tokens of the others. */
export async function getChangeTokens(world: Pick<World, 'config'>): Promise<ChangeTokens> {
  const cipher = await loadSecretCipher(world)
  const existing = tokensByCipher.get(cipher)
  if (existing !== undefined) return existing
  const tokens = createChangeTokens(cipher)
  tokensByCipher.set(cipher, tokens)
  return tokens
}
