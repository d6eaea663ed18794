import { beforeAll, describe, expect, it } from 'vitest'
import { createServer, onEachDatabase } from '../kit/server.ts'

onEachDatabase((dialect) => {
  describe('POST /tokens', () => {
    const server = createServer(dialect)
    beforeAll(async () => {
      await server.createUser('alice', { password: 'welcome0' })
      await server.createUser('sam', { password: 'welcome0', status: 'S' })
    })
    const post = (body: unknown, headers: Record<string, string> = {}) =>
      server.as('visitor').post('tokens', body, { headers })

    it('returns a token that is accepted by the API', async () => {
      const { status, body } = await post({ username: 'alice', password: 'welcome0' })
      expect(status).toBe(200)
      expect(body).toEqual({
        user_id: `${server.idOf('alice')}`,
        token: expect.stringMatching(/^[0-9a-f]{32}$/),
        uri: `tokens/${body.token}`,
      })
      const headers = { 'x-auth-token': body.token, 'x-auth-userid': body.user_id }
      const self = await server.as('visitor').get('users/self', { headers })
      expect([self.status, self.body.username]).toEqual([200, 'alice'])
    })

    it('accepts a login in any case, a form, a trailing slash and a body without content type', async () => {
      const form = 'username=ALICE&password=welcome0'
      const type = 'application/x-www-form-urlencoded'
      const responses = [
        await post(form, { 'content-type': type }),
        await server.as('visitor').post('tokens/', { username: 'alice', password: 'welcome0' }),
        await server.as('visitor').post('/api/v1/tokens', '{"username":"alice","password":"welcome0"}'),
      ]
      expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    })

    it.each([
      ['a wrong password', { username: 'alice', password: 'nope' }, 401, 'Unauthorized: Invalid Password Or User Name'],
      ['an unknown login', { username: 'zoe', password: 'nope' }, 401, 'Unauthorized: Invalid Password Or User Name'],
      [
        'an e-mail address',
        { username: 'alice@example.com', password: 'welcome0' },
        401,
        'Unauthorized: Invalid Password Or User Name',
      ],
      [
        'a suspended account',
        { username: 'sam', password: 'welcome0' },
        401,
        'Unauthorized: Invalid Password Or User Name',
      ],
      [
        'an account without password',
        { username: 'None', password: 'None' },
        401,
        'Unauthorized: Invalid Password Or User Name',
      ],
      ['no password', { username: 'alice' }, 400, 'Bad Request: `password` is required.'],
      ['no login', { password: 'welcome0' }, 400, 'Bad Request: `username` is required.'],
      ['an empty body', {}, 400, 'Bad Request: `username` is required.'],
    ])('rejects %s and stores nothing', async (_, input, status, message) => {
      const before = await server.rowCounts()
      const response = await post(input)
      expect([response.status, response.body]).toEqual([status, { error: { code: status, message } }])
      expect(response.headers['www-authenticate'] === undefined).toBe(status !== 401)
      expect(await server.rowCounts()).toEqual(before)
    })

    it('accepts a password with leading and trailing spaces', async () => {
      await server.createUser('bianca', { password: ' two  blanks ' })
      const responses = [
        await post({ username: 'bianca', password: ' two  blanks ' }),
        await post({ username: 'bianca', password: 'two  blanks' }),
      ]
      expect(responses.map(({ status }) => status)).toEqual([200, 401])
    })

    it('does not store the token itself', async () => {
      const { body } = await post({ username: 'alice', password: 'welcome0' })
      const rows = await server.world.db.read.selectFrom('token').selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(body.token)
    })
  })

  describe('a token', () => {
    const server = createServer(dialect)
    beforeAll(async () => {
      await server.createUser('alice', { password: 'welcome0' })
      await server.createUser('bob', { password: 'welcome0' })
    })
    const createToken = async (login: string) => {
      const { body } = await server.as('visitor').post('tokens', { username: login, password: 'welcome0' })
      return { token: body.token as string, headers: { 'x-auth-token': body.token, 'x-auth-userid': body.user_id } }
    }
    const self = async (headers: Record<string, string>) => {
      const { status, body } = await server.as('visitor').get('users/self', { headers })
      return [status, body.error?.message ?? body.username]
    }

    it('is valid for 24 hours', async () => {
      const { headers } = await createToken('alice')
      const age = (seconds: number) =>
        server.world.db.write((tx) =>
          tx
            .updateTable('token')
            .set({ created_on: server.world.clock.now() - seconds })
            .execute(),
        )
      await age(86_390)
      expect(await self(headers)).toEqual([200, 'alice'])
      await age(86_400)
      expect(await self(headers)).toEqual([401, 'Unauthorized: Invalid Token'])
    })

    it('is valid only for its user', async () => {
      const { headers } = await createToken('alice')
      expect(await self({ ...headers, 'x-auth-userid': `${server.idOf('bob')}` })).toEqual([
        401,
        'Unauthorized: Invalid Token',
      ])
      expect(await self({ ...headers, 'x-auth-userid': 'abc' })).toEqual([401, 'Unauthorized: Invalid Token'])
      expect(await self({ ...headers, 'x-auth-token': '0'.repeat(32) })).toEqual([401, 'Unauthorized: Invalid Token'])
    })

    it('is rejected without the user id, and a user id without a token is ignored', async () => {
      const { headers } = await createToken('alice')
      const getSelf = (input: Record<string, string>) => server.as('visitor').get('users/self', { headers: input })
      const withoutUser = await getSelf({ 'x-auth-token': headers['x-auth-token'] })
      expect([withoutUser.status, withoutUser.body.error.message]).toEqual([401, 'Unauthorized: Invalid Token'])
      const owner = await getSelf({ 'x-auth-userid': headers['x-auth-userid'] })
      expect([owner.status, owner.body.is_anonymous]).toEqual([200, true])
    })

    it('is deleted by DELETE /tokens/{token} of its user only', async () => {
      const { token, headers } = await createToken('alice')
      const foreign = await server.as('bob').delete(`tokens/${token}`)
      expect([foreign.status, foreign.body.error.message]).toEqual([400, 'Bad Request: Invalid Token'])
      expect((await server.as('visitor').delete(`tokens/${token}`)).status).toBe(401)
      expect(await self(headers)).toEqual([200, 'alice'])
      const removal = await server.as('visitor').delete(`tokens/${token}`, { headers })
      expect([removal.status, removal.text]).toEqual([200, ''])
      expect(await self(headers)).toEqual([401, 'Unauthorized: Invalid Token'])
    })

    it('is deleted with all others of the caller by DELETE /tokens', async () => {
      const [one, two, other] = [await createToken('alice'), await createToken('alice'), await createToken('bob')]
      expect((await server.as('alice').delete('tokens/')).status).toBe(200)
      expect([await self(one.headers), await self(two.headers)].map(([status]) => status)).toEqual([401, 401])
      expect(await self(other.headers)).toEqual([200, 'bob'])
      expect((await server.as('alice').get('users/self')).status).toBe(200)
      expect((await server.as('visitor').delete('tokens')).status).toBe(401)
    })

    it('is deleted when the password changes', async () => {
      const { headers } = await createToken('bob')
      await server.as('admin').put(`users/${server.idOf('bob')}/password`, { password: 'another one' })
      expect(await self(headers)).toEqual([401, 'Unauthorized: Invalid Token'])
    })

    it('of a suspended user returns 403', async () => {
      const { headers } = await createToken('alice')
      await server.as('admin').patch(`users/${server.idOf('alice')}`, { values: { status: 'S' } })
      expect(await self(headers)).toEqual([403, 'Forbidden: Account Suspended'])
    })
  })
})
