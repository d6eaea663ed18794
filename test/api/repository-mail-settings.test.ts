import { beforeAll, describe, expect, it } from 'vitest'
import { insertProject } from '../kit/project.ts'
import { createDeletedRepository, createRepository, enableSubversion, useMemoryStorage } from '../kit/repositories.ts'
import { createServer, onEachDatabase, type TestResponse } from '../kit/server.ts'

const message = ({ status, body }: TestResponse) => [status, body?.error?.message]
const notAdministrator = [403, 'Forbidden: User must be SVN admin to do this action']
const unfit = [
  400,
  'Bad Request: `subject_header` has at most 64 characters, none of them a control character',
] as const

onEachDatabase((dialect) => {
  describe('GET and PUT /svn/{id}/mail_settings', () => {
    const server = createServer(dialect)
    let storage: ReturnType<typeof useMemoryStorage>
    let fixture: number
    let secret: number
    let asleep: number
    let id: number
    const get = (who: string, of = id) => server.as(who).get(`svn/${of}/mail_settings`)
    const put = (who: string, subject_header: unknown, of = id) =>
      server.as(who).put(`svn/${of}/mail_settings`, { subject_header })
    const history = async (): Promise<unknown[]> => {
      const { body } = await server.as('admin').get('audit_log?action=svn_multi_repository_mail_settings_update')
      return body.map(({ detail }: any) => detail)
    }

    beforeAll(async () => {
      storage = useMemoryStorage(server.world)
      for (const login of ['alice', 'bob', 'carol']) await server.createUser(login)
      const people = { administrators: ['alice'], members: ['bob'] }
      fixture = await insertProject(server, { shortName: 'orchard', ...people })
      secret = await insertProject(server, { shortName: 'secret', access: 'private', ...people })
      asleep = await insertProject(server, { shortName: 'asleep', ...people })
      for (const project of [fixture, secret, asleep]) await enableSubversion(server, project)
      id = await createRepository(server, fixture, 'sources')
    })

    it('say what stands before the subject of mails; at first nothing does', async () => {
      expect((await get('alice')).body).toEqual({ subject_header: '' })
      const { status, body } = await put('alice', ' [Sources é] ')
      expect([status, body]).toEqual([200, { subject_header: '[Sources é]' }])
      expect((await get('alice')).body).toEqual({ subject_header: '[Sources é]' })
    })

    it('write one line of history for a change, and none for what is the same', async () => {
      await put('alice', 'before')
      const written = await history()
      expect((await put('alice', 'after')).status).toBe(200)
      expect((await put('alice', ' after ')).status).toBe(200)
      const [line, ...rest] = await history()
      expect(line).toEqual({ repository: id, name: 'sources', before: 'before', after: 'after' })
      expect(rest).toEqual(written)
    })

    it('take 64 characters, whatever they are, and nothing at all', async () => {
      for (const header of ['x'.repeat(64), '🌿'.repeat(64), ''])
        expect(message(await put('alice', header))).toEqual([200, undefined])
    })

    it.each(['x'.repeat(65), 'a\r\nBcc: eve@example.com', 'a\tb', 'a\u2028b', 'a\u0085b'])(
      'refuse %j, and change nothing',
      async (header) => {
        await put('alice', 'as it was')
        const before = await server.rowCounts()
        expect(message(await put('alice', header))).toEqual(unfit)
        expect(await server.rowCounts()).toEqual(before)
        expect((await get('alice')).body).toEqual({ subject_header: 'as it was' })
      },
    )

    it.each([null, undefined, true, ['x'], 'a\u0000b'])('refuse %j, which is no line of text', async (header) => {
      expect((await put('alice', header)).status).toBe(400)
    })

    it.each([
      { who: 'visitor', says: [401, 'Unauthorized'] },
      { who: 'carol', says: notAdministrator },
      { who: 'bob', says: notAdministrator },
    ])('are not for $who', async ({ who, says }) => {
      const before = await server.rowCounts()
      expect(message(await get(who))).toEqual(says)
      expect(message(await put(who, 'mine'))).toEqual(says)
      expect(await server.rowCounts()).toEqual(before)
    })

    it.each(['alice', 'admin'])('are for %s', async (who) => {
      expect((await put(who, `of ${who}`)).status).toBe(200)
      expect((await get(who)).body).toEqual({ subject_header: `of ${who}` })
    })

    it('know nothing of repositories that are not there, or not for the caller', async () => {
      const hidden = await createRepository(server, secret, 'hidden')
      const gone = await createDeletedRepository(server, fixture, 'gone')
      for (const ask of [get, (who: string, of: number) => put(who, 'x', of)]) {
        expect(message(await ask('alice', 9999))).toEqual([404, 'Not Found: Repository not found'])
        expect(message(await ask('alice', gone))).toEqual([404, 'Not Found: Repository not found'])
      }
      // docs/api/subversion.md §1.5: a write in a project that the caller cannot see is 403.
      expect(message(await get('carol', hidden))).toEqual([404, 'Not Found'])
      expect(message(await put('carol', 'x', hidden))).toEqual([403, 'Forbidden'])
    })

    it('do not change in a suspended project', async () => {
      const sleepy = await createRepository(server, asleep, 'sleepy')
      await server.as('admin').patch(`projects/${asleep}`, { status: 'suspended' })
      expect(message(await put('alice', 'x', sleepy))).toEqual([403, 'Forbidden: This project is suspended'])
    })

    it('are read and not changed where Subversion is gone', async () => {
      await put('alice', 'kept')
      storage.setState('absent')
      expect(message(await put('alice', 'x'))).toEqual([
        501,
        'Not Implemented: Subversion is not available on this server',
      ])
      expect((await get('alice')).body).toEqual({ subject_header: 'kept' })
      storage.setState('degraded')
      expect((await put('alice', 'x')).status).toBe(200)
      storage.setState('ready')
    })
  })
})
