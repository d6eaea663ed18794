import { beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../src/accounts/commands/create-user.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

onEachDatabase((dialect) => {
  describe('GET /audit_log', () => {
    const server = createServer(dialect)
    const noon = Date.parse('2026-03-13T11:00:00Z') / 1000

    beforeAll(async () => {
      const alice = await server.createUser('alice', { realName: 'Alice Martin' })
      await server.createUser('dora')
      await server.world.db.write(async (tx) => {
        await tx.deleteFrom('audit').execute()
        const by = { kind: 'claimed', id: alice } as const
        await tx.audit({ at: noon, by, address: '192.0.2.7', action: 'sign-in failed', subject: 'alice' })
        await tx.audit({ at: noon + 60, by, address: '192.0.2.7', action: 'signed in', subject: 'alice' })
        const system = { kind: 'system', reason: 'cli: user add' } as const
        await tx.audit({ at: noon + 86_400, by: system, action: 'user created', subject: 'Éloïse' })
        await tx.audit({
          at: noon + 86_400,
          by: { kind: 'claimed', id: server.idOf('admin') },
          action: 'settings changed',
          subject: 'site',
          detail: { access_mode: 'regular' },
        })
      })
    })

    const search = async (query: string) => {
      const { status, body, headers } = await server.as('admin').get(`audit_log?${query}`)
      expect(status).toBe(200)
      const lines = body.map(({ action, subject }: { action: string; subject: string }) => `${action}: ${subject}`)
      expect(Number(headers['x-pagination-size'])).toBe(lines.length)
      return lines
    }
    const all = ['settings changed: site', 'user created: Éloïse', 'signed in: alice', 'sign-in failed: alice']

    it('returns the entries, newest first', async () => {
      const { body } = await server.as('admin').get('audit_log?limit=3')
      expect(body).toEqual([
        {
          id: expect.any(Number),
          at: '2026-03-14T12:00:00+01:00',
          user: expect.objectContaining({ id: 101, username: 'admin' }),
          address: null,
          action: 'settings changed',
          subject: 'site',
          detail: { access_mode: 'regular' },
        },
        {
          id: expect.any(Number),
          at: '2026-03-14T12:00:00+01:00',
          user: null,
          address: null,
          action: 'user created',
          subject: 'Éloïse',
          detail: { reason: 'cli: user add' },
        },
        expect.objectContaining({ action: 'signed in', address: '192.0.2.7' }),
      ])
    })

    it.each([
      ['', all],
      ['query=ELOISE', ['user created: Éloïse']],
      ['query=192.0.2', ['signed in: alice', 'sign-in failed: alice']],
      ['query=al', ['signed in: alice', 'sign-in failed: alice']],
      ['query=%25', []],
      ['query="', []],
      ['user=ALICE', ['signed in: alice', 'sign-in failed: alice']],
      ['user=nobody-here', []],
      ['action=signed in', ['signed in: alice']],
      ['user=alice&action=sign-in failed&query=192', ['sign-in failed: alice']],
      ['since=2026-03-14', all.slice(0, 2)],
      ['until=2026-03-13', all.slice(2)],
      ['since=2026-03-13T12:01:00%2B01:00&until=2026-03-13T12:01:00%2B01:00', ['signed in: alice']],
      ['user=alice&since=2026-03-14', []],
    ])('the query %j returns the matching entries and their count', async (query, lines) => {
      expect(await search(query)).toEqual(lines)
    })

    it.each(['since=yesterday', 'until=2026-02-30', 'limit=201', 'limit=0'])('rejects %s with 400', async (query) => {
      expect((await server.as('admin').get(`audit_log?${query}`)).status).toBe(400)
    })

    it('lists the actions in use', async () => {
      const { body } = await server.as('admin').get('audit_actions')
      expect(body).toEqual(['settings changed', 'sign-in failed', 'signed in', 'user created'])
    })

    it.each(['audit_log', 'audit_actions', 'audit_log?query=alice'])(
      'GET /%s is restricted to administrators',
      async (url) => {
        expect((await server.as('alice').get(url)).status).toBe(403)
        expect((await server.as('visitor').get(url)).status).toBe(401)
      },
    )

    it('finds new entries by the login of their user', async () => {
      await server.as('admin').patch('site_settings', { tql_complexity_limit: 20 })
      expect(await search('query=admin&since=2026-03-15')).toEqual(['settings changed: site'])
    })

    it('uses an index for each filter, in the order of the list', async () => {
      if (dialect !== 'sqlite') return
      const planOf = async (where: string) => {
        const { sql } = await import('kysely')
        const { rows } = await sql<{ detail: string }>`${sql.raw(
          `explain query plan select id from audit where ${where} order by at desc, id desc limit 50`,
        )}`.execute(server.world.db.read as never)
        return rows.map(({ detail }) => detail).join('\n')
      }
      for (const where of [
        '1 = 1',
        'user_id = 1',
        "action = 'x'",
        'at >= 1 and at <= 2',
        'user_id = 1 and at <= 2',
        'project_id = 1',
      ]) {
        const plan = await planOf(where)
        expect(plan, where).toMatch(/USING (COVERING )?INDEX audit_by/)
        expect(plan, where).not.toContain('TEMP B-TREE')
      }
    })

    it('contains no used password, key or token', async () => {
      const system = { kind: 'system', reason: 'test' } as const
      const draft = { login: 'secretive', realName: '', email: '', ldapId: null } as const
      await createUser(server.world, system, { ...draft, status: 'A', password: 'a secret pass phrase' })
      const { body: token } = await server
        .as('visitor')
        .post('tokens', { username: 'secretive', password: 'a secret pass phrase' })
      await server.as('visitor').post('tokens', { username: 'secretive', password: 'not this one' })
      const { body: key } = await server.as('alice').post('access_keys', { description: 'mine' })
      const reset = await server.as('admin').post(`users/${server.idOf('alice')}/password_reset`)
      const secret = new URL(reset.body.link).hash.slice(1)
      await server.as('visitor').post('password_resets', { token: secret, password: 'brand new pass phrase' })
      const rows = await server.world.db.read.selectFrom('audit').selectAll().execute()
      const entries = JSON.stringify(rows)
      for (const secretText of [
        'a secret pass phrase',
        'not this one',
        token.token,
        key.identifier,
        secret,
        'brand new',
      ])
        expect(entries).not.toContain(secretText)
    })
  })
})
