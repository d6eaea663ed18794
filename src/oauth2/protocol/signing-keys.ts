import { type CryptoKey, calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type JWK } from 'jose'
import { LRUCache } from 'lru-cache'
import { nodePermit } from '../../kit/messages/system-permits.ts'
import { loadSecretCipher } from '../../kit/system/encrypt.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { World } from '../../world/model/world.ts'
import { addSigningKey, loadSigningKeysAfter, type SigningKey } from '../store/signing-keys.ts'
import { idTokenSeconds, signingKeySeconds } from './lifetimes.ts'

export const jwksSeconds = 120

/** A key is published this long before it is used, so that every cached copy of the list contains it. */
const aheadSeconds = 2 * jwksSeconds

/** All signatures of a key have expired by then (docs/api/oauth2.md §6). */
export const computeVerifiableSince = (now: EpochSeconds): EpochSeconds => now - idTokenSeconds

type SigningKeyDeps = Pick<World, 'db' | 'clock' | 'config'>

/**
 * Returns every key that may be needed for verification until the list is requested again, including the current one.
 */
export async function getPublicKeys(deps: SigningKeyDeps): Promise<JWK[]> {
  const keys = await currentKeys(deps)
  // The value was written by this file.
  return keys.map(({ publicJwk }) => JSON.parse(publicJwk) as JWK)
}

/** Returns the current key. */
export async function getSigningKey(deps: SigningKeyDeps): Promise<{ readonly kid: string; readonly key: CryptoKey }> {
  const now = deps.clock.now()
  const current = signerOf(await currentKeys(deps), now)
  if (current === undefined) throw new Error('No signing key is available')
  return { kid: current.kid, key: await decryptPrivateKey(deps, current) }
}

async function currentKeys(deps: SigningKeyDeps): Promise<readonly SigningKey[]> {
  const now = deps.clock.now()
  const keys = await loadSigningKeysAfter(deps.db.read, computeVerifiableSince(now))
  const needed = nextKeyStart(keys, now)
  if (needed === undefined) return keys
  const key = await createKey(deps, needed)
  await deps.db.write((tx) =>
    addSigningKey(
      tx,
      nodePermit,
      key,
      (existing) => nextKeyStart(existing, now) !== undefined,
      computeVerifiableSince(now),
    ),
  )
  return currentKeys(deps)
}

/** Clocks of nodes differ: a key that starts soon may be in use already. */
const signerOf = (keys: readonly SigningKey[], now: EpochSeconds): SigningKey | undefined =>
  keys.find(({ signsUntil }) => now < signsUntil)

/** Returns from when on another key is needed; undefined: the existing ones are sufficient. */
function nextKeyStart(keys: readonly SigningKey[], now: EpochSeconds): EpochSeconds | undefined {
  const last = keys.at(-1)
  if (last === undefined || last.signsUntil <= now) return now
  return last.signsUntil - now <= aheadSeconds ? last.signsUntil : undefined
}

async function createKey(deps: SigningKeyDeps, signsFrom: EpochSeconds): Promise<SigningKey> {
  const pair = await generateKeyPair('RS256', { extractable: true, modulusLength: 2048 })
  const jwk = await exportJWK(pair.publicKey)
  const kid = await calculateJwkThumbprint(jwk)
  const { kty, n, e } = jwk
  const cipher = await loadSecretCipher(deps)
  return {
    kid,
    publicJwk: JSON.stringify({ kty, alg: 'RS256', use: 'sig', kid, n, e }),
    encryptedPrivateJwk: cipher.encrypt(purposeOf(kid), JSON.stringify(await exportJWK(pair.privateKey))),
    signsFrom,
    signsUntil: signsFrom + signingKeySeconds,
  }
}

const purposeOf = (kid: string): string => `signing key ${kid}`

/** Decrypting and importing a key takes longer than signing with it; there is one at a time. */
const privateKeys = new LRUCache<string, CryptoKey>({ max: 8, ttl: signingKeySeconds * 1000 })

async function decryptPrivateKey(deps: SigningKeyDeps, { kid, encryptedPrivateJwk }: SigningKey): Promise<CryptoKey> {
  const cachedKey = privateKeys.get(kid)
  if (cachedKey !== undefined) return cachedKey
  const cipher = await loadSecretCipher(deps)
  const jwk = JSON.parse(cipher.decrypt(purposeOf(kid), encryptedPrivateJwk).toString('utf8')) as JWK
  const key = await importJWK(jwk, 'RS256')
  if (key instanceof Uint8Array) throw new Error('The signing key must be asymmetric')
  privateKeys.set(kid, key)
  return key
}
