import { loadSecretCipher, type SecretCipher } from '../../kit/system/encrypt.ts'
import type { World } from '../../world/model/world.ts'
import { type ChangeTokens, createChangeTokens } from '../model/change-token.ts'

/** Of the latest epoch. */
const tokensByCipher = new WeakMap<SecretCipher, ChangeTokens>()

/**
 * Returns the token codec of this site: all nodes share the key, so each decodes tokens of the others. Call it before a
 * position is read: its epoch is that of the last refresh, and a token must not be of a later epoch than its position.
 */
export async function getChangeTokens({
  config,
  cache: { epoch, embeddedEpoch },
}: Pick<World, 'config' | 'cache'>): Promise<ChangeTokens> {
  const cipher = await loadSecretCipher({ config })
  const existing = tokensByCipher.get(cipher)
  if (existing?.epoch === epoch) return existing
  const tokens = createChangeTokens(cipher, epoch, embeddedEpoch)
  tokensByCipher.set(cipher, tokens)
  return tokens
}
