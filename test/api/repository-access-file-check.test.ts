import { beforeAll, describe, expect, it } from 'vitest'
import { insertProject } from '../kit/project.ts'
import { createDeletedRepository, createRepository, enableSubversion, useMemoryStorage } from '../kit/repositories.ts'
import { createServer, onEachDatabase, type TestResponse } from '../kit/server.ts'

const message = ({ status, body }: TestResponse) => [status, body?.error?.message]
const notAdministrator = [403, 'Forbidden: User must be SVN admin to do this action']
const valid = { is_valid: true, problems: [] }

onEachDatabase((dialect) => {
  describe('POST /svn/{id}/access_file_check', () => {
    const server = createServer(dialect)
    let storage: ReturnType<typeof useMemoryStorage>
    let fixture: number
    let secret: number
    let id: number
    const check = (login: string, access_file: unknown, rest: object = {}, of = id) =>
      server.as(login).post(`svn/${of}/access_file_check`, { access_file, ...rest })

    beforeAll(async () => {
      storage = useMemoryStorage(server.world)
      for (const login of ['alice', 'bob', 'carol']) await server.createUser(login)
      const roles = { administrators: ['alice'], members: ['bob'] }
      fixture = await insertProject(server, { shortName: 'orchard', ...roles })
      secret = await insertProject(server, { shortName: 'secret', access: 'private', ...roles })
      for (const project of [fixture, secret]) await enableSubversion(server, project)
      await server.as('alice').post('user_groups', { project_id: fixture, short_name: 'pruners' })
      id = await createRepository(server, fixture, 'sources')
    })

    it.each(['', '[/]\n* =\n@members = r\n@pruners = rw', '[groups]\nqa = bob, @pruners\n[/x/]\n~@qa = r'])(
      'accepts %j',
      async (text) => {
        const { status, body } = await check('alice', text)
        expect([status, body]).toEqual([200, valid])
      },
    )

    it('reports fatal problems and lines that would become comments, with their line numbers', async () => {
      const text = '\n\r\n[trunk]\r\n* = read\n@absent = rw\n@pruners = rw\n~@absent = r\n'
      expect((await check('alice', text)).body).toEqual({
        is_valid: false,
        problems: [
          { line: 3, message: 'a section is a path that begins with "/"', is_fatal: true },
          { line: 4, message: '"*" must have r, rw or an empty value', is_fatal: true },
          { line: 5, message: 'unknown group "@absent"', is_fatal: false },
          { line: 7, message: 'unknown group "@absent"', is_fatal: true },
        ],
      })
    })

    it('returns is_valid for a text with a line that would become a comment', async () => {
      expect((await check('alice', '[/]\n@absent = rw')).body).toEqual({
        is_valid: true,
        problems: [{ line: 2, message: 'unknown group "@absent"', is_fatal: false }],
      })
    })

    it('checks the text as continuation of the default permissions, if requested', async () => {
      expect((await check('alice', 'qa = bob', { has_default_permissions: false })).body).toEqual(valid)
      expect((await check('alice', 'qa = bob', { has_default_permissions: true })).body.is_valid).toBe(false)
      expect((await check('alice', 'qa = bob')).body.is_valid).toBe(false)
    })

    it('reports the error of Subversion for a text without other problems, at the named section', async () => {
      const checkedTexts: string[] = []
      storage.checkAccessFile = async (_directory, text) => {
        checkedTexts.push(text)
        return 'Section [:glob:/x] describes the same rule as section [/x]'
      }
      const { body } = await check('alice', '[/x]\n* = r\n[:glob:/x]\n* = rw')
      expect(body).toEqual({
        is_valid: false,
        problems: [{ line: 3, message: 'Section [:glob:/x] describes the same rule as section [/x]', is_fatal: true }],
      })
      expect(checkedTexts[0]).toContain('[groups]\nmembers = alice, bob\npruners =\n')
      expect((await check('alice', 'garbage')).body.problems).toHaveLength(1)
      expect(checkedTexts).toHaveLength(1)
      storage.checkAccessFile = async () => null
    })

    it('works without Subversion', async () => {
      storage.setState('absent')
      expect((await check('alice', '[/]\n* = r')).body).toEqual(valid)
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

    it('reports at most a thousand problems', async () => {
      const { body } = await check('alice', 'x\n'.repeat(1500))
      expect([body.is_valid, body.problems.length, body.problems.at(-1).line]).toEqual([false, 1000, 1000])
    })

    it.each([null, undefined, true, ['x'], { text: 'x' }])('rejects %j, which is no string', async (text) => {
      expect((await check('alice', text)).status).toBe(400)
    })

    it.each([
      { login: 'visitor', expected: [401, 'Unauthorized'] },
      { login: 'carol', expected: notAdministrator },
      { login: 'bob', expected: notAdministrator },
      { login: 'alice', expected: [200, undefined] },
      { login: 'admin', expected: [200, undefined] },
    ])('responds to $login with $expected', async ({ login, expected }) => {
      expect(message(await check(login, '[/]\n* = r'))).toEqual(expected)
    })

    it('returns 404 for repositories that do not exist, are deleted or are hidden from the caller', async () => {
      const hidden = await createRepository(server, secret, 'hidden')
      const deleted = await createDeletedRepository(server, fixture, 'gone')
      for (const of of [9999, deleted])
        expect(message(await check('alice', 'x', {}, of))).toEqual([404, 'Not Found: Repository not found'])
      expect(message(await check('carol', 'x', {}, hidden))).toEqual([404, 'Not Found'])
    })
  })
})
