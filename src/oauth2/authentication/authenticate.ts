import { type Account, findAccount } from '../../accounts/store/accounts.ts'
import type { Access } from '../../http/declarations/route.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { anonymous, type Caller, type Member } from '../../kit/values/caller.ts'
import { authenticateByAccessKey } from '../../sign-in/authentication/access-key.ts'
import { assertUsableAccount } from '../../sign-in/authentication/assert-usable-account.ts'
import type {
  AuthenticationDeps,
  AuthenticationMethod,
  CredentialInput,
} from '../../sign-in/authentication/authentication-method.ts'
import { authenticateByBasic } from '../../sign-in/authentication/basic.ts'
import { authenticateByCookie } from '../../sign-in/authentication/cookie.ts'
import { rejectUnparsedCredentials } from '../../sign-in/authentication/reject-unparsed-credentials.ts'
import { authenticateByToken } from '../../sign-in/authentication/token.ts'
import type { Settings } from '../../site/model/settings.ts'
import type { Credential } from '../../world/model/credential.ts'
import { authenticateByBearer } from './bearer.ts'

/**
 * The first method with credentials decides, and invalid credentials are never treated as anonymous
 * (docs/api/authentication.md §1.1).
 */
const methods: readonly AuthenticationMethod[] = [
  authenticateByCookie,
  authenticateByAccessKey,
  authenticateByBearer,
  authenticateByToken,
  authenticateByBasic,
]

interface AuthenticatedCaller {
  readonly caller: Caller
  readonly credential: Credential | null
}

/**
 * Returns the caller of a request. A token that lacks the scope of a route is refused even where anonymous callers have
 * access (docs/api/authentication.md §1.2): a client would take their response for that of its user.
 */
export async function authenticate(deps: AuthenticationDeps, input: CredentialInput): Promise<AuthenticatedCaller> {
  for (const method of methods) {
    const recognizing = method(deps, input)
    const recognized = recognizing && (await recognizing)
    if (recognized === undefined) continue
    const account = await findAccount(deps, recognized.userId)
    if (account === undefined) throw new Refusal('unauthenticated')
    assertUsableAccount(account.user)
    if (recognized.insufficientScope !== undefined) throw recognized.insufficientScope
    return { caller: callerFor(account, input.method), credential: recognized.credential }
  }
  rejectUnparsedCredentials(input)
  return { caller: anonymous, credential: null }
}

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A read-only administrator is an administrator only for reads (docs/api/authentication.md §1.8). */
const callerFor = (account: Account, method: string): Member =>
  readingMethods.has(method) ? account.reading : account.writing

/**
 * Throws for an anonymous request where authentication is required (docs/api/authentication.md §1.1, docs/api/access.md
 * §1).
 */
export function refuseAnonymous(
  { caller }: Pick<AuthenticatedCaller, 'caller'>,
  access: Access,
  settings: Pick<Settings, 'access_mode'>,
): void {
  if (caller.kind !== 'anonymous' || access === 'none') return
  if (access === 'required' || settings.access_mode !== 'anonymous') throw new Refusal('unauthenticated')
}
