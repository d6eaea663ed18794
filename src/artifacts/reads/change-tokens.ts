import { loadSecretCipher, type SecretCipher } from '../../kit/encrypt.ts'
import type { World } from '../../kit/world.ts'
import { type ChangeTokens, changeTokensOf } from '../model/change-token.ts'

const tokensOfBoxes = new WeakMap<SecretCipher, ChangeTokens>()

/** The tokens of this site: its nodes share the key, so each opens what another one sealed. */
export async function changeTokens(world: Pick<World, 'config'>): Promise<ChangeTokens> {
  const box = await loadSecretCipher(world)
  const known = tokensOfBoxes.get(box)
  if (known !== undefined) return known
  const tokens = changeTokensOf(box)
  tokensOfBoxes.set(box, tokens)
  return tokens
}
