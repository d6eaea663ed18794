import { anonymous, type Caller, type Member } from '../../kit/caller.ts'
import type { Credential } from '../../kit/credential.ts'
import type { Access } from '../../kit/http/route.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Settings } from '../model/settings.ts'
import { type Account, findAccount } from '../store/accounts.ts'
import { authenticateByAccessKey } from './access-key.ts'
import { assertUsableAccount } from './assert-usable-account.ts'
import type { AuthenticationDeps, AuthenticationMethod, CredentialInput } from './authentication-method.ts'
import { authenticateByBasic } from './basic.ts'
import { authenticateByBearer } from './bearer.ts'
import { authenticateByCookie } from './cookie.ts'
import { rejectUnparsedCredentials } from './reject-unparsed-credentials.ts'
import { authenticateByToken } from './token.ts'

/** docs/api/authentication.md §1.1: the first that is taken decides, and a wrong one is never served as anonymous. */
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
  /** The caller has a token that lacks the scope, and is a visitor here. */
  readonly insufficientScope: Refusal | null
}

/**
 * Who asks. A token that lacks the scope of a route gives no less than a visitor has (docs/api/authentication.md §1.2):
 * where visitors may ask, its owner is one.
 */
export async function authenticate(
  deps: AuthenticationDeps,
  input: CredentialInput & { readonly access: Access },
): Promise<AuthenticatedCaller> {
  for (const method of methods) {
    const recognizing = method(deps, input)
    const recognized = recognizing && (await recognizing)
    if (recognized === undefined) continue
    const account = await findAccount(deps, recognized.userId)
    if (account === undefined) throw new Refusal('unauthenticated')
    assertUsableAccount(account.user)
    const { credential, insufficientScope = null } = recognized
    if (insufficientScope === null) return { caller: callerFor(account, input.method), credential, insufficientScope }
    if (input.access !== 'optional') throw insufficientScope
    return { caller: anonymous, credential: null, insufficientScope }
  }
  rejectUnparsedCredentials(input)
  return { caller: anonymous, credential: null, insufficientScope: null }
}

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** docs/api/authentication.md §1.8: a read-only administrator is one for reading alone. */
const callerFor = (account: Account, method: string): Member =>
  readingMethods.has(method) ? account.reading : account.writing

/** docs/api/authentication.md §1.1, docs/api/access.md §1: where nobody signed in and somebody must. */
export function refuseAnonymous(
  { caller, insufficientScope }: Pick<AuthenticatedCaller, 'caller' | 'insufficientScope'>,
  access: Access,
  settings: Pick<Settings, 'access_mode'>,
): void {
  if (caller.kind !== 'anonymous' || access === 'none') return
  if (access === 'required' || settings.access_mode !== 'anonymous')
    throw insufficientScope ?? new Refusal('unauthenticated')
}
