import { beforeAll, describe, expect, it } from 'vitest'
import { insertProject } from '../kit/project.ts'
import { createDeletedRepository, createRepository, enableSubversion, useMemoryStorage } from '../kit/repositories.ts'
import { createServer, onEachDatabase, type TestResponse } from '../kit/server.ts'

const message = ({ status, body }: TestResponse) => [status, body?.error?.message]
const notAdministrator = [403, 'Forbidden: User must be SVN admin to do this action']
const fine = { is_valid: true, problems: [] }

onEachDatabase((dialect) => {
  describe('POST /svn/{id}/access_file_check', () => {
    const server = createServer(dialect)
    let storage: ReturnType<typeof useMemoryStorage>
    let fixture: number
    let secret: number
    let id: number
    const check = (who: string, access_file: unknown, rest: object = {}, of = id) =>
      server.as(who).post(`svn/${of}/access_file_check`, { access_file, ...rest })

    beforeAll(async () => {
      storage = useMemoryStorage(server.world)
      for (const login of ['alice', 'bob', 'carol']) await server.createUser(login)
      const people = { administrators: ['alice'], members: ['bob'] }
      fixture = await insertProject(server, { shortName: 'orchard', ...people })
      secret = await insertProject(server, { shortName: 'secret', access: 'private', ...people })
      for (const project of [fixture, secret]) await enableSubversion(server, project)
      await server.as('alice').post('user_groups', { project_id: fixture, short_name: 'pruners' })
      id = await createRepository(server, fixture, 'sources')
    })

    it.each(['', '[/]\n* =\n@members = r\n@pruners = rw', '[groups]\nqa = bob, @pruners\n[/x/]\n~@qa = r'])(
      'has nothing against %j',
      async (text) => {
        const { status, body } = await check('alice', text)
        expect([status, body]).toEqual([200, fine])
      },
    )

    it('tells each thing that would keep everybody out with its line, and each that would be a comment', async () => {
      const text = '\n\r\n[trunk]\r\n* = read\n@nobody = rw\n@pruners = rw\n~@nobody = r\n'
      expect((await check('alice', text)).body).toEqual({
        is_valid: false,
        problems: [
          { line: 3, message: 'a section is a path that begins with "/"', is_fatal: true },
          { line: 4, message: '"*" must have r, rw or an empty value', is_fatal: true },
          { line: 5, message: 'unknown group "@nobody"', is_fatal: false },
          { line: 7, message: 'unknown group "@nobody"', is_fatal: true },
        ],
      })
    })

    it('calls a text valid of which a line becomes a comment', async () => {
      expect((await check('alice', '[/]\n@nobody = rw')).body).toEqual({
        is_valid: true,
        problems: [{ line: 2, message: 'unknown group "@nobody"', is_fatal: false }],
      })
    })

    it('takes the text for what follows the default permissions, where they are wanted', async () => {
      expect((await check('alice', 'qa = bob', { has_default_permissions: false })).body).toEqual(fine)
      expect((await check('alice', 'qa = bob', { has_default_permissions: true })).body.is_valid).toBe(false)
      expect((await check('alice', 'qa = bob')).body.is_valid).toBe(false)
    })

    it('says what Subversion says against a text that nothing else was found in, by the section it names', async () => {
      const asked: string[] = []
      storage.checkAccessFile = async (_folder, text) => {
        asked.push(text)
        return 'Section [:glob:/x] describes the same rule as section [/x]'
      }
      const { body } = await check('alice', '[/x]\n* = r\n[:glob:/x]\n* = rw')
      expect(body).toEqual({
        is_valid: false,
        problems: [{ line: 3, message: 'Section [:glob:/x] describes the same rule as section [/x]', is_fatal: true }],
      })
      expect(asked[0]).toContain('[groups]\nmembers = alice, bob\npruners =\n')
      expect((await check('alice', 'garbage')).body.problems).toHaveLength(1)
      expect(asked).toHaveLength(1)
      storage.checkAccessFile = async () => null
    })

    it('answers without Subversion as well', async () => {
      storage.setState('absent')
      expect((await check('alice', '[/]\n* = r')).body).toEqual(fine)
      expect((await check('alice', '[x]')).body.is_valid).toBe(false)
      storage.setState('ready')
    })

    it('changes nothing', async () => {
      const before = await server.rowCounts()
      const { body } = await server.as('alice').get(`svn/${id}`)
      for (const text of ['[/]\n* = r', 'garbage']) await check('alice', text)
      expect(await server.rowCounts()).toEqual(before)
      expect((await server.as('alice').get(`svn/${id}`)).body).toEqual(body)
    })

    it('tells a thousand problems and no more', async () => {
      const { body } = await check('alice', 'x\n'.repeat(1500))
      expect([body.is_valid, body.problems.length, body.problems.at(-1).line]).toEqual([false, 1000, 1000])
    })

    it.each([null, undefined, true, ['x'], { text: 'x' }])('refuses %j, which is no text', async (text) => {
      expect((await check('alice', text)).status).toBe(400)
    })

    it.each([
      { who: 'visitor', says: [401, 'Unauthorized'] },
      { who: 'carol', says: notAdministrator },
      { who: 'bob', says: notAdministrator },
      { who: 'alice', says: [200, undefined] },
      { who: 'admin', says: [200, undefined] },
    ])('answers $who $says', async ({ who, says }) => {
      expect(message(await check(who, '[/]\n* = r'))).toEqual(says)
    })

    it('knows nothing of repositories that are not there, or not for the caller', async () => {
      const hidden = await createRepository(server, secret, 'hidden')
      const gone = await createDeletedRepository(server, fixture, 'gone')
      for (const of of [9999, gone])
        expect(message(await check('alice', 'x', {}, of))).toEqual([404, 'Not Found: Repository not found'])
      expect(message(await check('carol', 'x', {}, hidden))).toEqual([404, 'Not Found'])
    })
  })
})
