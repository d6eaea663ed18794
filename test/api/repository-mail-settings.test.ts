import { beforeAll, describe, expect, it } from 'vitest'
import { insertProject } from '../kit/project.ts'
import { createDeletedRepository, createRepository, enableSubversion, useMemoryStorage } from '../kit/repositories.ts'
import { createServer, onEachDatabase, type TestResponse } from '../kit/server.ts'

const message = ({ status, body }: TestResponse) => [status, body?.error?.message]
const notAdministrator = [403, 'Forbidden: User must be SVN admin to do this action']
const invalidHeader = [
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
    const get = (login: string, of = id) => server.as(login).get(`svn/${of}/mail_settings`)
    const put = (login: string, subject_header: unknown, of = id) =>
      server.as(login).put(`svn/${of}/mail_settings`, { subject_header })
    const history = async (): Promise<unknown[]> => {
      const { body } = await server.as('admin').get('audit_log?action=svn_multi_repository_mail_settings_update')
      return body.map(({ detail }: any) => detail)
    }

    beforeAll(async () => {
      storage = useMemoryStorage(server.world)
      for (const login of ['alice', 'bob', 'carol']) await server.createUser(login)
      const roles = { administrators: ['alice'], members: ['bob'] }
      fixture = await insertProject(server, { shortName: 'orchard', ...roles })
      secret = await insertProject(server, { shortName: 'secret', access: 'private', ...roles })
      asleep = await insertProject(server, { shortName: 'asleep', ...roles })
      for (const project of [fixture, secret, asleep]) await enableSubversion(server, project)
      id = await createRepository(server, fixture, 'sources')
    })

    it('contain the prefix of email subjects, which is empty by default', async () => {
      expect((await get('alice')).body).toEqual({ subject_header: '' })
      const { status, body } = await put('alice', ' [Sources é] ')
      expect([status, body]).toEqual([200, { subject_header: '[Sources é]' }])
      expect((await get('alice')).body).toEqual({ subject_header: '[Sources é]' })
    })

    it('record one audit entry per change, and none for the same value', async () => {
      await put('alice', 'before')
      const entriesBefore = await history()
      expect((await put('alice', 'after')).status).toBe(200)
      expect((await put('alice', ' after ')).status).toBe(200)
      const [entry, ...rest] = await history()
      expect(entry).toEqual({ repository: id, name: 'sources', before: 'before', after: 'after' })
      expect(rest).toEqual(entriesBefore)
    })

    it('accept up to 64 arbitrary characters or none', async () => {
      for (const header of ['x'.repeat(64), '🌿'.repeat(64), ''])
        expect(message(await put('alice', header))).toEqual([200, undefined])
    })

    it.each(['x'.repeat(65), 'a\r\nBcc: eve@example.com', 'a\tb', 'a\u2028b', 'a\u0085b'])(
      'reject %j and change nothing',
      async (header) => {
        await put('alice', 'as it was')
        const before = await server.rowCounts()
        expect(message(await put('alice', header))).toEqual(invalidHeader)
        expect(await server.rowCounts()).toEqual(before)
        expect((await get('alice')).body).toEqual({ subject_header: 'as it was' })
      },
    )

    it.each([null, undefined, true, ['x'], 'a\u0000b'])('reject %j, which is no line of text', async (header) => {
      expect((await put('alice', header)).status).toBe(400)
    })

    it.each([
      { login: 'visitor', expected: [401, 'Unauthorized'] },
      { login: 'carol', expected: notAdministrator },
      { login: 'bob', expected: notAdministrator },
    ])('are rejected for $login', async ({ login, expected }) => {
      const before = await server.rowCounts()
      expect(message(await get(login))).toEqual(expected)
      expect(message(await put(login, 'mine'))).toEqual(expected)
      expect(await server.rowCounts()).toEqual(before)
    })

    it.each(['alice', 'admin'])('are allowed for %s', async (login) => {
      expect((await put(login, `of ${login}`)).status).toBe(200)
      expect((await get(login)).body).toEqual({ subject_header: `of ${login}` })
    })

    it('return 404 for repositories that do not exist, are deleted or are hidden from the caller', async () => {
      const hidden = await createRepository(server, secret, 'hidden')
      const deleted = await createDeletedRepository(server, fixture, 'gone')
      for (const send of [get, (login: string, of: number) => put(login, 'x', of)]) {
        expect(message(await send('alice', 9999))).toEqual([404, 'Not Found: Repository not found'])
        expect(message(await send('alice', deleted))).toEqual([404, 'Not Found: Repository not found'])
      }
      // docs/api/subversion.md §1.5: a write in a project that the caller cannot see returns 403.
      expect(message(await get('carol', hidden))).toEqual([404, 'Not Found'])
      expect(message(await put('carol', 'x', hidden))).toEqual([403, 'Forbidden'])
    })

    it('cannot be changed in a suspended project', async () => {
      const sleepy = await createRepository(server, asleep, 'sleepy')
      await server.as('admin').patch(`projects/${asleep}`, { status: 'suspended' })
      expect(message(await put('alice', 'x', sleepy))).toEqual([403, 'Forbidden: This project is suspended'])
    })

    it('can be read but not changed when Subversion is not installed', async () => {
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
