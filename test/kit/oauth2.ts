import { createHash, randomBytes } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import type { OAuth2AppId, ProjectId, UserId } from '../../src/kit/values/ids.ts'
import { formatClientId, type OAuth2App } from '../../src/oauth2/model/oauth2-app.ts'
import { addApp } from '../../src/oauth2/store/oauth2-apps.ts'
import { createSecret, hashSecret } from '../../src/sign-in/authentication/secret.ts'
import { startSession } from '../../src/sign-in/authentication/session.ts'
import { formatSplitSecret } from '../../src/sign-in/model/split-secret.ts'
import type { World } from '../../src/world/model/world.ts'
import { grantPermit } from './grant-permit.ts'
import type { openServer } from './server.ts'

/** A test server, or the parts of one that a test opened itself. */
export type ServerParts = Pick<Awaited<ReturnType<typeof openServer>>, 'world' | 'app'>

export interface TestApp {
  readonly id: OAuth2AppId
  readonly clientId: string
  readonly secret: string
  readonly redirectUri: string
  /** Authorization header for the token endpoint; empty for a public client. */
  readonly basic: Readonly<Record<string, string>>
}

/** Registers a site-wide app: by default a confidential client for which PKCE is optional. */
export async function registerTestApp(
  world: World,
  options: Partial<Pick<OAuth2App, 'name' | 'redirectUri' | 'isPkceForced' | 'isConfidential'>> & {
    readonly projectId?: ProjectId
  } = {},
): Promise<TestApp> {
  const verifier = createSecret(32)
  const { name = 'Build robot', redirectUri = 'https://robot.example/back', isPkceForced = false } = options
  const isConfidential = options.isConfidential ?? true
  const permit = grantPermit('administer apps', options.projectId ?? null)
  const id = await world.db.write((tx) =>
    addApp(tx, permit, {
      name,
      redirectUri,
      isPkceForced,
      isConfidential,
      secretHash: isConfidential ? hashSecret(verifier) : null,
      createdOn: world.clock.now(),
    }),
  )
  const clientId = formatClientId(id)
  const secret = formatSplitSecret('tlp-oauth2-c1-', { id, verifier })
  const basic = isConfidential ? { authorization: formatBasicHeader(clientId, secret) } : {}
  return { id, clientId, secret, redirectUri, basic: basic as Record<string, string> }
}

export const formatBasicHeader = (name: string, secret: string): string =>
  `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`

/** Signs a user in; returns the cookie. */
export async function signIn(world: World, userId: UserId): Promise<string> {
  const session = { userId, method: 'password', isRemembered: false, address: '127.0.0.1', userAgent: null } as const
  const { secret } = await world.db.write((tx) => startSession(tx, { ...session, now: world.clock.now() }))
  await world.cache.refresh()
  return `tulipwood_session=${secret}`
}

/** RFC 7636: the verifier that the app keeps, and the challenge that it sends first. */
export function createPkcePair(): { verifier: string; challenge: string } {
  const verifier = randomBytes(32).toString('base64url')
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') }
}

type Fields = Readonly<Record<string, string | readonly string[] | undefined>>

export const encodeForm = (fields: Fields): string =>
  Object.entries(fields)
    .flatMap(([name, value]) => (value === undefined ? [] : [value].flat().map((each) => [name, each] as const)))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')

const formType = { 'content-type': 'application/x-www-form-urlencoded' }

/** Requests to the OAuth 2.0 endpoints, by users and by apps. */
export const createOAuth2Client = ({ app }: ServerParts) => ({
  authorize: (cookie: string | undefined, fields: Fields, method: 'GET' | 'POST' = 'GET') =>
    app.inject({
      method,
      url: method === 'GET' ? `/oauth2/authorize?${encodeForm(fields)}` : '/oauth2/authorize',
      headers: { ...(cookie === undefined ? {} : { cookie }), ...(method === 'POST' ? formType : {}) },
      ...(method === 'POST' ? { payload: encodeForm(fields) } : {}),
    }),
  consent: (cookie: string | undefined, fields: Fields, headers: Readonly<Record<string, string>> = {}) =>
    app.inject({
      method: 'POST',
      url: '/oauth2/authorize-process-consent',
      headers: { ...formType, ...(cookie === undefined ? {} : { cookie }), ...headers },
      payload: encodeForm(fields),
    }),
  token: (headers: Readonly<Record<string, string>>, fields: Fields) =>
    app.inject({
      method: 'POST',
      url: '/oauth2/token',
      headers: { ...formType, ...headers },
      payload: encodeForm(fields),
    }),
  revoke: (headers: Readonly<Record<string, string>>, fields: Fields) =>
    app.inject({
      method: 'POST',
      url: '/oauth2/token/revoke',
      headers: { ...formType, ...headers },
      payload: encodeForm(fields),
    }),
  userinfo: (token?: string) =>
    app.inject({ url: '/oauth2/userinfo', headers: token === undefined ? {} : { authorization: `Bearer ${token}` } }),
})

/** The hidden fields of the consent page, and the URL of Deny. */
export function readConsent({ body }: Pick<LightMyRequestResponse, 'body'>): {
  fields: Record<string, string[]>
  deny: string
} {
  const fields: Record<string, string[]> = {}
  for (const [, name = '', value = ''] of body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g))
    fields[decoded(name)] = [...(fields[decoded(name)] ?? []), decoded(value)]
  return { fields, deny: decoded(/<a class="button" href="([^"]*)">Deny</.exec(body)?.[1] ?? '') }
}

/** Returns the value of an attribute as a browser reads it. */
function decoded(attribute: string): string {
  const [element] = parseFragment(`<p title="${attribute}">`).childNodes
  return (element as DefaultTreeAdapterTypes.Element).attrs[0]?.value ?? ''
}

/** The parameters of the redirect to the app. */
export const redirectParams = ({ headers }: Pick<LightMyRequestResponse, 'headers'>): Record<string, string> =>
  Object.fromEntries(new URL(String(headers['location'])).searchParams)

export interface Authorization {
  readonly app: TestApp
  readonly cookie: string
  readonly scope: string
  readonly challenge?: string
  readonly nonce?: string
  readonly redirectUri?: string
}

/** Authorizes an app; returns the code. */
export async function authorizeCode(
  server: ServerParts,
  { app, cookie, scope, challenge, nonce, redirectUri }: Authorization,
) {
  const { authorize, consent } = createOAuth2Client(server)
  const page = await authorize(cookie, {
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: redirectUri ?? app.redirectUri,
    scope,
    ...(challenge === undefined ? {} : { code_challenge: challenge, code_challenge_method: 'S256' }),
    nonce,
    prompt: 'consent',
  })
  const answer = await consent(cookie, readConsent(page).fields)
  const code = redirectParams(answer)['code']
  if (code === undefined) throw new Error(`The response has no code: ${answer.statusCode}`)
  return code
}

/** Authorizes an app and exchanges the code for tokens. */
export async function authorizeTokens(
  server: ServerParts,
  authorization: Authorization,
): Promise<Record<string, string>> {
  const code = await authorizeCode(server, authorization)
  const { app, redirectUri = app.redirectUri } = authorization
  const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
  return (await createOAuth2Client(server).token(app.basic, fields)).json()
}
