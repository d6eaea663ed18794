import { LRUCache } from 'lru-cache'
import type { Configuration, CustomFetch } from 'openid-client'
import { fetchExternal } from '../../kit/network/outgoing-fetch.ts'
import { loadSecretCipher } from '../../kit/system/encrypt.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { World } from '../../world/model/world.ts'
import { buildSecretPurpose, type IdentityProvider } from '../model/identity-provider.ts'

/** Endpoints and keys of a provider may change: the metadata is loaded again after this time. */
const cacheMs = 600_000
const timeoutMs = 10_000
const maxResponseBytes = 1_048_576

type ClientCache = LRUCache<string, Promise<Configuration>>

/** Providers that this process has loaded, per world. */
const clients = new WeakMap<World['config'], ClientCache>()

/** Returns the client of a provider with the provider's metadata. Concurrent calls share one request. */
export function getOidcClient(world: World, provider: IdentityProvider): Promise<Configuration> {
  const configurations = clients.get(world.config) ?? new LRUCache({ max: 50, ttl: cacheMs })
  clients.set(world.config, configurations)
  const { id, issuer, clientId, sealedSecret } = provider
  const key = JSON.stringify([id, issuer, clientId, sealedSecret])
  const cached = configurations.get(key)
  if (cached !== undefined) return cached
  const discovered = discover(world, provider)
  configurations.set(key, discovered)
  // The next request tries again.
  discovered.catch(() => configurations.delete(key))
  return discovered
}

async function discover(world: World, { issuer, clientId, sealedSecret }: IdentityProvider): Promise<Configuration> {
  // The library takes long to load, and most sites have no identity provider.
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
      : (await loadSecretCipher(world)).decrypt(buildSecretPurpose(issuer), sealedSecret).toString()
  const isPlain = new URL(issuer).protocol === 'http:'
  const options = {
    [customFetch]: createFetch(world),
    execute: [enableNonRepudiationChecks, ...(isPlain ? [allowInsecureRequests] : [])],
    timeout: timeoutMs / 1000,
  }
  if (secret === null) return discovery(new URL(issuer), clientId, {}, None(), options)
  const config = await discovery(new URL(issuer), clientId, secret, ClientSecretBasic(secret), options)
  // RFC 8414 §2: the default is client_secret_basic.
  const { token_endpoint_auth_methods_supported: methods } = config.serverMetadata()
  if (methods === undefined || methods.includes('client_secret_basic')) return config
  return discovery(new URL(issuer), clientId, secret, ClientSecretPost(secret), options)
}

/** Whether private addresses are allowed is read each time: administrators can change it. */
const createFetch =
  (world: World): CustomFetch =>
  async (url, options) => {
    const { outgoing_private_addresses: allowPrivate } = await getSettings(world)
    return fetchExternal(url, options, { allowPrivate, timeoutMs, maxBytes: maxResponseBytes })
  }
