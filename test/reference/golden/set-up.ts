import { type RawBuilder, sql } from 'kysely'
import { findUserByLogin } from '../../../src/accounts/store/users.ts'
import type { World } from '../../../src/world/model/world.ts'
import { createApp, createBearerToken } from '../../kit/bearer-tokens.ts'
import { bumpRevision } from '../../kit/bump-revision.ts'
import { type IdMap, renumberBody } from './ids.ts'
import type { RecordedResponse, Recording } from './records.ts'

/** Users of the recordings, by the short names in their secrets. */
const logins: Readonly<Record<string, string>> = {
  admin: 'admin',
  pa: 'ProjectAdministrator',
  pm: 'ProjectMember',
  out: 'outsider',
  suspended: 'suspended_user',
}

const password = 'welcome0'

/** Scopes of the recorded OAuth 2.0 tokens, by name. */
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

/** Replaces recorded secrets by secrets of this server, created on demand. */
export class Secrets {
  readonly #hands: RecordedUsers
  readonly #known = new Map<string, string>()

  /** `adminKey` is the first key of the administrator. */
  constructor(users: RecordedUsers, adminKey: string) {
    this.#hands = users
    this.#known.set('ACCESS_KEY_admin', adminKey)
  }

  /** Creates the keys that existed before the recordings: one per user, in the order of their ids. */
  async open(): Promise<void> {
    for (const who of ['pa', 'pm', 'out']) await this.reveal(`ACCESS_KEY_${who}`)
  }

  /** Replaces recorded secrets in a text. */
  async fill(text: string, { request, note }: Recording): Promise<string> {
    let filled = text
    for (const [placeholder, name] of text.matchAll(/<([A-Z][A-Z0-9]*_[A-Za-z0-9_]+)>/g)) {
      // A key without a name belongs to the caller, or is wrong.
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
    const login = logins[who ?? '']
    if (login === undefined) throw new Error(`Unknown secret in the recordings: ${name}`)
    if (kind === 'ACCESS_KEY') return this.#key(login, ['write:rest'])
    if (who !== 'suspended') return this.#token(login)
    // A suspended user gets no token, so it is created before the suspension.
    await setStatus(this.#hands, login, 'A')
    const token = await this.#token(login)
    await setStatus(this.#hands, login, 'S')
    return token
  }

  async #key(login: string, scopes: readonly string[]): Promise<string> {
    const response = await this.#hands.send('POST', '/api/access_keys', { login }, { description: 'k', scopes })
    return JSON.parse(response.body).identifier
  }

  async #token(login: string): Promise<string> {
    const response = await this.#hands.send('POST', '/api/tokens', { login }, { username: login, password })
    return JSON.parse(response.body).token
  }

  /** Creates a token of the project member for a site-wide app with the scopes of this name. */
  async #bearerToken(name: string): Promise<string> {
    const { world } = this.#hands
    const user = await findUserByLogin(world.db.read, 'ProjectMember')
    if (user === undefined) throw new Error('The users of the recordings are missing')
    const scopes = scopesOf[name]
    if (scopes === undefined) throw new Error(`Unknown token in the recordings: ${name}`)
    const app = await createApp(world, name)
    return createBearerToken(world, { user: user.id, app, scopes }, name === 'expired' ? -1 : 3600)
  }

  /** A well-formed key that is not valid: unknown, or with another secret. */
  async #wrongKey(note: string): Promise<string> {
    const known = await this.reveal('ACCESS_KEY_pa')
    const id = note.includes('wrong secret') ? known.slice('tlp-k1-'.length, known.indexOf('.')) : '99999'
    return `tlp-k1-${id}.${'ab'.repeat(32)}`
  }
}

/** Changes the database directly and invalidates caches. */
const change = ({ world }: RecordedUsers, statement: RawBuilder<unknown>): Promise<void> =>
  world.db.write(async (tx) => {
    await statement.execute(tx)
    await bumpRevision(tx, 'users')
  })

const setStatus = (users: RecordedUsers, login: string, status: string): Promise<void> =>
  change(users, sql`update "user" set status = ${status} where login = ${login}`)

