import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import { decodePng } from '../kit/decode-png.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

const system = { kind: 'system', reason: 'test' } as const

onEachDatabase((dialect) => {
  describe('the avatar of a user', () => {
    const server = createServer(dialect)
    const load = async (login: string, reader = 'visitor', headers: Readonly<Record<string, string>> = {}) =>
      server.app.inject({
        url: `/users/${encodeURIComponent(login)}/avatar.png`,
        headers: { ...server.credentials(reader), ...headers },
      })
    const etagOf = async (login: string, reader?: string) => (await load(login, reader)).headers['etag']
    beforeAll(async () => {
      await server.createUser('mdupont', { realName: 'Marie Dupont' })
      await server.createUser('ksato', { realName: 'Kim Sato' })
      await server.createUser('nameless', { realName: '' })
    })

    it('is a picture at the avatar_url of the user, with its own initials', async () => {
      const { body } = await server.as('mdupont').get('users/self')
      const { pathname } = new URL(body.avatar_url)
      const response = await server.app.inject({ url: pathname, headers: server.credentials('mdupont') })
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/png'])
      expect(response.headers['content-length']).toBe(String(response.rawPayload.length))
      expect(decodePng(response.rawPayload).width).toBe(96)
      const [own, other] = [await etagOf('mdupont', 'ksato'), await etagOf('ksato', 'ksato')]
      expect([own, own === other]).toEqual([response.headers['etag'], false])
    })
    it('is cached by its reader, and validated by its entity tag', async () => {
      const { headers } = await load('mdupont', 'ksato')
      expect(headers).toMatchObject({
        'cache-control': 'private, max-age=3600',
        vary: expect.stringContaining('Cookie'),
        'x-content-type-options': 'nosniff',
      })
      const tag = String(headers['etag'])
      for (const known of [tag, `"other", W/${tag}`, '*']) {
        const response = await load('mdupont', 'ksato', { 'if-none-match': known })
        expect([response.statusCode, response.headers['etag'], response.body]).toEqual([304, tag, ''])
      }
      expect((await load('mdupont', 'ksato', { 'if-none-match': '"other"' })).statusCode).toBe(200)
    })
    it('is found by the login in any case', async () =>
      expect(await etagOf('MDupont', 'ksato')).toBe(await etagOf('mdupont', 'ksato')))
    it('follows the real name', async () => {
      const before = await etagOf('ksato', 'mdupont')
      await server.as('admin').patch(`users/${server.idOf('ksato')}`, { values: { real_name: 'Zoe Quinn' } })
      expect(await etagOf('ksato', 'mdupont')).not.toBe(before)
    })
    it('has a HEAD, and no other methods', async () => {
      const url = '/users/mdupont/avatar.png'
      const head = await server.app.inject({ method: 'HEAD', url })
      expect([head.statusCode, head.headers['content-type'], head.body]).toEqual([200, 'image/png', ''])
      expect((await server.app.inject({ method: 'POST', url })).statusCode).toBe(404)
    })
    it('is a picture for every login', async () => {
      for (const login of ['no_such_user', 'Иван', 'a/b', '%', 'x'.repeat(3000)]) {
        const response = await load(login, 'mdupont')
        expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/png'])
      }
    })
    it('is refused for a login that no account can have', async () => {
      const response = await server.app.inject({ url: '/users/a%00b/avatar.png' })
      expect(response.statusCode).toBe(400)
    })
    it('of an anonymous user, and of one without a real name, is available', async () => {
      for (const reader of ['visitor', 'nameless']) {
        const { body } = await server.as(reader).get('users/self')
        const response = await server.app.inject({ url: new URL(body.avatar_url).pathname })
        expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'image/png'])
      }
    })

    describe('where visitors may read no users', () => {
      beforeAll(() => changeSettings(server.world, system, { access_mode: 'regular' }))
      afterAll(() => changeSettings(server.world, system, { access_mode: 'anonymous' }))

      it('reveals to visitors neither the account nor its name', async () => {
        const before = await load('clara')
        await server.createUser('clara', { realName: 'Marie Dupont' })
        const after = await load('clara')
        expect([before.statusCode, after.statusCode]).toEqual([200, 200])
        expect(after.rawPayload.equals(before.rawPayload)).toBe(true)
        const { date: _before, ...headers } = before.headers
        expect(after.headers).toMatchObject(headers)
        expect(await etagOf('clara', 'mdupont')).not.toBe(after.headers['etag'])
      })
      it('does not either with credentials that are not accepted', async () => {
        const wrong = { authorization: `Basic ${Buffer.from('clara:wrong').toString('base64')}` }
        const response = await load('clara', 'visitor', wrong)
        expect([response.statusCode, response.headers['etag']]).toEqual([200, await etagOf('clara')])
      })
    })
  })
})
