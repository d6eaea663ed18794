import { LRUCache } from 'lru-cache'
import type { Tx } from '../../database/db/db.ts'
import { type Message, message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { credentialPermit } from '../../kit/messages/system-permits.ts'
import type { SessionId } from '../../kit/values/ids.ts'
import { computeSessionEnd, type RequiredAction, type Session } from '../model/session.ts'
import { lockSession, recordSessionUse } from '../store/sessions.ts'
import type {
  AuthenticationDeps,
  AuthenticationMethod,
  CredentialInput,
  RecognizedUser,
} from './authentication-method.ts'
import { listRemainingActions } from './required-actions.ts'
import { assertSameOrigin, isLinkNavigation } from './same-origin.ts'
import { findAnySession } from './session.ts'
import { readSessionSecret } from './session-cookie.ts'

/**
 * Authenticates by the session cookie of the web pages, only for requests of our own pages (docs/api/authentication.md
 * §1.7).
 */
export const authenticateByCookie: AuthenticationMethod = (deps, input) =>
  readSessionSecret(input.headers) === undefined ? undefined : authenticateSession(deps, input)

async function authenticateSession(
  deps: AuthenticationDeps,
  input: CredentialInput,
): Promise<RecognizedUser | undefined> {
  const session = await findAnySession(deps, input.headers)
  // A session that waits for the second factor authenticates no user.
  if (session === undefined || session.isPending) return undefined
  if (!isLinkNavigation(input)) await assertSameOrigin(deps, input.headers)
  const [due] = input.allowsRequiredActions ? [] : await listRemainingActions(deps, session)
  if (due !== undefined) throw new Refusal('forbidden', actionMessages[due])
  recordUseInBackground(deps, input, session)
  const isValid = (tx: Tx): Promise<boolean> => lockSession(tx, session.id)
  return { userId: session.userId, credential: { kind: 'cookie', id: session.id, isValid } }
}

const actionMessages: Readonly<Record<RequiredAction, Message>> = {
  enrol_second_factor: message`Set up a second factor first.`,
  change_password: message`Change your password first.`,
}

const resolutionSeconds = 300

/** Records the use of a session at most once in five minutes; no response waits for it. */
function recordUseInBackground(deps: AuthenticationDeps, { address }: CredentialInput, session: Session): void {
  const on = deps.clock.now()
  const noted = recentUsesOf(deps)
  const last = Math.max(session.lastSeenOn, noted.get(session.id) ?? 0)
  if (on - last < resolutionSeconds) return
  noted.set(session.id, on)
  deps.db
    .write((tx) =>
      recordSessionUse(tx, credentialPermit, session.id, { on, endsOn: computeSessionEnd(session, on), address }),
    )
    .catch((error: unknown) => deps.log.warn({ err: error }, 'recording the use of a session failed'))
}

/** Uses that this process is recording, per database: concurrent requests record them once. */
const recentUses = new WeakMap<object, LRUCache<SessionId, number>>()

function recentUsesOf({ db }: AuthenticationDeps): LRUCache<SessionId, number> {
  const cachedUses = recentUses.get(db)
  if (cachedUses !== undefined) return cachedUses
  const uses = new LRUCache<SessionId, number>({ max: 10_000 })
  recentUses.set(db, uses)
  return uses
}