const ageTokens =
  (seconds: number) =>
  (users: RecordedUsers): Promise<void> =>
    change(users, sql`update token set created_on = ${users.world.clock.now() - seconds}`)

const inMode =
  (mode: string) =>
  async ({ send }: RecordedUsers, secrets: Secrets): Promise<void> => {
    const key = await secrets.reveal('ACCESS_KEY_admin')
    await send('PATCH', '/api/site_settings', { key }, { access_mode: mode })
  }

async function isUseRecorded({ world }: RecordedUsers, login: string): Promise<boolean> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from access_key
    inner join "user" on "user".id = access_key.user_id
    where "user".login = ${login} and access_key.last_used_on is not null`.execute(world.db.read)
  return Number(rows[0]?.n) > 0
}

/** Does what a recorded request did but this server rejects, so that the following state is the same. */
const replaceBy =
  (login: string, path: string, body?: unknown): Before =>
  async ({ send }, _secrets, map) => {
    await send('POST', path, { login }, renumberBody(body, map))
  }

/** Adds a comment instead of a rejected request. */
const comment =
  (login: string, artifactId: number, body: string): Before =>
  async ({ send }) => {
    const request = { values: [], comment: { body, format: 'commonmark' } }
    await send('PUT', `/api/artifacts/${artifactId}`, { login }, request)
  }

const artifact = (tracker: number, values: Readonly<Record<number, unknown>>): Before =>
  replaceBy('ProjectAdministrator', '/api/artifacts', {
    tracker: { id: tracker },
    values: Object.entries(values).map(([field, value]) => ({ field_id: Number(field), value })),
  })

type Before = (users: RecordedUsers, secrets: Secrets, map: IdMap) => Promise<void>

/** Unrecorded changes between two recordings, by the id of the following recording. */
export const setUpSteps: Readonly<Record<string, Before>> = {
  'access_keys-010': async (users, secrets) => {
    const { send } = users
    const login = 'ProjectMember'
    // The use of a key is stored after the response.
    await send('GET', '/api/users/self', { key: await secrets.reveal('ACCESS_KEY_pm') })
    while (!(await isUseRecorded(users, login))) await new Promise((resolve) => setTimeout(resolve, 10))
    const ending = { description: 'with end', expiration_date: '2035-01-01T00:00:00+01:00' }
    await send('POST', '/api/access_keys', { login }, ending)
    await send('POST', '/api/access_keys', { login }, { description: 'x' })
  },
  // This server deletes trackers over the API, so the tracker is restored.
  'trackers-040': replaceBy('ProjectAdministrator', '/api/trackers/14/restore'),
  // This server rejects repeated fields and unknown text formats: these are the values that the reference stored.
  'artifacts_write-049': artifact(14, { 292: 'twice' }),
  'artifacts_write-063': artifact(14, { 292: 'T text: bad format', 293: { content: 'x', format: 'commonmark' } }),
  'artifacts_write-192': comment('ProjectMember', 35, 'x'),
  // This server rejects invalid dates: these are the values that the reference stored.
  'artifacts_write-095': artifact(14, { 292: 'T date: bad', 300: '1970-01-01' }),
  'artifacts_write-097': artifact(14, { 292: 'T date: impossible', 300: '2024-03-02' }),
  'artifacts_write-103': artifact(14, { 292: 'T date: number', 300: '1970-01-01' }),
  // This server rejects a status without submit permission; the reference ignores it.
  'workflow-018': artifact(21, { 383: 'd', 380: '2024-03-02', 381: '2024-03-01', 382: '2024-02-01' }),
  'workflow-020': artifact(21, { 383: 'd', 380: '2024-01-01', 381: '2024-03-01', 382: '2024-03-01' }),
  'expiry_and_modes-001': async (_hands, secrets) => {
    await secrets.reveal('TOKEN_pm')
  },
  'expiry_and_modes-002': ageTokens(23 * 3600 + 53 * 60),
  'expiry_and_modes-003': ageTokens(24 * 3600 + 60),
  'expiry_and_modes-006': (users) => change(users, sql`update access_key set expires_on = 1 where user_id = 103`),
  'expiry_and_modes-028': inMode('regular'),
  'expiry_and_modes-045': inMode('restricted'),
}
