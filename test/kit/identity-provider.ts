import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown

/** The part of oidc-provider that is used; the package has no types. */
interface Provider {
  readonly Grant: new (of: {
    accountId: string
    clientId: string
  }) => { addOIDCScope(scope: string): void; save(): Promise<string> }
  callback(): Handler
  interactionDetails(
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<{ readonly params: Readonly<Record<string, unknown>> }>
  interactionFinished(
    request: IncomingMessage,
    response: ServerResponse,
    result: object,
    options: { mergeWithLastSubmission: boolean },
  ): Promise<void>
}

interface ProviderUser {
  readonly preferred_username?: string
  readonly name?: string
  readonly email?: string
  readonly email_verified?: boolean
}

/** A real OpenID provider on this machine. */
export interface IdentityProvider {
  readonly issuer: string
  /** By `sub`. */
  readonly users: Map<string, ProviderUser>
  /** `sub` of the user in front of the browser; null if they deny the sign-in. */
  currentUser: string | null
  /** Changes the response of the token endpoint on its way. */
  tamper: ((body: Record<string, unknown>) => Record<string, unknown> | Promise<Record<string, unknown>>) | null
  /** Signs a token with other claims, with the key of the provider. */
  sign(claims: Readonly<Record<string, unknown>>): Promise<string>
  /** If false, connections are cut. */
  isUp: boolean
  /** Requests received, as `GET /path`. */
  readonly requests: string[]
  stop(): Promise<void>
}

export const identityProviderClient = { id: 'tulipwood', secret: 'a secret of thirty-two characters' }

export async function startIdentityProvider(redirectUris: readonly string[]): Promise<IdentityProvider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const key = { ...(await exportJWK(privateKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const state: { handle?: Handler } = {}
  const server = createServer((request, response) => {
    identityProvider.requests.push(`${request.method} ${request.url?.split('?')[0]}`)
    if (!identityProvider.isUp) return request.socket.destroy()
    if (request.url?.startsWith('/token')) tamperWithResponse(identityProvider, response)
    return state.handle?.(request, response)
  })
  const issuer = await listen(server)
  const identityProvider: IdentityProvider = {
    issuer,
    users: new Map(),
    currentUser: null,
    tamper: null,
    sign: (claims) => new SignJWT({ ...claims }).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(privateKey),
    isUp: true,
    requests: [],
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const library: { default: new (issuer: string, configuration: object) => Provider } = await import(
    'oidc-provider' as string
  )
  const provider = new library.default(issuer, {
    clients: [
      {
        client_id: identityProviderClient.id,
        client_secret: identityProviderClient.secret,
        redirect_uris: [...redirectUris],
      },
    ],
    jwks: { keys: [key] },
    pkce: { required: () => true },
    claims: { openid: ['sub'], profile: ['name', 'preferred_username'], email: ['email', 'email_verified'] },
    // The library warns about each default lifetime.
    ttl: { AccessToken: 600, IdToken: 600, Interaction: 600, Grant: 600, Session: 600 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, sub: string) => ({
      accountId: sub,
      claims: async () => ({ sub, ...identityProvider.users.get(sub) }),
    }),
    cookies: { keys: ['only for tests'] },
  })
  const callback = provider.callback()
  state.handle = (request, response) =>
    request.url?.startsWith('/interaction/')
      ? interact(provider, identityProvider, request, response)
      : callback(request, response)
  return identityProvider
}

async function interact(
  provider: Provider,
  { currentUser }: IdentityProvider,
  request: IncomingMessage,
  response: ServerResponse,
) {
  if (currentUser === null) {
    const denial = { error: 'access_denied', error_description: 'The user denied the request' }
    return provider.interactionFinished(request, response, denial, { mergeWithLastSubmission: false })
  }
  const { params } = await provider.interactionDetails(request, response)
  const grant = new provider.Grant({ accountId: currentUser, clientId: String(params['client_id']) })
  grant.addOIDCScope(String(params['scope']))
  const result = { login: { accountId: currentUser }, consent: { grantId: await grant.save() } }
  return provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}

function tamperWithResponse(identityProvider: IdentityProvider, response: ServerResponse): void {
  const { tamper } = identityProvider
  if (tamper === null) return
  const end = response.end.bind(response)
  response.end = ((body: string | Buffer) => {
    const send = (changed: string) => {
      response.setHeader('content-length', Buffer.byteLength(changed))
      return end(changed)
    }
    Promise.resolve(tamper(JSON.parse(String(body)))).then(
      (changed) => send(JSON.stringify(changed)),
      () => response.destroy(),
    )
    return response
  }) as typeof response.end
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Follows the redirects of the provider until one leads back to the site; returns that URL. */
export async function signInAtProvider(address: string, returnUrl: string): Promise<string> {
  const cookies = new Map<string, string>()
  let next = address
  for (let step = 0; step < 10; step++) {
    const headers = { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }
    const answer = await fetch(next, { redirect: 'manual', headers })
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`The identity provider returned ${answer.status}: ${await answer.text()}`)
    next = new URL(location, next).href
    if (next.startsWith(returnUrl)) return next
  }
  throw new Error('The identity provider redirects in a loop')
}
