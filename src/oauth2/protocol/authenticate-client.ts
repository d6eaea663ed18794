import { auditOnceAnHour } from '../../sign-in/authentication/audit-once-an-hour.ts'
import { hashSecret, isSameHash } from '../../sign-in/authentication/secret.ts'
import { parseSplitSecret } from '../../sign-in/model/split-secret.ts'
import type { World } from '../../world/model/world.ts'
import { type OAuth2App, parseClientId } from '../model/oauth2-app.ts'
import { findApp } from '../store/oauth2-apps.ts'
import type { Parameters } from './parameters.ts'

interface ClientAuthentication {
  /** Header `Authorization`. */
  readonly authorization: string | undefined
  readonly parameters: Parameters
  /** IP address of the sender. */
  readonly address: string
}

/**
 * Authenticates an app (docs/api/oauth2.md §4, RFC 6749 §2.3): a confidential one with its secret in Basic, a public
 * one only names itself in the form (docs/api/client-needs.md §30). undefined: `invalid_client`. The audit log contains
 * wrong secrets.
 */
export async function authenticateClient(
  deps: Pick<World, 'db' | 'cache' | 'clock'>,
  { authorization, parameters, address }: ClientAuthentication,
): Promise<OAuth2App | undefined> {
  const basic = authorization === undefined ? undefined : readCredentials(authorization)
  // Two methods at once, or an unsupported one, authenticate no app.
  if (authorization !== undefined && basic === undefined) return undefined
  const clientId = parameters.get('client_id')
  if (parameters.has('client_secret') || parameters.repeats(['client_id'])) return undefined
  if (basic !== undefined && clientId !== undefined && clientId !== basic.clientId) return undefined
  const id = parseClientId(basic?.clientId ?? clientId ?? '')
  const app = id === undefined ? undefined : await findApp(deps.db.read, id)
  if (app === undefined) return undefined
  const secret = basic?.secret ?? ''
  if (!app.isConfidential) return secret === '' ? app : undefined
  return isSecretOf(app, secret) ? app : await recordWrongSecret(deps, app, address)
}

async function recordWrongSecret(
  deps: Pick<World, 'db' | 'cache' | 'clock'>,
  { id, name, projectId }: OAuth2App,
  address: string,
): Promise<undefined> {
  const by = { kind: 'claimed', id: null } as const
  const about = { subject: name, project: projectId ?? undefined, detail: { app: id, project: projectId } }
  const entry = { ...about, by, address, action: 'app authentication failed' }
  await auditOnceAnHour(deps, `secret of app ${id} from ${address}`, entry)
  return undefined
}

function isSecretOf(app: OAuth2App, text: string): boolean {
  const split = parseSplitSecret('tlp-oauth2-c1-', text)
  return (
    split !== undefined &&
    split.id === app.id &&
    app.secretHash !== null &&
    isSameHash(app.secretHash, hashSecret(split.verifier))
  )
}

/** RFC 6749 §2.3.1: both are form-encoded before they are joined. */
function readCredentials(authorization: string): { clientId: string; secret: string } | undefined {
  const encoded = /^Basic +([A-Za-z0-9+/]+=*)$/i.exec(authorization)?.[1]
  if (encoded === undefined) return undefined
  const text = Buffer.from(encoded, 'base64').toString('utf8')
  const colon = text.indexOf(':')
  const clientId = colon < 1 ? undefined : decoded(text.slice(0, colon))
  const secret = decoded(text.slice(colon + 1))
  return clientId === undefined || secret === undefined ? undefined : { clientId, secret }
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
