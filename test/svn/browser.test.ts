import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createFieldDefinition, createProjectFixture, createTrackerDefinition } from '../kit/project-fixture.ts'
import { enableSubversion } from '../kit/repositories.ts'
import { createServer, onEachDatabase, type TestResponse } from '../kit/server.ts'
import { createSvnClient, createWorkingDirectory } from '../kit/svn-client.ts'

const password = 'plenty of apples'

/** Only amy can read `secret`, except for its directory `lobby`; a file and an inner directory are also hidden. */
const accessFile = `[/secret]
* =
@members =
amy = rw
[/secret/lobby]
* = r
amy = rw
[/trunk/diary.txt]
* =
@members =
amy = rw
[/trunk/folder/inner]
* =
@members =
amy = rw
`

const oddNames = [
  '%2e%2e',
  '-rHEAD',
  '@',
  'a@1',
  `it's "quoted" <img src=x onerror=alert(1)>.txt`,
  'é ü.txt',
  'photo\u202egpj.exe',
  '#?&;$(id)',
]

const names = ({ body }: TestResponse): string[] => body.entries.map(({ name }: { name: string }) => name)
const refusal = ({ status, body }: TestResponse) => [status, body?.error?.message]

const hidden = [404, 'Not Found: Path not found in this revision']
const unknown = [404, 'Not Found: Revision not found']

