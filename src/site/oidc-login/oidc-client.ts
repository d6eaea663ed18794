import { LRUCache } from 'lru-cache'
import type { Configuration, CustomFetch } from 'openid-client'
import { loadSecretCipher } from '../../kit/encrypt.ts'
import { fetchExternal } from '../../kit/outgoing-fetch.ts'
import type { World } from '../../kit/world.ts'
import { type IdentityProvider, secretPurpose } from '../model/identity-provider.ts'
import { getSettings } from '../store/settings.ts'

/** Its addresses and keys may change: they are asked for again after so long. */
const cacheMs = 600_000
const timeoutMs = 10_000
const maxResponseBytes = 1_048_576

type ClientCache = LRUCache<string, Promise<Configuration>>

/** What this process knows of directories, for each installation it serves. */
const clients = new WeakMap<World['config'], ClientCache>()

/** Us as a client of a directory, as the directory describes itself. Those who come at once wait for one question. */
export function getOidcClient(world: World, provider: IdentityProvider): Promise<Configuration> {
  const known = clients.get(world.config) ?? new LRUCache({ max: 50, ttl: cacheMs })
  clients.set(world.config, known)
  const { id, issuer, clientId, sealedSecret } = provider
  const key = JSON.stringify([id, issuer, clientId, sealedSecret])
  const found = known.get(key)
  if (found !== undefined) return found
  const discovered = discover(world, provider)
  known.set(key, discovered)
  // It may answer the next time.
  discovered.catch(() => known.delete(key))
  return discovered
}

async function discover(world: World, { issuer, clientId, sealedSecret }: IdentityProvider): Promise<Configuration> {
  // It takes its time to load, and most installations have no directory.
  const {
    allowInsecureRequests,
    ClientSecretBasic,
    ClientSecretPost,
    customFetch,
    discovery,
    enableNonRepudiationChecks,
    None,
  } = await import('openid-client')
  const secret =
    sealedSecret === null
      ? null
      : (await loadSecretCipher(world)).decrypt(secretPurpose(issuer), sealedSecret).toString()
  const isPlain = new URL(issuer).protocol === 'http:'
  const options = {
    [customFetch]: createFetch(world),
    execute: [enableNonRepudiationChecks, ...(isPlain ? [allowInsecureRequests] : [])],
    timeout: timeoutMs / 1000,
  }
  if (secret === null) return discovery(new URL(issuer), clientId, {}, None(), options)
  const config = await discovery(new URL(issuer), clientId, secret, ClientSecretBasic(secret), options)
  // RFC 8414 §2: what is not said is client_secret_basic.
  const { token_endpoint_auth_methods_supported: methods } = config.serverMetadata()
  if (methods === undefined || methods.includes('client_secret_basic')) return config
  return discovery(new URL(issuer), clientId, secret, ClientSecretPost(secret), options)
}

/** Whether addresses of the own network are allowed is asked each time: administrators change it. */
const createFetch =
  (world: World): CustomFetch =>
  async (url, asked) => {
    const { outgoing_private_addresses: allowPrivate } = await getSettings(world)
    return fetchExternal(url, asked, { allowPrivate, timeoutMs, maxBytes: maxResponseBytes })
  }
