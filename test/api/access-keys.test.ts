import { beforeAll, describe, expect, it } from 'vitest'
import { allocateIds } from '../../src/database/sql/sql.ts'
import { insertRows } from '../../src/database/statements/insert-rows.ts'
import type { AccessKeyId } from '../../src/kit/values/ids.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

const date = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/)

onEachDatabase((dialect) => {
  describe('POST /access_keys', () => {
    const server = createServer(dialect)
    beforeAll(() => server.createUser('alice', { password: 'welcome0' }))
    const keys = async () => (await server.as('alice').get(`users/${server.idOf('alice')}/access_keys`)).body

    it('creates a key that authenticates API requests, and stores only its hash', async () => {
      const { status, body } = await server.as('alice').post('access_keys', {
        description: 'nightly import',
        expiration_date: '2099-01-01T00:00:00+01:00',
        scopes: ['write:rest', 'write:svn', 'read:moon'],
      })
      expect([status, body]).toEqual([201, { identifier: expect.stringMatching(/^tlp-k1-\d+\.[0-9a-f]{64}$/) }])
      const headers = { 'x-auth-accesskey': body.identifier }
      const self = await server.as('visitor').get('access_keys/self', { headers })
      // The use of a key is recorded concurrently with the response, so these members may not be set yet.
      const { last_used_on: _on, last_used_by: _by, ...key } = self.body
      expect(key).toEqual({
        id: Number(/-(\d+)\./.exec(body.identifier)?.[1]),
        creation_date: date,
        expiration_date: '2099-01-01T00:00:00+01:00',
        description: 'nightly import',
        scopes: [{ identifier: 'write:rest' }, { identifier: 'write:svn' }],
      })
      const stored = JSON.stringify(await server.world.db.read.selectFrom('access_key').selectAll().execute())
      expect(stored).not.toContain(body.identifier.split('.')[1])
    })

    it('accepts scopes that clients request although they grant nothing here (docs/api/client-needs.md §31)', async () => {
      const scopes = ['write:rest', 'write:git_repository', 'write:webdav']
      const { status, body } = await server.as('alice').post('access_keys', { scopes })
      expect(status).toBe(201)
      const headers = { 'x-auth-accesskey': body.identifier }
      const self = await server.as('visitor').get('access_keys/self', { headers })
      expect(self.body.scopes.map(({ identifier }: { identifier: string }) => identifier).sort()).toEqual(scopes.sort())
      const narrow = await server.as('alice').post('access_keys', { scopes: ['write:svn', 'write:git_repository'] })
      const closed = { headers: { 'x-auth-accesskey': narrow.body.identifier } }
      expect((await server.as('visitor').get('projects', closed)).status).toBe(401)
    })

    it('creates a key with default values from an empty body', async () => {
      const { status, body } = await server.as('alice').post('access_keys', {})
      expect(status).toBe(201)
      const headers = { 'x-auth-accesskey': body.identifier }
      const self = await server.as('visitor').get('access_keys/self', { headers })
      expect(self.body).toMatchObject({
        description: '',
        expiration_date: null,
        scopes: [{ identifier: 'write:rest' }],
      })
    })

    it('creates no key that is valid for longer than the key that creates it', async () => {
      const createWith = async (headers: Readonly<Record<string, string>>, expiration_date?: string | null) => {
        const response = await server.as('visitor').post('access_keys', { expiration_date }, { headers })
        expect(response.status).toBe(201)
        const created = { 'x-auth-accesskey': response.body.identifier }
        const { body } = await server.as('visitor').get('access_keys/self', { headers: created })
        return { created, expiresOn: body.expiration_date }
      }
      const limit = '2099-01-01T00:00:00+01:00'
      const { created: limited } = await createWith(server.credentials('alice'), limit)
      const { created: next, expiresOn } = await createWith(limited)
      expect(expiresOn).toBe(limit)
      expect((await createWith(next, null)).expiresOn).toBe(limit)
      expect((await createWith(limited, '2099-06-01T00:00:00+02:00')).expiresOn).toBe(limit)
      expect((await createWith(limited, '2098-01-01T00:00:00+01:00')).expiresOn).toBe('2098-01-01T00:00:00+01:00')
      expect((await createWith(server.credentials('alice'))).expiresOn).toBe(null)
    })

    it('creates no key that is valid for longer than the token that creates it', async () => {
      const { body: token } = await server.as('visitor').post('tokens', { username: 'alice', password: 'welcome0' })
      const headers = { 'x-auth-token': token.token, 'x-auth-userid': `${token.user_id}` }
      const end = server.world.clock.now() + 86_400
      for (const expiration_date of [null, '2099-01-01T00:00:00+01:00']) {
        const response = await server.as('visitor').post('access_keys', { expiration_date }, { headers })
        expect(response.status, response.text).toBe(201)
        const created = { 'x-auth-accesskey': response.body.identifier }
        const { body } = await server.as('visitor').get('access_keys/self', { headers: created })
        expect(Date.parse(body.expiration_date) / 1000).toBeLessThanOrEqual(end)
      }
    })

    it.each([
      [{ scopes: ['nope'] }, 'nope does not have the expected format of an access key scope identifier'],
      [{ scopes: ['a:b'] }, 'No valid access key scope identifier has been given'],
      [{ scopes: ['write:git_repository'] }, 'No valid access key scope identifier has been given'],
      [{ scopes: [] }, 'Invalid value specified for `access_key[scopes]`. Minimum 1 item required.'],
      [{ expiration_date: '2001-01-01T00:00:00+01:00' }, 'You cannot create an already expired access key'],
      [{ expiration_date: 'soon' }, 'Please provide a valid ISO-8601 date for expiration_date'],
    ])('rejects %j with 400 and changes nothing', async (input, message) => {
      const before = await server.rowCounts()
      const { status, body } = await server.as('alice').post('access_keys', { description: 'd', ...input })
      expect([status, body.error.message]).toEqual([400, `Bad Request: ${message}`])
      expect(await server.rowCounts()).toEqual(before)
    })

    it('creates no more than 1000 unexpired keys of a user', async () => {
      await server.createUser('collector')
      const now = server.world.clock.now()
      const addKeys = (count: number, expires_on: number | null) =>
        server.world.db.write(async (tx) => {
          const ids = await allocateIds(tx, 'access_key', count)
          const key = { user_id: server.idOf('collector'), description: '', created_on: now, expires_on }
          const hashes = ids.map((id) => ({ ...key, id: id as AccessKeyId, verifier_hash: `${id}` }))
          await insertRows(tx, 'access_key', hashes)
        })
      const create = () => server.as('collector').post('access_keys', {})
      await addKeys(5, now - 10)
      expect((await create()).status).toBe(201)
      const { headers } = await server.as('collector').get(`users/${server.idOf('collector')}/access_keys`)
      const existing = Number(headers['x-pagination-size'])
      expect(existing).toBeGreaterThan(0)
      await addKeys(999 - existing, null)
      expect((await create()).status).toBe(201)
      const refused = await create()
      expect([refused.status, refused.body.error.message]).toEqual([
        400,
        'Bad Request: You have 1000 access keys. Revoke those that are no longer used.',
      ])
    })

    it('returns 401 to anonymous callers', async () => {
      const before = await keys()
      expect((await server.as('visitor').post('access_keys', { description: 'd' })).status).toBe(401)
      expect(await keys()).toHaveLength(before.length)
    })
  })

  describe('an access key', () => {
    const server = createServer(dialect)
    beforeAll(async () => {
      await server.createUser('alice')
      await server.createUser('bob')
    })
    const createKey = async (login: string, input: object = {}) => {
      const { body } = await server.as(login).post('access_keys', { description: 'made', ...input })
      return {
        id: Number(/-(\d+)\./.exec(body.identifier)?.[1]),
        headers: { 'x-auth-accesskey': body.identifier as string },
      }
    }
    const self = (headers: Record<string, string>) => server.as('visitor').get('users/self', { headers })

    it('is readable only by its owner', async () => {
      const { id } = await createKey('alice')
      expect((await server.as('alice').get(`access_keys/${id}`)).body.id).toBe(id)
      expect((await server.as('bob').get(`access_keys/${id}`)).status).toBe(404)
      expect((await server.as('admin').get(`access_keys/${id}`)).status).toBe(404)
      expect((await server.as('visitor').get(`access_keys/${id}`)).status).toBe(401)
    })

    it.each(['99999', 'abc', '0'])('returns 404 for the id %s', async (id) => {
      const { status, body } = await server.as('alice').get(`access_keys/${id}`)
      expect([status, body]).toEqual([404, { error: { code: 404, message: 'Not Found' } }])
    })

    it('is revoked only by its owner; DELETE by other users answers 200 and changes nothing', async () => {
      const { id, headers } = await createKey('alice')
      expect((await server.as('bob').delete(`access_keys/${id}`)).status).toBe(200)
      expect((await server.as('visitor').delete(`access_keys/${id}`)).status).toBe(401)
      expect((await self(headers)).status).toBe(200)
      const revoked = await server.as('alice').delete(`access_keys/${id}`)
      expect([revoked.status, revoked.text]).toEqual([200, ''])
      const after = await self(headers)
      expect([after.status, after.body.error.message]).toEqual([401, 'Unauthorized: Invalid access key'])
      expect((await server.as('alice').delete(`access_keys/${id}`)).status).toBe(200)
      expect((await server.as('alice').delete('access_keys/abc')).status).toBe(400)
    })

    it('is rejected and no longer listed from the second it expires', async () => {
      const { id, headers } = await createKey('bob', { expiration_date: '2099-01-01T00:00:00Z' })
      const expire = (at: number) =>
        server.world.db.write(async (tx) => {
          await tx
            .updateTable('access_key')
            .set({ expires_on: at })
            .where('id', '=', id as never)
            .execute()
          await tx
            .updateTable('revision')
            .set(({ eb }) => ({ n: eb('n', '+', 1) }))
            .where('topic', '=', 'users')
            .execute()
        })
      await expire(server.world.clock.now() + 60)
      expect((await self(headers)).status).toBe(200)
      await expire(server.world.clock.now())
      const rejected = await self(headers)
      expect([rejected.status, rejected.body.error.message]).toEqual([401, 'Unauthorized: Invalid access key'])
      const list = await server.as('bob').get(`users/${server.idOf('bob')}/access_keys`)
      expect(list.body.map((key: { id: number }) => key.id)).not.toContain(id)
    })

    it('is rejected by the API without an API scope', async () => {
      const { headers } = await createKey('alice', { scopes: ['write:svn'] })
      const response = await self(headers)
      expect([response.status, response.body.error.message]).toEqual([401, 'Unauthorized: Invalid access key'])
    })

    it('returns its first use in the response to that request', async () => {
      const { id, headers } = await createKey('alice')
      const first = await server.as('visitor').get('access_keys/self', { headers })
      expect(first.body).toMatchObject({ last_used_on: date, last_used_by: '127.0.0.1' })
      const used = (await server.as('alice').get(`access_keys/${id}`)).body.last_used_on
      await self(headers)
      expect((await server.as('alice').get(`access_keys/${id}`)).body.last_used_on).toBe(used)
    })
  })

  describe('GET /users/{id}/access_keys', () => {
    const server = createServer(dialect)
    beforeAll(async () => {
      await server.createUser('alice')
      for (const description of ['one', 'two', 'three']) await server.as('alice').post('access_keys', { description })
    })

    it('pages through the keys of the caller, oldest first', async () => {
      const url = `users/${server.idOf('alice')}/access_keys`
      const { body, headers } = await server.as('alice').get(`${url}?limit=2&offset=1`)
      expect(body.map((key: { description: string }) => key.description)).toEqual(['one', 'two'])
      expect(headers).toMatchObject({
        'x-pagination-size': '4',
        'x-pagination-limit': '2',
        'x-pagination-offset': '1',
        'x-pagination-limit-max': '50',
      })
    })

    it.each([
      ['alice', 'self/access_keys', 400, 'Bad Request: invalid value specified for `id`'],
      ['alice', '101/access_keys', 403, 'Forbidden: You can only access to your own access keys'],
      ['admin', '102/access_keys', 403, 'Forbidden: You can only access to your own access keys'],
      ['visitor', '102/access_keys', 401, 'Unauthorized'],
      [
        'alice',
        '102/access_keys?limit=51',
        400,
        'Bad Request: Invalid value specified for `limit`. Maximum allowed value is 50.',
      ],
      [
        'alice',
        '102/access_keys?limit=0',
        400,
        'Bad Request: Invalid value specified for `limit`. Minimum required value is 1.',
      ],
    ])('for %s, GET users/%s returns %i', async (caller, path, status, message) => {
      const response = await server.as(caller).get(`users/${path}`)
      expect([response.status, response.body.error.message]).toEqual([status, message])
    })
  })
})
