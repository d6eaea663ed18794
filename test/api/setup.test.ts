import { afterEach, describe, expect, it } from 'vitest'
import { createUser } from '../../src/accounts/commands/create-user.ts'
import { ensureAdministrator } from '../../src/sign-in/commands/bootstrap.ts'
import { openPage } from '../kit/page.ts'
import { adminPassword, countRows, onEachDatabase, type TestResponse } from '../kit/server.ts'
import { createSharedDatabase, type Node, type SharedDatabase } from '../kit/shared-database.ts'

const password = 'a long enough pass phrase'
const iris = { username: 'iris', real_name: 'Iris Bloom', email: 'iris@example.com', password }

onEachDatabase((dialect) => {
  describe('a new server', () => {
    const databases: SharedDatabase[] = []
    let now = 1_800_000_000
    afterEach(async () => {
      for (const shared of databases.splice(0)) await shared.remove()
    })

    async function createDatabase(): Promise<SharedDatabase> {
      const shared = await createSharedDatabase(dialect, { now: () => now })
      databases.push(shared)
      return shared
    }

    const startNewServer = async (): Promise<Node> => (await createDatabase()).start()

    const openPageOf = (node: Node) => openPage(() => node.app)
    const send = (node: Node, body: object): Promise<TestResponse> => openPageOf(node).send('POST', 'setup', body)
    const message = ({ status, body }: TestResponse) => [status, body?.error?.message]
    const administrators = async ({ world }: Node) => {
      const members = world.db.read.selectFrom('project_member').innerJoin('user', 'user.id', 'project_member.user_id')
      const of = members.where('project_id', '=', 1 as never).where('is_administrator', '=', 1)
      return of.select(['user.id', 'login']).execute()
    }

    it('is set up once with its code, and signs the new administrator in', async () => {
      const node = await startNewServer()
      expect(node.setupCode).toMatch(/^[\w-]{24}$/)
      const page = openPageOf(node)
      expect((await page.send('GET', 'setup')).body).toMatchObject({
        is_needed: true,
        site_name: 'Tulipwood',
        access_mode: 'anonymous',
        password_min_length: 8,
      })
      expect((await page.send('GET', 'session')).body.site.needs_setup).toBe(true)

      const settings = { site_name: ' Boatyard ', access_mode: 'regular', public_url: 'https://boats.example/' }
      const response = await page.send('POST', 'setup', { ...iris, ...settings, code: node.setupCode })
      expect(response.status).toBe(201)
      expect(response.body).toMatchObject({
        user: { id: 101, username: 'iris', real_name: 'Iris Bloom', email: 'iris@example.com', status: 'A' },
        is_site_administrator: true,
        method: 'password',
        site: { name: 'Boatyard', access_mode: 'regular', needs_setup: false },
      })
      expect(page.setCookie).toMatch(/; HttpOnly; SameSite=Lax/)
      expect((await page.send('GET', 'site_settings')).body).toMatchObject({
        site_name: 'Boatyard',
        access_mode: 'regular',
        public_url: 'https://boats.example',
      })
      expect((await page.send('GET', 'setup')).body.is_needed).toBe(false)
      expect((await openPageOf(node).send('POST', 'session', { username: 'iris', password })).status).toBe(201)

      const before = await countRows(node.world)
      const repeated = await send(node, { ...iris, username: 'mallory', code: node.setupCode })
      expect(message(repeated)).toEqual([410, 'Gone: This server has been set up.'])
      expect(await countRows(node.world)).toEqual(before)
      expect(await administrators(node)).toEqual([{ id: 101, login: 'iris' }])
      const auditRows = await node.world.db.read
        .selectFrom('audit')
        .select(['action', 'subject', 'user_id', 'ip_address'])
        .execute()
      expect(auditRows).toContainEqual({
        action: 'site set up',
        subject: 'iris',
        user_id: 101,
        ip_address: '127.0.0.1',
      })
      expect(JSON.stringify(auditRows)).not.toContain(password)
    })

    it('stores only the hash of its code, and nothing after the setup', async () => {
      const node = await startNewServer()
      const codes = () => node.world.db.read.selectFrom('setup_code').selectAll().execute()
      expect(await codes()).toHaveLength(1)
      expect(JSON.stringify(await codes())).not.toContain(node.setupCode)
      await send(node, { ...iris, code: node.setupCode })
      expect(await codes()).toEqual([])
    })

    it('rejects another code, and limits the number of attempts', async () => {
      const node = await startNewServer()
      const before = await countRows(node.world)
      const sendWrongCode = () => send(node, { ...iris, code: 'another' })
      for (let i = 0; i < 10; i += 1)
        expect(message(await sendWrongCode())).toEqual([
          403,
          'Forbidden: This is not the code that the server printed when it started.',
        ])
      expect((await sendWrongCode()).status).toBe(429)
      expect((await send(node, { ...iris, code: node.setupCode })).status).toBe(429)
      expect(await countRows(node.world)).toEqual(before)
      now += 61
      expect((await send(node, { ...iris, code: node.setupCode })).status).toBe(201)
    })

    it.each([
      [{ username: 'no good name' }, 'Bad Request'],
      [{ username: 'siteadmin' }, 'Bad Request: Login name already exists'],
      [{ password: 'short' }, 'Bad Request'],
      [{ password: 'qwertyuiop' }, 'Bad Request: The password is too common.'],
      [{ password: 'our garden 1', site_name: 'Our Garden' }, 'Bad Request: The password must differ from the names'],
      [{ email: 'iris@example.com,flora@example.com' }, 'Bad Request: `email` must be an email address.'],
      [{ access_mode: 'closed' }, 'Bad Request: Invalid value specified for `access_mode`.'],
      [{ public_url: 'nowhere' }, 'Bad Request: Invalid value specified for `public_url`.'],
      [{ site_name: ' ' }, 'Bad Request: Invalid value specified for `site_name`.'],
    ])('rejects a setup with %o', async (more, expected) => {
      const node = await startNewServer()
      const before = await countRows(node.world)
      const response = await send(node, { ...iris, code: node.setupCode, ...more })
      expect(message(response)).toEqual([400, expect.stringContaining(expected)])
      expect(await countRows(node.world)).toEqual(before)
      expect((await openPageOf(node).send('GET', 'setup')).body).toMatchObject({
        is_needed: true,
        access_mode: 'anonymous',
      })
    })

    it('is set up by one of several concurrent requests on any node', async () => {
      const shared = await createDatabase()
      const [one, other] = [await shared.start(), await shared.start()]
      expect(one.setupCode).not.toBe(other.setupCode)
      const responses = await Promise.all([
        send(one, { ...iris, code: one.setupCode }),
        send(other, { ...iris, username: 'rose', code: other.setupCode }),
        send(other, { ...iris, username: 'lily', code: one.setupCode }),
      ])
      expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 410, 410])
      expect(await administrators(one)).toHaveLength(1)
      const accounts = await one.world.db.read.selectFrom('user').select('id').orderBy('id').execute()
      expect(accounts).toEqual([{ id: 100 }, { id: 101 }])
      for (const node of [one, other]) expect((await openPageOf(node).send('GET', 'setup')).body.is_needed).toBe(false)
    })

    it('can be set up after a restart with either code', async () => {
      const shared = await createDatabase()
      const first = await shared.start()
      await first.close()
      const second = await shared.start()
      expect(second.setupCode).not.toBe(null)
      expect((await send(second, { ...iris, code: first.setupCode })).status).toBe(201)
      await second.close()
      expect((await shared.start()).setupCode).toBe(null)
    })

    it('with a password in the environment has an administrator and requires no setup', async () => {
      const shared = await createDatabase()
      const node = await shared.start({ TULIPWOOD_ADMIN_PASSWORD: adminPassword })
      expect(node.setupCode).toBe(null)
      expect((await openPageOf(node).send('GET', 'setup')).body.is_needed).toBe(false)
      expect(
        (await openPageOf(node).send('POST', 'session', { username: 'admin', password: adminPassword })).status,
      ).toBe(201)
    })

    it.each([
      ['password123', 'too common'],
      ['SiteAdministrator2026', 'must differ from the names'],
      ['short', 'too short'],
    ])('does not start with the password %s in the environment', async (password, text) => {
      const node = await startNewServer()
      await expect(ensureAdministrator(node.world, { password, isLeftToSetup: true })).rejects.toThrow(
        new RegExp(`^TULIPWOOD_ADMIN_PASSWORD: The password .*${text}`),
      )
      expect(await administrators(node)).toEqual([])
      await ensureAdministrator(node.world, { password: adminPassword, isLeftToSetup: true })
      expect(await administrators(node)).toEqual([{ id: 101, login: 'admin' }])
      // Not checked where it is not used.
      expect(await ensureAdministrator(node.world, { password, isLeftToSetup: true })).toBe(false)
    })

    it('accepts the password of the environment while it waits, and its code becomes invalid', async () => {
      const shared = await createDatabase()
      const waiting = await shared.start()
      const node = await shared.start({ TULIPWOOD_ADMIN_PASSWORD: adminPassword })
      expect(node.setupCode).toBe(null)
      expect((await send(waiting, { ...iris, code: waiting.setupCode })).status).toBe(410)
      expect(await administrators(node)).toEqual([{ id: 101, login: 'admin' }])
    })

    it('accepts the password of the environment while it waits and other accounts exist', async () => {
      const shared = await createDatabase()
      const waiting = await shared.start()
      const june = { login: 'june', realName: 'June', email: '', ldapId: null, status: 'A', password: null } as const
      await createUser(waiting.world, { kind: 'system', reason: 'test' }, june)
      const [node, other] = await Promise.all(
        [1, 2].map(() => shared.start({ TULIPWOOD_ADMIN_PASSWORD: adminPassword })),
      )
      expect([node?.setupCode, other?.setupCode]).toEqual([null, null])
      expect(await administrators(waiting)).toEqual([{ id: 101, login: 'admin' }])
      expect((await send(waiting, { ...iris, code: waiting.setupCode })).status).toBe(410)
      const session = { username: 'admin', password: adminPassword }
      expect((await openPageOf(waiting).send('POST', 'session', session)).status).toBe(201)
    })

    it('does not make an existing account with the login admin an administrator', async () => {
      const shared = await createDatabase()
      const { world } = await shared.start()
      const account = { login: 'Admin', realName: '', email: '', ldapId: null, status: 'A', password: null } as const
      await createUser(world, { kind: 'system', reason: 'test' }, account)
      const node = await shared.start({ TULIPWOOD_ADMIN_PASSWORD: adminPassword })
      expect(await administrators(node)).toEqual([])
      const session = { username: 'admin', password: adminPassword }
      expect((await openPageOf(node).send('POST', 'session', session)).status).toBe(401)
      expect((await send(node, { ...iris, code: node.setupCode })).status).toBe(201)
    })

    it('leaves the administrators of the set-up page alone, whatever password is configured', async () => {
      const shared = await createDatabase()
      const first = await shared.start()
      expect((await send(first, { ...iris, code: first.setupCode })).status).toBe(201)
      const node = await shared.start({ TULIPWOOD_ADMIN_PASSWORD: adminPassword })
      expect(await administrators(node)).toEqual([{ id: 101, login: 'iris' }])
    })

    it('continues to wait while commands run on the same database', async () => {
      const node = await startNewServer()
      // As every command does first.
      expect(await ensureAdministrator(node.world, { password: null, isLeftToSetup: false })).toBe(false)
      const { world } = node
      const june = { login: 'june', realName: 'June', email: '', ldapId: null, status: 'A', password: null } as const
      expect(await createUser(world, { kind: 'system', reason: 'test' }, june)).toBe(102)
      const { status, body } = await send(node, { ...iris, code: node.setupCode })
      expect([status, body.user.id]).toEqual([201, 101])
    })
  })
})