describe.skipIf(inject('subversion') === null)('a repository over REST', () => {
  onEachDatabase((dialect) => {
    const server = createServer(dialect)
    let workingDirectory: Awaited<ReturnType<typeof createWorkingDirectory>>
    let id = 0
    let bug = 0
    let projectId = 0

    const url = (part: string, query: Readonly<Record<string, string | number>> = {}) =>
      `svn/${id}/${part}?${Object.entries(query)
        .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
        .join('&')}`
    const get = (part: string, query: Readonly<Record<string, string | number>> = {}, login = 'amy') =>
      server.as(login).get(url(part, query))

    beforeAll(async () => {
      for (const login of ['amy', 'bob']) await server.createUser(login, { password })
      await server.createUser('eve')
      const project = await createProjectFixture(server, 'pumps', {
        access: 'public',
        members: [server.idOf('amy'), server.idOf('bob')],
        administrators: [server.idOf('amy')],
        trackers: () => [createTrackerDefinition('bug', [createFieldDefinition('string', 'bug:title')])],
      })
      projectId = project.projectId
      await enableSubversion(server, projectId)
      const title = { field_id: project.fields.get('bug:title'), value: 'It leaks' }
      const reported = await server
        .as('amy')
        .post('artifacts', { tracker: { id: project.trackers.get('bug') }, values: [title] })
      bug = reported.body.id
      const settings = { layout: ['trunk/folder/inner', 'secret/lobby'], access_file: accessFile }
      const response = await server.as('amy').post('svn', { project_id: projectId, name: 'main', settings })
      id = response.body.id
      const base = `${await server.app.listen({ host: '127.0.0.1', port: 0 })}/svnplugin/pumps/main`
      workingDirectory = await createWorkingDirectory()
      await fill(base)
    })
    afterAll(() => workingDirectory?.remove())

    /** Commits revisions 2 to 8. */
    async function fill(base: string): Promise<void> {
      const amy = createSvnClient(workingDirectory.directory, 'amy', password)
      const bob = createSvnClient(workingDirectory.directory, 'bob', password)
      const write = async (file: string, text: string | Uint8Array) => {
        await mkdir(path.dirname(path.join(workingDirectory.directory, 'all', file)), { recursive: true })
        await writeFile(path.join(workingDirectory.directory, 'all', file), text)
      }
      await amy.run('checkout', '--quiet', base, 'all')
      const all = amy.in('all')
      const commit = async (message: string) => {
        await all.run('add', '--force', '--quiet', '--no-auto-props', '.')
        await all.run('commit', '--quiet', '-m', message)
        await all.run('update', '--quiet')
      }
      await write('trunk/readme.txt', 'one\ntwo\n$Id$\n')
      await write('trunk/page.html', '<script>alert(1)</script>')
      await write('trunk/bytes.bin', new Uint8Array([0, 1, 2, 255]))
      await write('trunk/diary.txt', 'Dear diary\n')
      await write('trunk/folder/inner/deep.txt', 'deep\n')
      await write('trunk/folder/plain.txt', 'plain\n')
      await write('secret/plans.txt', 'plans\n')
      await write('secret/lobby/sign.txt', 'welcome\n')
      for (const name of oddNames) await write(`trunk/odd/${name}`, `${name}\n`)
      await commit(`Begins with bug #${bug} <b>bold</b>`)
      await all.run('propset', '--quiet', 'svn:mime-type', 'text/html', 'trunk/page.html')
      await all.run('propset', '--quiet', 'svn:mime-type', 'image/png', 'trunk/bytes.bin')
      await all.run('propset', '--quiet', 'svn:keywords', 'Id', 'trunk/readme.txt')
      await all.run('propset', '--quiet', 'note', 'open', 'trunk')
      await write('trunk/readme.txt', 'one\n2\n$Id$\n')
      await write('secret/plans.txt', 'other plans\n')
      await commit('Something of secret/plans.txt')
      await write('secret/plans.txt', 'more plans\n')
      await commit('Only plans.txt')
      await amy.run('copy', '--quiet', '-m', 'Opens the plans', `${base}/secret`, `${base}/trunk/opened`)
      await bob.run('copy', '--quiet', '-m', 'A branch', `${base}/trunk/folder/plain.txt`, `${base}/trunk/copy.txt`)
      await all.run('update', '--quiet')
      await all.run('delete', '--quiet', 'trunk/folder')
      await commit('No directory')
      await write('trunk/folder', 'a file now\n')
      await write('trunk/long.txt', 'a long line of text\n'.repeat(50_000))
      await write('trunk/huge.txt', 'x\n'.repeat(1_200_000))
      await commit('Large files')
    }

    describe('a directory', () => {
      it('lists its entries, directories first, with their last commits', async () => {
        const { status, body, headers } = await get('tree', { path: 'trunk', revision: 3 })
        expect([status, body.path, body.revision]).toEqual([200, '/trunk', 3])
        expect(body.entries.map(({ name, kind, size }: any) => [name, kind, size])).toEqual([
          ['folder', 'directory', null],
          ['odd', 'directory', null],
          ['bytes.bin', 'file', 4],
          ['diary.txt', 'file', 11],
          ['page.html', 'file', 25],
          ['readme.txt', 'file', 11],
        ])
        expect(body.entries[5]).toMatchObject({
          path: '/trunk/readme.txt',
          last_commit: {
            revision: 3,
            author_name: 'amy',
            author: { id: server.idOf('amy'), username: 'amy' },
            date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/),
          },
        })
        expect(headers['x-pagination-size']).toBe('6')
      })

      it('lists all entries in pages', async () => {
        const whole = names(await get('tree', { path: '/trunk/odd', revision: 2 }))
        expect(whole.toSorted()).toEqual(oddNames.toSorted())
        for (const limit of [1, 2, 4]) {
          const walked: string[] = []
          for (let offset = 0; offset < whole.length; offset += limit) {
            const page = await get('tree', { path: '/trunk/odd', revision: 2, limit, offset })
            expect(page.headers['x-pagination-size']).toBe(String(whole.length))
            walked.push(...names(page))
          }
          expect(walked).toEqual(whole)
        }
      })

      it('lists entries of any revision', async () => {
        expect(names(await get('tree', { revision: 0 }))).toEqual([])
        expect(names(await get('tree', { revision: 1 }))).toEqual(['secret', 'trunk'])
        expect(names(await get('tree', { path: '/trunk' }))).toContain('copy.txt')
        expect(names(await get('tree', { path: '/trunk', revision: 5 }))).not.toContain('copy.txt')
        expect(refusal(await get('tree', { revision: 99 }))).toEqual(unknown)
        expect(refusal(await get('tree', { path: '/trunk', revision: 0 }))).toEqual(hidden)
      })

      it('neither lists nor counts hidden entries', async () => {
        for (const login of ['bob', 'eve', 'visitor']) {
          const top = await get('tree', {}, login)
          expect([names(top), top.headers['x-pagination-size']]).toEqual([['trunk'], '1'])
          expect(names(await get('tree', { path: '/trunk', revision: 3 }, login))).not.toContain('diary.txt')
          expect(names(await get('tree', { path: '/trunk/folder', revision: 3 }, login))).toEqual(['plain.txt'])
          expect(refusal(await get('tree', { path: '/secret' }, login))).toEqual(hidden)
          expect(refusal(await get('tree', { path: '/trunk/folder/inner', revision: 3 }, login))).toEqual(hidden)
          // Entries of the access file for a lower path replace inherited ones.
          expect(names(await get('tree', { path: '/secret/lobby' }, login))).toEqual(['sign.txt'])
        }
        expect(names(await get('tree', {}))).toEqual(['secret', 'trunk'])
      })

      it('returns 400 for a file', async () => {
        expect(refusal(await get('tree', { path: '/trunk/readme.txt' }))[0]).toBe(400)
      })
    })

    describe('a file', () => {
      it('is returned as committed, with headers that prevent execution', async () => {
        const { status, text, headers } = await get('file', { path: '/trunk/readme.txt', revision: 3 })
        expect([status, text]).toEqual([200, 'one\n2\n$Id$\n'])
        expect(headers).toMatchObject({
          'content-type': 'application/octet-stream',
          'content-disposition': 'attachment; filename="readme.txt"',
          'x-content-type-options': 'nosniff',
          'content-security-policy': expect.stringContaining('sandbox'),
          'cache-control': 'private',
        })
        const page = await get('file', { path: '/trunk/page.html', revision: 3 })
        expect([page.text, page.headers['content-type']]).toEqual([
          '<script>alert(1)</script>',
          'application/octet-stream',
        ])
        const picture = await get('file', { path: '/trunk/bytes.bin', revision: 3 })
        expect(picture.headers['content-type']).toBe('image/png')
        expect((await get('file', { path: '/trunk/readme.txt', revision: 2 })).text).toBe('one\ntwo\n$Id$\n')
      })

      it('is returned with any name', async () => {
        for (const name of oddNames) {
          const { status, text, headers } = await get('file', { path: `/trunk/odd/${name}` })
          expect([status, text]).toEqual([200, `${name}\n`])
          expect(headers['content-disposition']).not.toMatch(/[\u202e\n]/)
          expect((await get('commits', { path: `/trunk/odd/${name}` })).body).toHaveLength(1)
        }
      })

      it('is returned completely if it is large', async () => {
        expect((await get('file', { path: '/trunk/huge.txt' })).text).toHaveLength(2_400_000)
      })

      it('returns 404 if it is hidden or missing', async () => {
        for (const login of ['bob', 'eve', 'visitor'])
          for (const [file, revision] of [
            ['/secret/plans.txt', 3],
            ['/trunk/diary.txt', 2],
            ['/trunk/folder/inner/deep.txt', 2],
            ['/trunk/nothing', 2],
          ] as const)
            expect(refusal(await get('file', { path: file, revision }, login))).toEqual(hidden)
        expect((await get('file', { path: '/secret/lobby/sign.txt' }, 'visitor')).text).toBe('welcome\n')
      })

      it('returns 400 for a directory', async () => {
        for (const directory of ['/', '/trunk']) expect((await get('file', { path: directory })).status).toBe(400)
      })
    })

    const revisions = ({ body }: TestResponse) => body.map(({ revision }: { revision: number }) => revision)

    describe('commits', () => {
      it('are listed newest first, in pages', async () => {
        const { body, headers } = await get('commits', { limit: 3, offset: 1 })
        expect(body.map(({ revision, message }: any) => [revision, message])).toEqual([
          [7, 'No directory'],
          [6, 'A branch'],
          [5, 'Opens the plans'],
        ])
        expect(headers['x-pagination-size']).toBe('8')
        expect(revisions(await get('commits', { revision: 2 }))).toEqual([2, 1])
        expect(revisions(await get('commits', { revision: 0 }))).toEqual([])
      })

      it('have changed paths and rendered references', async () => {
        const { body } = await get('commits/6')
        expect(body).toMatchObject({
          revision: 6,
          author_name: 'bob',
          author: { id: server.idOf('bob') },
          message: 'A branch',
          changed_paths: [
            {
              path: '/trunk/copy.txt',
              kind: 'file',
              action: 'added',
              copied_from: { path: '/trunk/folder/plain.txt', revision: 5 },
            },
          ],
          changed_paths_size: 1,
        })
        const first = (await get('commits/2')).body
        expect(first.message).toBe(`Begins with bug #${bug} <b>bold</b>`)
        expect(first.post_processed_message).toMatch(
          new RegExp(
            `^Begins with <a href="[^"]*/goto\\?key=bug&amp;val=${bug}&amp;group_id=${projectId}"[^>]*>bug #${bug}</a> &lt;b&gt;bold&lt;/b&gt;$`,
          ),
        )
        expect((await get('commits/7')).body.changed_paths).toEqual([
          { path: '/trunk/folder', kind: 'directory', action: 'deleted', copied_from: null },
        ])
      })

      it('of a path include those before it was copied', async () => {
        expect(revisions(await get('commits', { path: '/trunk/readme.txt' }))).toEqual([3, 2])
        expect(revisions(await get('commits', { path: '/trunk/copy.txt' }))).toEqual([6, 2])
        expect(revisions(await get('commits', { path: '/trunk/folder', revision: 6 }))).toEqual([2, 1])
        const page = await get('commits', { path: '/trunk/copy.txt', limit: 1, offset: 1 })
        expect([revisions(page), page.headers['x-pagination-size']]).toEqual([[2], '2'])
        expect(refusal(await get('commits', { path: '/trunk/nothing' }))).toEqual(hidden)
      })

      it('are not listed if they only change hidden paths, and others do not reveal hidden paths', async () => {
        for (const login of ['bob', 'eve', 'visitor']) {
          const all = await get('commits', {}, login)
          // Revision 4 only changes a hidden file.
          expect(revisions(all)).toEqual([8, 7, 6, 5, 3, 2, 1])
          expect(all.headers['x-pagination-size']).toBe('7')
          expect(all.text).not.toMatch(/plans\.txt|diary|inner|"\/secret"/)
          expect(refusal(await get('commits/4', {}, login))).toEqual(unknown)
          const [partly] = (await get('commits', { limit: 1, offset: 4 }, login)).body
          expect(partly).toMatchObject({ revision: 3, message: null, post_processed_message: null })
          expect(partly.changed_paths.map((change: any) => change.path)).not.toContain('/secret/plans.txt')
          const copy = (await get('commits/5', {}, login)).body
          expect(copy).toMatchObject({ message: null, changed_paths: [{ path: '/trunk/opened', copied_from: null }] })
          expect((await get('commits/7', {}, login)).body.message).toBe('No directory')
          expect(refusal(await get('commits', { path: '/secret' }, login))).toEqual(hidden)
        }
        expect((await get('commits/3')).body.message).toBe('Something of secret/plans.txt')
      })

      it('return 404 outside the range from 1 to the last revision', async () => {
        for (const none of ['0', '-1', '9', '99999999999'])
          expect(refusal(await get(`commits/${none}`))).toEqual(unknown)
      })
    })

    describe('a difference', () => {
      const paths = ({ body }: TestResponse) => body.differences.map((each: any) => each.path)
      const one = async (file: string, from: number, to: number, login = 'amy') =>
        (await get('diff', { path: file, from, to }, login)).body.differences[0]

      it('is a unified diff with full paths', async () => {
        const read = await one('/trunk/readme.txt', 2, 3)
        expect(read).toMatchObject({
          kind: 'file',
          action: 'modified',
          are_properties_changed: true,
          is_cut: false,
          omitted_because: null,
        })
        expect(read.diff).toContain('--- trunk/readme.txt\t(revision 2)\n+++ trunk/readme.txt\t(revision 3)\n')
        expect(read.diff).toContain('@@ -1,3 +1,3 @@\n one\n-two\n+2\n $Id$\n')
        expect(read.diff).toContain('Property changes on: trunk/readme.txt\n')
        expect((await one('/trunk/readme.txt', 3, 2)).diff).toContain('-2\n+two\n')
      })

      it('is that of the last revision by default', async () => {
        const { body, headers } = await get('diff')
        expect([body.from, body.to]).toEqual([7, 8])
        expect(paths({ body } as TestResponse)).toEqual(['/trunk/folder', '/trunk/huge.txt', '/trunk/long.txt'])
        expect(headers['x-pagination-size']).toBe('3')
      })

      it('lists added, deleted and modified paths and property changes, in pages', async () => {
        const { body } = await get('diff', { from: 2, to: 3 })
        expect(body.differences.map(({ path, action, are_properties_changed: p }: any) => [path, action, p])).toEqual([
          ['/secret/plans.txt', 'modified', false],
          ['/trunk', null, true],
          ['/trunk/bytes.bin', null, true],
          ['/trunk/page.html', null, true],
          ['/trunk/readme.txt', 'modified', true],
        ])
        const walked: string[] = []
        for (let offset = 0; offset < 5; offset += 2)
          walked.push(...paths(await get('diff', { from: 2, to: 3, limit: 2, offset })))
        expect(walked).toEqual(paths({ body } as TestResponse))
        expect((await one('/trunk', 2, 3)).diff).toContain('Property changes on: trunk\n')
        expect(await one('/trunk/copy.txt', 5, 6)).toMatchObject({
          action: 'added',
          diff: expect.stringContaining(
            '--- trunk/copy.txt\t(nonexistent)\n+++ trunk/copy.txt\t(revision 6)\n@@ -0,0 +1 @@\n+plain\n',
          ),
        })
        expect(await one('/trunk/folder/plain.txt', 6, 7)).toMatchObject({
          action: 'deleted',
          diff: expect.stringContaining('-plain\n'),
        })
      })

      it('lists a directory and a file of the same path separately', async () => {
        const { body } = await get('diff', { path: '/trunk/folder', from: 6, to: 8 })
        expect(body.differences.map(({ path, kind, action }: any) => [path, kind, action])).toEqual([
          expect.arrayContaining(['/trunk/folder']),
          expect.arrayContaining(['/trunk/folder']),
          ['/trunk/folder/inner', 'directory', 'deleted'],
          ['/trunk/folder/inner/deep.txt', 'file', 'deleted'],
          ['/trunk/folder/plain.txt', 'file', 'deleted'],
        ])
        const bob = await get('diff', { path: '/trunk/folder', from: 6, to: 8 }, 'bob')
        expect(bob.text).not.toMatch(/inner|deep/)
        expect(bob.text).toContain('+a file now')
      })

      it('is truncated if it is long, and omitted if it is too large or binary', async () => {
        const long = await one('/trunk/long.txt', 7, 8)
        expect([long.is_cut, long.omitted_because, long.diff.endsWith('\n')]).toEqual([true, null, true])
        expect(long.diff.length).toBeGreaterThan(200_000)
        expect(long.diff.length).toBeLessThan(300_000)
        expect(await one('/trunk/huge.txt', 7, 8)).toMatchObject({ diff: '', omitted_because: 'too large' })
        expect(await one('/trunk/bytes.bin', 1, 2)).toMatchObject({ diff: '', omitted_because: 'binary' })
      })

      it('is returned for any file name', async () => {
        const { body } = await get('diff', { path: '/trunk/odd', from: 1, to: 2, limit: 50 })
        for (const name of oddNames) {
          const difference = body.differences.find((each: any) => each.path === `/trunk/odd/${name}`)
          expect(difference.diff).toContain(`+${name}\n`)
        }
      })

      it('reveals neither hidden paths nor hidden copy sources', async () => {
        for (const login of ['bob', 'eve', 'visitor']) {
          const all = await get('diff', { from: 1, to: 4, limit: 50 }, login)
          expect(all.text).not.toMatch(/plans|diary|inner|deep/)
          expect(paths(all)).toContain('/trunk/readme.txt')
          expect(paths(await get('diff', { from: 3, to: 4 }, login))).toEqual([])
          expect(refusal(await get('diff', { path: '/secret', from: 1, to: 4 }, login))).toEqual(hidden)
          const copied = await get('diff', { path: '/trunk/opened', from: 4, to: 5 }, login)
          expect(copied.body.differences.every((each: any) => each.action === 'added')).toBe(true)
          expect(copied.text).not.toContain('/secret')
        }
      })

      it('returns 404 for unknown revisions and paths', async () => {
        expect(refusal(await get('diff', { from: 99 }))).toEqual(unknown)
        expect(refusal(await get('diff', { to: 99 }))).toEqual(unknown)
        expect(refusal(await get('diff', { path: '/trunk/nothing' }))).toEqual(hidden)
        expect((await get('diff', { path: '/trunk/readme.txt', from: 3, to: 3 })).body.differences).toEqual([])
      })
    })

    describe('any request', () => {
      const hostile = [
        '..',
        '../../../../etc/passwd',
        '/trunk/../secret',
        '/trunk/./readme.txt',
        '%2e%2e/%2e%2e/etc/passwd',
        'trunk\nreadme.txt',
        'file:///etc/passwd',
        '@1',
        '--help',
        '^/trunk',
        'x/'.repeat(2000),
        'y'.repeat(4000),
        '\ud7ff\uffff',
      ]

      it('cannot read outside the repository', async () => {
        for (const part of ['tree', 'file', 'commits', 'diff'])
          for (const path of hostile)
            expect([part, path, refusal(await get(part, { path }))]).toEqual([part, path, hidden])
      })

      it('returns 400 for invalid paths and revisions', async () => {
        for (const part of ['tree', 'file', 'commits', 'diff']) {
          expect((await server.as('amy').get(`svn/${id}/${part}?path=a%00b`)).status).toBeGreaterThanOrEqual(400)
          expect((await server.as('amy').get(`svn/${id}/${part}?path=%ff%fe`)).status).toBeLessThan(500)
          expect((await get(part, { path: 'z'.repeat(5000) })).status).toBe(400)
        }
        for (const revision of ['HEAD', '-1', '1.5', '99999999999', '{2020-01-01}', '1:2'])
          expect((await get('tree', { revision })).status).toBe(400)
      })

      it('applies a changed access file immediately', async () => {
        const settings = {
          commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: false },
          immutable_tags: { paths: [], whitelist: [] },
          email_notifications: [],
        }
        const put = (access_file: string) =>
          server.as('amy').put(`svn/${id}`, { settings: { ...settings, access_file } })
        await put('')
        expect(names(await get('tree', {}, 'visitor'))).toEqual(['secret', 'trunk'])
        expect((await get('commits/4', {}, 'visitor')).body.message).toBe('Only plans.txt')
        await put('[/]\n* =\n@members =\nbob = r')
        expect(refusal(await get('tree', {}, 'amy'))).toEqual(hidden)
        expect(revisions(await get('commits', {}, 'bob'))).toHaveLength(8)
        await put('[main:/secret]\n* =\n@members =\n[:glob:/**/*.html]\n* =\n@members =')
        expect(names(await get('tree', {}, 'bob'))).toEqual(['trunk'])
        expect(names(await get('tree', { path: '/trunk', revision: 2 }, 'bob'))).not.toContain('page.html')
        await put(accessFile)
        expect(names(await get('tree', {}, 'amy'))).toEqual(['secret', 'trunk'])
      })
    })
  })
})
