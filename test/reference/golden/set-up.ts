import { type RawBuilder, sql } from 'kysely'
import { bumpRevision } from '../../../src/kit/db/revisions.ts'
import type { World } from '../../../src/kit/world.ts'
import { findUserByLogin } from '../../../src/site/store/users.ts'
import { createApp, createBearerToken } from '../../kit/bearer-tokens.ts'
import { type IdMap, renumberBody } from './ids.ts'
import type { RecordedResponse, Recording } from './records.ts'

/** The people of the recordings, by the short names their secrets have. */
const people: Readonly<Record<string, string>> = {
  admin: 'admin',
  pa: 'ProjectAdministrator',
  pm: 'ProjectMember',
  out: 'outsider',
  suspended: 'suspended_user',
}

const password = 'welcome0'

/** What the OAuth2 tokens of the recordings are for, by their names. */
const scopesOf: Readonly<Record<string, readonly string[]>> = {
  project: ['read:project'],
  tracker: ['read:tracker'],
  membership: ['read:user_membership'],
  openid: ['openid'],
  expired: ['read:project', 'read:tracker'],
}

export interface RecordedUsers {
  readonly world: World
  send(
    method: string,
    path: string,
    who: { login: string } | { key: string },
    body?: unknown,
  ): Promise<RecordedResponse>
}

/** Our own secrets in the place of the recorded ones, made when they are first needed. */
export class Secrets {
  readonly #hands: RecordedUsers
  readonly #known = new Map<string, string>()

  /** `adminKey` is the first key that was made. */
  constructor(hands: RecordedUsers, adminKey: string) {
    this.#hands = hands
    this.#known.set('ACCESS_KEY_admin', adminKey)
  }

  /** The keys that the recordings find in place: one each, in the order of their ids. */
  async open(): Promise<void> {
    for (const who of ['pa', 'pm', 'out']) await this.reveal(`ACCESS_KEY_${who}`)
  }

  /** A text of theirs with our secrets in it. */
  async fill(text: string, { request, note }: Recording): Promise<string> {
    let filled = text
    for (const [placeholder, name] of text.matchAll(/<([A-Z][A-Z0-9]*_[A-Za-z0-9_]+)>/g)) {
      // A key without a name is the one of who asks, or a wrong one.
      const secret =
        name !== 'ACCESS_KEY'
          ? await this.reveal(name ?? '')
          : request.as === null
            ? await this.#wrongKey(note)
            : await this.reveal(`ACCESS_KEY_${request.as}`)
      filled = filled.replaceAll(placeholder, secret)
    }
    return filled
  }

  async reveal(name: string): Promise<string> {
    let secret = this.#known.get(name)
    if (secret === undefined) {
      secret = await this.#make(name)
      this.#known.set(name, secret)
    }
    return secret
  }

  async #make(name: string): Promise<string> {
    const [, kind, who] = /^(ACCESS_KEY|TOKEN|OAUTH2_TOKEN)_([a-z]+)/.exec(name) ?? []
    if (kind === 'OAUTH2_TOKEN') return this.#bearerToken(who ?? '')
    if (kind === 'ACCESS_KEY' && who === 'svn') return this.#key('ProjectMember', ['write:svn'])
    const login = people[who ?? '']
    if (login === undefined) throw new Error(`The recordings name a secret we cannot make: ${name}`)
    if (kind === 'ACCESS_KEY') return this.#key(login, ['write:rest'])
    if (who !== 'suspended') return this.#token(login)
    // A suspended account gets no token with us: it got this one before.
    await setStatus(this.#hands, login, 'A')
    const token = await this.#token(login)
    await setStatus(this.#hands, login, 'S')
    return token
  }

  async #key(login: string, scopes: readonly string[]): Promise<string> {
    const made = await this.#hands.send('POST', '/api/access_keys', { login }, { description: 'k', scopes })
    return JSON.parse(made.body).identifier
  }

  async #token(login: string): Promise<string> {
    const made = await this.#hands.send('POST', '/api/tokens', { login }, { username: login, password })
    return JSON.parse(made.body).token
  }

  /** One of the member, for an app of the site that may do what its name says. */
  async #bearerToken(name: string): Promise<string> {
    const { world } = this.#hands
    const user = await findUserByLogin(world.db.read, 'ProjectMember')
    if (user === undefined) throw new Error('The recordings come without their people')
    const scopes = scopesOf[name]
    if (scopes === undefined) throw new Error(`The recordings name a token we cannot make: ${name}`)
    const app = await createApp(world, name)
    return createBearerToken(world, { user: user.id, app, scopes }, name === 'expired' ? -1 : 3600)
  }

  /** A key that is well formed and opens nothing: unknown, or known with another secret. */
  async #wrongKey(note: string): Promise<string> {
    const known = await this.reveal('ACCESS_KEY_pa')
    const id = note.includes('wrong secret') ? known.slice('tlp-k1-'.length, known.indexOf('.')) : '99999'
    return `tlp-k1-${id}.${'ab'.repeat(32)}`
  }
}

