import { LRUCache } from 'lru-cache'
import type { Tx } from '../../kit/db/db.ts'
import type { SessionId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import { type Duty, endOf, type Session } from '../model/session.ts'
import { lockSession, noteSeen } from '../store/sessions.ts'
import { dutiesLeft } from './duties.ts'
import { isFollowed, refuseForeign } from './same-origin.ts'
import { anySessionOf } from './session.ts'
import { sessionSecretIn } from './session-cookie.ts'
import type { Ground, Recognized, Sent, WayIn } from './way-in.ts'

/** Session cookie of the web pages, for requests of our own pages alone (docs/api/authentication.md §1.7). */
export const cookie: WayIn = (ground, sent) =>
  sessionSecretIn(sent.headers) === undefined ? undefined : inSession(ground, sent)

async function inSession(ground: Ground, sent: Sent): Promise<Recognized | undefined> {
  const session = await anySessionOf(ground, sent.headers)
  // Who has yet to show a second factor is nobody.
  if (session === undefined || session.isPending) return undefined
  if (!isFollowed(sent)) await refuseForeign(ground, sent.headers)
  const [due] = sent.allowsRequiredActions ? [] : await dutiesLeft(ground, session)
  if (due !== undefined) throw new Refusal('forbidden', sentences[due])
  noteInBackground(ground, sent, session)
  const isValid = (tx: Tx): Promise<boolean> => lockSession(tx, session.id)
  return { userId: session.userId, credential: { kind: 'cookie', id: session.id, isValid } }
}

const sentences: Readonly<Record<Duty, string>> = {
  enrol_second_factor: 'Set up a second factor first.',
  change_password: 'Change your password first.',
}

const resolutionSeconds = 300

/** At most once in five minutes, and no answer waits for it. */
function noteInBackground(ground: Ground, { address }: Sent, session: Session): void {
  const on = ground.clock.now()
  const noted = notedBy(ground)
  const last = Math.max(session.lastSeenOn, noted.get(session.id) ?? 0)
  if (on - last < resolutionSeconds) return
  noted.set(session.id, on)
  ground.db
    .write((tx) => noteSeen(tx, session.id, { on, endsOn: endOf(session, on), address }))
    .catch((error: unknown) => ground.log.warn({ err: error }, 'it was not noted that a session is in use'))
}

/** What this process is noting, for each database it serves: requests that come together note it once. */
const noting = new WeakMap<object, LRUCache<SessionId, number>>()

function notedBy({ db }: Ground): LRUCache<SessionId, number> {
  const known = noting.get(db)
  if (known !== undefined) return known
  const made = new LRUCache<SessionId, number>({ max: 10_000 })
  noting.set(db, made)
  return made
}
