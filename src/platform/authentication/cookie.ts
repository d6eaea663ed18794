import { Refusal } from '../../kit/refusal.ts'
import { lookForSession } from '../store/sessions.ts'
import { settingsOf } from '../store/settings.ts'
import { secretHash } from './secret.ts'
import type { Ground, Recognized, Sent, WayIn } from './way-in.ts'

const sessionCookie = 'tulipwood_session'
const idleSeconds = 14 * 86_400

/** Session cookie of the web pages, for requests of our own pages alone (contract 10 §2.7). */
export const cookie: WayIn = (ground, sent) => {
  const header = sent.headers['cookie']
  const id = header === undefined ? undefined : readCookie(header, sessionCookie)
  return id === undefined ? undefined : inSession(ground, sent, id)
}

async function inSession(ground: Ground, sent: Sent, id: string): Promise<Recognized | undefined> {
  const session = await lookForSession(ground.db.read, secretHash(id))
  if (session === undefined || ground.clock.now() - session.lastSeenOn >= idleSeconds) return undefined
  if (!isFromOurPages(sent.headers, await originsOf(ground, sent))) {
    throw new Refusal('forbidden', "Referer doesn't match host. CSRF tentative ?")
  }
  return { userId: session.userId, credential: { kind: 'cookie', id: null } }
}

function readCookie(header: string, name: string): string | undefined {
  for (const pair of header.split(';')) {
    const [key, value] = pair.trim().split('=', 2)
    if (key === name && value !== undefined && value !== '') return value
  }
  return undefined
}

/** Contract 10 §2.7: what the browser says of the request, or else where it comes from. */
export function isFromOurPages(headers: Sent['headers'], origins: readonly string[]): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site === 'same-origin' && headers['sec-fetch-mode'] === 'cors'
  const referer = headers['referer'] ?? ''
  return URL.canParse(referer) && origins.includes(new URL(referer).origin)
}

/** The public address when one is set; else the host the browser named, which another site cannot choose. */
async function originsOf(ground: Ground, { headers }: Sent): Promise<string[]> {
  const publicUrl = (await settingsOf(ground)).public_url ?? ground.config.publicUrl
  if (publicUrl !== undefined) return [new URL(publicUrl).origin]
  return headers['host'] === undefined ? [] : [`https://${headers['host']}`, `http://${headers['host']}`]
}
