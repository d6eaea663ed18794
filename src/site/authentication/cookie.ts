import { LRUCache } from 'lru-cache'
import type { Tx } from '../../kit/db/db.ts'
import type { SessionId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import { type RequiredAction, type Session, sessionEnd } from '../model/session.ts'
import { lockSession, recordSessionUse } from '../store/sessions.ts'
import type {
  AuthenticationDeps,
  AuthenticationMethod,
  CredentialInput,
  RecognizedUser,
} from './authentication-method.ts'
import { remainingActions } from './required-actions.ts'
import { assertSameOrigin, isLinkNavigation } from './same-origin.ts'
import { findAnySession } from './session.ts'
import { readSessionSecret } from './session-cookie.ts'

/** Session cookie of the web pages, for requests of our own pages alone (docs/api/authentication.md §1.7). */
export const authenticateByCookie: AuthenticationMethod = (deps, input) =>
  readSessionSecret(input.headers) === undefined ? undefined : authenticateSession(deps, input)

async function authenticateSession(
  deps: AuthenticationDeps,
  input: CredentialInput,
): Promise<RecognizedUser | undefined> {
  const session = await findAnySession(deps, input.headers)
  // Who has yet to show a second factor is nobody.
  if (session === undefined || session.isPending) return undefined
  if (!isLinkNavigation(input)) await assertSameOrigin(deps, input.headers)
  const [due] = input.allowsRequiredActions ? [] : await remainingActions(deps, session)
  if (due !== undefined) throw new Refusal('forbidden', actionMessages[due])
  recordUseInBackground(deps, input, session)
  const isValid = (tx: Tx): Promise<boolean> => lockSession(tx, session.id)
  return { userId: session.userId, credential: { kind: 'cookie', id: session.id, isValid } }
}

const actionMessages: Readonly<Record<RequiredAction, string>> = {
  enrol_second_factor: 'Set up a second factor first.',
  change_password: 'Change your password first.',
}

const resolutionSeconds = 300

/** At most once in five minutes, and no answer waits for it. */
function recordUseInBackground(deps: AuthenticationDeps, { address }: CredentialInput, session: Session): void {
  const on = deps.clock.now()
  const noted = recentUsesOf(deps)
  const last = Math.max(session.lastSeenOn, noted.get(session.id) ?? 0)
  if (on - last < resolutionSeconds) return
  noted.set(session.id, on)
  deps.db
    .write((tx) => recordSessionUse(tx, session.id, { on, endsOn: sessionEnd(session, on), address }))
    .catch((error: unknown) => deps.log.warn({ err: error }, 'it was not noted that a session is in use'))
}

/** What this process is noting, for each database it serves: requests that come together note it once. */
const recentUses = new WeakMap<object, LRUCache<SessionId, number>>()

function recentUsesOf({ db }: AuthenticationDeps): LRUCache<SessionId, number> {
  const known = recentUses.get(db)
  if (known !== undefined) return known
  const made = new LRUCache<SessionId, number>({ max: 10_000 })
  recentUses.set(db, made)
  return made
}
