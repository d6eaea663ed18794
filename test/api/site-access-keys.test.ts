import { beforeAll, describe, expect, it, vi } from 'vitest'
import { createClock } from '../kit/clock.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

const day = 86_400
const toIso = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`

onEachDatabase((dialect) => {
  describe('access keys of a site', () => {
    const clock = createClock()
    const server = createServer(dialect, { clock })
    const admin = () => server.as('admin')
    const ids: Record<'old' | 'used' | 'suspended' | 'recent', number> = { old: 0, used: 0, suspended: 0, recent: 0 }
    let usedKey = ''

    const create = async (login: string, description: string) => {
      const { status, body } = await server.as(login).post('access_keys', { description })
      expect(status).toBe(201)
      return { id: Number(/-(\d+)\./.exec(body.identifier)?.[1]), identifier: String(body.identifier) }
    }
    const list = async (query = '') => {
      const { status, body, headers } = await admin().get(`site/access_keys${query}`)
      expect(status).toBe(200)
      expect(headers['x-pagination-size']).toBe(`${body.length}`)
      // Without those that tests sign in with.
      const keys = body.filter(({ description }: { description: string }) => description !== 'test')
      return { ids: keys.map(({ id }: { id: number }) => id), keys }
    }

    beforeAll(async () => {
      for (const login of ['alice', 'bob', 'gone']) await server.createUser(login, { email: `${login}@example.org` })
      ids.old = (await create('alice', 'nightly import')).id
      const used = await create('bob', 'chat bot')
      ids.used = used.id
      usedKey = used.identifier
      ids.suspended = (await create('gone', 'left behind')).id
      const expiration_date = toIso(clock.now() + day)
      await server.as('alice').post('access_keys', { description: 'for a day', expiration_date })
      clock.pass(100 * day)
      ids.recent = (await create('alice', 'new client')).id
      await server.world.db.write((tx) =>
        tx.updateTable('user').set({ status: 'S' }).where('id', '=', server.idOf('gone')).execute(),
      )
      await server.world.cache.refresh()
      await server.as('visitor').get('projects', { headers: { 'x-auth-accesskey': usedKey } })
      await vi.waitFor(async () => expect((await list()).keys[1].last_used_on).not.toBeNull(), 30_000)
    })

    it('are listed with their owners, oldest first, without those that have expired', async () => {
      const { ids: listed, keys } = await list()
      expect(listed).toEqual([ids.old, ids.used, ids.suspended, ids.recent])
      expect(keys[2]).toMatchObject({
        description: 'left behind',
        expiration_date: null,
        last_used_on: null,
        last_used_by: null,
        scopes: [{ identifier: 'write:rest' }],
        owner: { username: 'gone', email: 'gone@example.org', status: 'S' },
      })
      expect(JSON.stringify(keys)).not.toContain(usedKey.split('.')[1])
    })

    it('are filtered by whether the owner can sign in, and by their last use', async () => {
      expect(await list('?owner=inactive')).toMatchObject({ ids: [ids.suspended] })
      expect(await list('?owner=active')).toMatchObject({ ids: [ids.old, ids.used, ids.recent] })
      const since = toIso(clock.now() - 90 * day)
      expect(await list(`?unused_since=${since}`)).toMatchObject({ ids: [ids.old, ids.suspended] })
      expect(await list(`?unused_since=${since}&owner=active`)).toMatchObject({ ids: [ids.old] })
    })

    it('are listed in pages', async () => {
      const { body: all } = await admin().get('site/access_keys')
      const { body, headers } = await admin().get('site/access_keys?limit=2&offset=1')
      expect(body).toEqual(all.slice(1, 3))
      expect(headers['x-pagination-size']).toBe(`${all.length}`)
    })

    it.each(['owner=everyone', 'unused_since=yesterday', 'limit=201'])('are not listed with %s', async (query) => {
      expect((await admin().get(`site/access_keys?${query}`)).status).toBe(400)
    })

    describe('DELETE /site/access_keys/{id}', () => {
      const expectUnchanged = async (login: string, id: number, status: number) => {
        const read = async () => [(await list()).keys, (await admin().get('audit_log?limit=1')).body]
        const before = await read()
        expect((await server.as(login).delete(`site/access_keys/${id}`)).status).toBe(status)
        expect(await read()).toEqual(before)
      }

      it('is refused to others, also to the owner', async () => {
        await expectUnchanged('visitor', ids.old, 401)
        await expectUnchanged('bob', ids.old, 403)
        await expectUnchanged('alice', ids.old, 403)
      })

      it('returns 404 for a key that does not exist', async () => {
        await expectUnchanged('admin', 99_999, 404)
      })

      it('revokes the key at once, and records it', async () => {
        const use = () => server.as('visitor').get('projects', { headers: { 'x-auth-accesskey': usedKey } })
        expect((await use()).status).toBe(200)
        expect((await admin().delete(`site/access_keys/${ids.used}`)).status).toBe(200)
        expect((await use()).status).toBe(401)
        expect((await list()).ids).toEqual([ids.old, ids.suspended, ids.recent])
        const [entry] = (await admin().get('audit_log?limit=1')).body
        expect(entry).toMatchObject({
          action: 'access key revoked',
          subject: `access key ${ids.used}`,
          detail: { owner: server.idOf('bob') },
          user: { username: 'admin' },
        })
      })
    })
  })
})