/** A change behind the server's back, as the recordings were made with; every node hears of it. */
const change = ({ world }: RecordedUsers, statement: RawBuilder<unknown>): Promise<void> =>
  world.db.write(async (tx) => {
    await statement.execute(tx)
    await bumpRevision(tx, 'users')
  })

const setStatus = (hands: RecordedUsers, login: string, status: string): Promise<void> =>
  change(hands, sql`update "user" set status = ${status} where login = ${login}`)

const ageTokens =
  (seconds: number) =>
  (hands: RecordedUsers): Promise<void> =>
    change(hands, sql`update token set created_on = ${hands.world.clock.now() - seconds}`)

const inMode =
  (mode: string) =>
  async ({ send }: RecordedUsers, secrets: Secrets): Promise<void> => {
    const key = await secrets.reveal('ACCESS_KEY_admin')
    await send('PATCH', '/api/site_settings', { key }, { access_mode: mode })
  }

async function isNoted({ world }: RecordedUsers, login: string): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from access_key
    inner join "user" on "user".id = access_key.user_id
    where "user".login = ${login} and access_key.last_used_on is not null`.execute(world.db.read)
  return Number(rows[0]?.n) > 0
}

/** Does what a recorded request did and ours did not, so that everything behind it is as it was. */
const instead =
  (login: string, path: string, body?: unknown): Before =>
  async ({ send }, _secrets, map) => {
    await send('POST', path, { login }, renumberBody(body, map))
  }

/** The same for a comment on an artifact. */
const comment =
  (login: string, artifactId: number, body: string): Before =>
  async ({ send }) => {
    const said = { values: [], comment: { body, format: 'commonmark' } }
    await send('PUT', `/api/artifacts/${artifactId}`, { login }, said)
  }

const artifact = (tracker: number, values: Readonly<Record<number, unknown>>): Before =>
  instead('ProjectAdministrator', '/api/artifacts', {
    tracker: { id: tracker },
    values: Object.entries(values).map(([field, value]) => ({ field_id: Number(field), value })),
  })

type Before = (hands: RecordedUsers, secrets: Secrets, map: IdMap) => Promise<void>

/** What was done between two recordings without being recorded, by the recording it comes before. */
export const setUpSteps: Readonly<Record<string, Before>> = {
  'access_keys-010': async (hands, secrets) => {
    const { send } = hands
    const login = 'ProjectMember'
    // The use of a key is noted behind the answer; the recordings show it.
    await send('GET', '/api/users/self', { key: await secrets.reveal('ACCESS_KEY_pm') })
    while (!(await isNoted(hands, login))) await new Promise((resolve) => setTimeout(resolve, 10))
    const ending = { description: 'with end', expiration_date: '2035-01-01T00:00:00+01:00' }
    await send('POST', '/api/access_keys', { login }, ending)
    await send('POST', '/api/access_keys', { login }, { description: 'x' })
  },
  // Trackers are deleted over the API with us.
  'trackers-040': instead('ProjectAdministrator', '/api/trackers/14/restore'),
  // A field that is sent twice and an unknown format of a text are refused with us: these are what the reference read.
  'artifacts_write-049': artifact(14, { 292: 'twice' }),
  'artifacts_write-063': artifact(14, { 292: 'T text: bad format', 293: { content: 'x', format: 'commonmark' } }),
  'artifacts_write-192': comment('ProjectMember', 35, 'x'),
  // Wrong dates are refused with us: these are what the reference took them for.
  'artifacts_write-095': artifact(14, { 292: 'T date: bad', 300: '1970-01-01' }),
  'artifacts_write-097': artifact(14, { 292: 'T date: impossible', 300: '2024-03-02' }),
  'artifacts_write-103': artifact(14, { 292: 'T date: number', 300: '1970-01-01' }),
  // So is the status that nobody may submit: the reference drops it.
  'workflow-018': artifact(21, { 383: 'd', 380: '2024-03-02', 381: '2024-03-01', 382: '2024-02-01' }),
  'workflow-020': artifact(21, { 383: 'd', 380: '2024-01-01', 381: '2024-03-01', 382: '2024-03-01' }),
  'expiry_and_modes-001': async (_hands, secrets) => {
    await secrets.reveal('TOKEN_pm')
  },
  'expiry_and_modes-002': ageTokens(23 * 3600 + 53 * 60),
  'expiry_and_modes-003': ageTokens(24 * 3600 + 60),
  'expiry_and_modes-006': (hands) => change(hands, sql`update access_key set expires_on = 1 where user_id = 103`),
  'expiry_and_modes-028': inMode('regular'),
  'expiry_and_modes-045': inMode('restricted'),
}
