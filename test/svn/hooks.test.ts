import { chmod, chown, copyFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { createSmtpMail } from '../../src/app/ports/mail.ts'
import { purgeRepositories } from '../../src/subversion/commands/purge-repositories.ts'
import { recoverMissedCommits } from '../../src/subversion/commands/recover-missed-commits.ts'
import { startMailbox } from '../kit/mailbox.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { enableSubversion, storeAccessFile } from '../kit/repositories.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'
import { createSvnClient, createWorkingDirectory, runProgram, type SvnClient } from '../kit/svn-client.ts'

const password = 'plenty of apples'
const settings = {
  commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: false },
  immutable_tags: { paths: [], whitelist: [] },
  email_notifications: [],
  access_file: '',
}

describe.skipIf(inject('subversion') === null)('hooks of a repository', () => {
  onEachDatabase((dialect) => {
    const mailbox = startMailbox()
    const server = createServer(dialect, {
      env: {
        TULIPWOOD_PUBLIC_URL: 'https://tracker.example',
        TULIPWOOD_SMTP_URL: 'smtp://127.0.0.1:9',
        TULIPWOOD_MAIL_FROM: 'Tulipwood <tracker@mail.example>',
      },
    })
    let project: ProjectFixture
    let base = ''
    let amy: SvnClient
    let bob: SvnClient
    let workingDirectory: Awaited<ReturnType<typeof createWorkingDirectory>>

    beforeAll(async () => {
      for (const login of ['Amy', 'bob', 'eve'])
        await server.createUser(login, { password, email: `${login}@people.example` })
      project = await createProjectFixture(server, 'pumps', {
        access: 'private',
        members: [server.idOf('Amy'), server.idOf('bob')],
        administrators: [server.idOf('Amy')],
        groups: { staff: [server.idOf('bob')] },
        trackers: () => [
          createTrackerDefinition('bug', [
            createFieldDefinition('string', 'bug:title'),
            createFieldDefinition('cross', 'bug:refs'),
          ]),
        ],
      })
      await enableSubversion(server, project.projectId)
      base = `${await server.app.listen({ host: '127.0.0.1', port: 0 })}/svnplugin/pumps`
      workingDirectory = await createWorkingDirectory()
      amy = createSvnClient(workingDirectory.directory, 'Amy', password)
      bob = createSvnClient(workingDirectory.directory, 'bob', password)
    })
    afterAll(() => workingDirectory?.remove())
    afterEach(async () => {
      await server.as('admin').patch('site_settings', { svn_allow_empty_message: true, svn_max_file_mib: 50 })
      await server.world.db.write((tx) => tx.deleteFrom('job').execute())
      mailbox.take()
    })

    const repository = async (name: string, overrides: object = {}) => {
      const layout = ['trunk', 'branches', 'tags']
      const response = await server
        .as('Amy')
        .post('svn', { project_id: project.projectId, name, settings: { layout, ...overrides } })
      expect([response.status, response.body.error]).toEqual([201, undefined])
      return { id: response.body.id as number, url: `${base}/${name}` }
    }
    const change = async (id: number, overrides: object): Promise<void> => {
      const answer = await server.as('Amy').put(`svn/${id}`, { settings: { ...settings, ...overrides } })
      expect([answer.status, answer.body?.error]).toEqual([200, undefined])
    }
    const bug = async (): Promise<number> => {
      const answer = await server.as('Amy').post('artifacts', {
        tracker: { id: project.trackers.get('bug') },
        values: [{ field_id: project.fields.get('bug:title'), value: 'It leaks' }],
      })
      expect(answer.status).toBe(201)
      return answer.body.id
    }
    const references = async (id: number, who = 'Amy') => {
      const { body } = await server.as(who).get(`artifacts/${id}`)
      return body.values.find((value: { type: string }) => value.type === 'cross').value
    }
    const mkdir = (message: string, url: string, who = amy) => who.attempt('mkdir', '-m', message, url)

    it('reject empty messages if they are not allowed', async () => {
      const { url } = await repository('messages')
      expect((await mkdir('', `${url}/trunk/a`)).code).toBe(0)
      await server.as('admin').patch('site_settings', { svn_allow_empty_message: false })
      const { code, stderr } = await mkdir('  ', `${url}/trunk/b`)
      expect(code).toBe(1)
      expect(stderr).toContain(
        'Commit blocked by pre-commit hook (exit code 1) with output:\nsvn: E165001: Commit message must not be empty'.split(
          '\n',
        )[0],
      )
      expect(stderr).toContain('Commit message must not be empty')
      expect(await amy.run('list', `${url}/trunk`)).toBe('a/\n')
    })

    it('require a valid reference, and add a cross-reference to the artifact', async () => {
      const { url } = await repository('referring', {
        commit_rules: { is_reference_mandatory: true, is_commit_message_change_allowed: false },
      })
      const id = await bug()
      const unknown = [`story #${id}`, `bug #nowhere:${id}`, `bug #${id}/2`, 'rev #1', 'wiki #page']
      for (const message of ['nothing', `#${id}`, `bug${id}`, `bug#${id}`, `bug ${id}`, ...unknown]) {
        const { stderr } = await mkdir(message, `${url}/trunk/a`)
        expect(stderr).toContain('Commit message must contains a reference')
      }
      const before = await server.as('Amy').get(`artifacts/${id}`)
      expect(await references(id)).toEqual([])
      expect((await mkdir(`Mends bug #${id} and art #${id}`, `${url}/trunk/a`)).code).toBe(0)
      expect((await mkdir('As in svn #referring/2', `${url}/trunk/b`)).code).toBe(0)
      // Whether the target exists does not matter.
      const known = [`bug #${id + 1000}`, 'ART #999999999', 'svn #referring/99', `bug #${project.projectId}:999`]
      for (const [index, message] of known.entries())
        expect((await mkdir(message, `${url}/trunk/known${index}`)).code).toBe(0)
      const reference = {
        ref: 'svn #referring/2',
        url: `https://tracker.example/goto?key=svn&val=referring/2&group_id=${project.projectId}`,
        direction: 'in',
      }
      expect(await references(id)).toEqual([reference])
      const etag = `${before.headers['etag']}`
      expect((await server.as('Amy').get(`artifacts/${id}`, { headers: { 'if-none-match': etag } })).status).toBe(200)
    })

    it('allow tags to be created, but not changed, including properties', async () => {
      const { url } = await repository('tagged', { immutable_tags: { paths: ['/tags'], whitelist: [] } })
      expect((await amy.attempt('copy', '-m', 'v1', `${url}/trunk`, `${url}/tags/v1`)).code).toBe(0)
      for (const attempt of [mkdir('in', `${url}/tags/v1/in`), amy.attempt('delete', '-m', 'gone', `${url}/tags/v1`)])
        await expect(attempt.then(({ stderr }) => stderr)).resolves.toMatch(
          /Commit to tag `tags\/v1\/.*` is not allowed/,
        )
      await amy.run('checkout', `${url}/tags`, 'tags')
      await amy.in('tags').run('propset', 'note', 'x', 'v1')
      const { stderr } = await amy.in('tags').attempt('commit', '-m', 'property')
      expect(stderr).toContain('Commit to tag `tags/v1/` is not allowed')
      expect((await mkdir('next to it', `${url}/tags2`)).code).toBe(0)
    })

    it('reject files that are too large', async () => {
      const { url } = await repository('sizes')
      await server.as('admin').patch('site_settings', { svn_max_file_mib: 1 })
      await writeFile(path.join(workingDirectory.directory, 'large'), Buffer.alloc(1024 ** 2 + 1))
      await writeFile(path.join(workingDirectory.directory, 'fits'), Buffer.alloc(1024 ** 2))
      expect((await amy.attempt('import', '-m', 'x', 'large', `${url}/trunk/large é`)).stderr).toContain(
        '`trunk/large é` file size is 1048577 bytes. Allowed limit is 1048576 bytes.',
      )
      expect((await amy.attempt('import', '-m', 'x', 'fits', `${url}/trunk/fits`)).code).toBe(0)
    })

    it('allow changes of messages if enabled, but of no other revision property', async () => {
      const { id, url } = await repository('changing')
      const attempt = async (...args: string[]) => (await amy.attempt(...args, '--revprop', '-r', '1', url)).stderr
      expect(await attempt('propset', 'svn:log', 'other')).toContain('Commit message is not allowed to change.')
      expect(await attempt('propset', 'svn:author', 'eve')).toContain('Cannot modify anything but svn:log')
      await change(id, { commit_rules: { is_reference_mandatory: true, is_commit_message_change_allowed: true } })
      expect(await attempt('propset', 'svn:log', 'other')).toContain('Commit message must contains a reference')
      expect(await attempt('propset', 'svn:log', `art #${await bug()}`)).toBe('')
      expect(await attempt('propdel', 'svn:log')).toContain('Cannot modify anything but svn:log')
    })

    it('enqueue mails about commits below a path', async () => {
      const { url } = await repository('notifying', {
        email_notifications: [
          { path: '/trunk/*', emails: ['List@elsewhere.example'], users: [server.idOf('eve')], user_groups: [] },
          { path: '/trunk', emails: ['bob@people.example'], users: [], user_groups: [`${project.projectId}_3`] },
          { path: '/tags', emails: ['tags@elsewhere.example'], users: [], user_groups: [] },
        ],
      })
      const from = { name: 'Tulipwood', address: 'tracker@mail.example' }
      const world = { ...server.world, mail: createSmtpMail({ url: `smtp://127.0.0.1:${mailbox.port}`, from }) }
      await writeFile(path.join(workingDirectory.directory, 'readme'), 'Read me')
      await amy.run('import', '-m', 'Pumps', 'readme', `${url}/trunk/readme`)
      await runJobs(world)
      expect(
        mailbox
          .take()
          .flatMap(({ to }) => to)
          .sort(),
      ).toEqual(['amy@people.example', 'bob@people.example'])
      await amy.run('mkdir', '-m', 'Old & new <pumps>', `${url}/trunk/pumps`)
      await runJobs(world)
      const mails = mailbox.take()
      expect(mails.flatMap(({ to }) => to).sort()).toEqual(['amy@people.example', 'bob@people.example'])
      expect(mails[0]?.header('subject')).toBe('r3 trunk')
      expect(mails[0]?.text).toContain('Old & new <pumps>')
      expect(mails[0]?.text.replaceAll('\r', '')).toContain('Added files :\n  trunk/pumps/')
      expect(mails[0]?.text).toContain('SVN Repository: https://tracker.example/svnplugin/pumps/notifying')
      await amy.run('import', '-m', 'Inside', 'readme', `${url}/trunk/pumps/readme`)
      await runJobs(world)
      expect(
        mailbox
          .take()
          .flatMap(({ to }) => to)
          .sort(),
      ).toEqual(['amy@people.example', 'bob@people.example', 'list@elsewhere.example'])
      await amy.run('mkdir', '-m', 'None', `${url}/branches/x`)
      expect(await runJobs(world)).toEqual({ 'notify-commit': 1 })
    })

    it('mail a link to the differences of each file, also of deleted ones', async () => {
      const notification = { path: '/', emails: ['list@elsewhere.example'], users: [], user_groups: [] }
      const from = { name: 'Tulipwood', address: 'tracker@mail.example' }
      const world = { ...server.world, mail: createSmtpMail({ url: `smtp://127.0.0.1:${mailbox.port}`, from }) }
      const { url } = await repository('linking', { email_notifications: [notification] })
      const copy = path.join(workingDirectory.directory, 'linking')
      await amy.run('checkout', '--quiet', `${url}/trunk`, copy)
      const write = (name: string, text: string) => writeFile(path.join(copy, name), text)
      const commit = async (message: string) => amy.run('commit', '--quiet', '-m', message, copy)
      for (const name of ['old.txt', 'kept one.txt']) await write(name, name)
      await amy.run('add', '--quiet', path.join(copy, 'old.txt'), path.join(copy, 'kept one.txt'))
      await commit('First')
      await runJobs(world)
      mailbox.take()
      await amy.run('delete', '--quiet', path.join(copy, 'old.txt'))
      await write('kept one.txt', 'changed')
      await write('new.txt', 'new')
      await amy.run('add', '--quiet', path.join(copy, 'new.txt'))
      await amy.run('mkdir', '--quiet', path.join(copy, 'empty'))
      await commit('Second')
      await runJobs(world)
      const text = mailbox.take()[0]?.text.replaceAll('\r', '') ?? ''
      const view = 'roottype=svn&view=diff&r1=2&r2=3&root=pumps/linking'
      expect(/Source code changes:\n(.*)\n$/s.exec(text)?.[1]?.trimEnd().split('\n')).toEqual([
        `  https://tracker.example/plugins/svn/trunk/kept%20one.txt?${view}`,
        `  https://tracker.example/plugins/svn/trunk/new.txt?${view}`,
        `  https://tracker.example/plugins/svn/trunk/old.txt?${view}`,
      ])
    })

    it('record missed commits again, once', async () => {
      const { url } = await repository('losing')
      const id = await bug()
      await amy.run('mkdir', '-m', `bug #${id}`, `${url}/trunk/a`)
      const { db } = server.world
      for (const table of ['repository_reference', 'repository_commit'] as const)
        await db.write((tx) => tx.deleteFrom(table).execute())
      expect(await references(id)).toEqual([])
      for (let times = 0; times < 2; times++) await recoverMissedCommits(server.world)
      expect(await references(id)).toMatchObject([{ ref: 'svn #losing/2' }])
    })

    it('accept commits after one that was killed before it was complete', async () => {
      const { id, url } = await repository('halfway')
      const { read } = server.world.db
      const { directory } = await read
        .selectFrom('repository')
        .select('directory')
        .where('id', '=', id as never)
        .executeTakeFirstOrThrow()
      const repositoryPath = server.world.repositories.path(`${directory}`)
      // Subversion leaves the properties of revision 2, which is not the youngest revision.
      const revisionProperties = path.join(repositoryPath, 'db/revprops/0/2')
      await copyFile(path.join(repositoryPath, 'db/revprops/0/1'), revisionProperties)
      const { uid, gid } = await stat(path.join(repositoryPath, 'db/revprops/0/1'))
      await chown(revisionProperties, uid, gid)
      await chmod(revisionProperties, 0o444)
      for (const name of ['a', 'b']) await amy.run('mkdir', '-m', name, `${url}/trunk/${name}`)
      expect(await amy.run('log', '-q', url)).toMatch(/r3 .*r2 .*r1 /s)
    })

    it('work again in a restored repository, but not in a purged one', async () => {
      const { id, url } = await repository('passing', { access_file: '[/]\n@staff = r' })
      const crash = await bug()
      await amy.run('mkdir', '-m', `bug #${crash}`, `${url}/trunk/a`)
      expect((await server.as('Amy').delete(`svn/${id}`)).status).toBe(202)
      expect((await mkdir('late', `${url}/trunk/late`)).stderr).toContain('This repository is being deleted')
      await runJobs(server.world)
      expect((await server.as('Amy').get(`svn/${id}`)).status).toBe(404)
      expect((await amy.attempt('list', url)).code).toBe(1)
      expect(await references(crash)).toEqual([])
      expect((await server.as('bob').post(`svn/${id}/restore`)).status).toBe(403)
      const restored = await server.as('Amy').post(`svn/${id}/restore`)
      expect([restored.status, restored.body.settings?.access_file]).toEqual([200, '[/]\n@staff = r'])
      expect(await amy.run('list', '-R', `${url}/trunk`)).toBe('a/\n')
      expect(await references(crash)).toMatchObject([{ ref: 'svn #passing/2' }])
      expect((await mkdir('again', `${url}/trunk/b`)).code).toBe(0)
      await change(id, { immutable_tags: { paths: ['tags'], whitelist: [] } })
      expect((await mkdir('x', `${url}/tags/x/y`)).code).toBe(1)
      expect((await server.as('Amy').post(`svn/${id}/restore`)).status).toBe(400)

      expect((await server.as('Amy').delete(`svn/${id}`)).status).toBe(202)
      await runJobs(server.world)
      await purgeRepositories(server.world)
      expect((await server.as('Amy').post('svn', { project_id: project.projectId, name: 'Passing' })).status).toBe(409)
      const inDays = (days: number) => ({
        ...server.world,
        clock: { now: () => server.world.clock.now() + days * 86_400 },
      })
      await purgeRepositories(inDays(4))
      expect((await server.as('Amy').post(`svn/${id}/restore`)).status).toBe(404)
      expect((await server.as('Amy').post('svn', { project_id: project.projectId, name: 'Passing' })).status).toBe(201)
    })

    it('apply the access file from the next request on', async () => {
      const { id, url } = await repository('guarded')
      expect((await mkdir('bob', `${url}/trunk/amy`, bob)).code).toBe(0)
      await change(id, { access_file: '[/]\n@members = r\n@staff = rw\n[/trunk/amy/]\n@members =\namy = rw\n' })
      expect((await mkdir('amy', `${url}/trunk/x`)).stderr).toContain('Access to')
      expect((await mkdir('bob', `${url}/trunk/amy/x`, bob)).code).toBe(1)
      expect((await mkdir('bob', `${url}/trunk/b`, bob)).code).toBe(0)
      expect((await mkdir('amy', `${url}/trunk/amy/x`)).code).toBe(0)
      await server
        .as('Amy')
        .put(`user_groups/${project.groups.get('staff')}/users`, { user_references: [{ username: 'Amy' }] })
      expect((await mkdir('amy', `${url}/trunk/x`)).code).toBe(0)
      expect((await mkdir('bob', `${url}/trunk/y`, bob)).code).toBe(1)

      await storeAccessFile(server, id, 'garbage')
      expect((await amy.attempt('list', url)).code).toBe(1)
      const { body } = await server.as('Amy').get(`svn/${id}/access_files`)
      expect(body).toMatchObject({ current_version: 2, problem: 'line 1: expected a name and "="' })
      await storeAccessFile(server, id, '[/a//b]\n* =')
      const rejected = await server.as('Amy').get(`svn/${id}/access_files?limit=1`)
      expect(rejected.body.problem).toContain('Non-canonical path')
      expect(rejected.body.versions).toMatchObject([{ version: 3, access_file: '[/a//b]\n* =' }])
      expect(rejected.headers['x-pagination-size']).toBe('3')
      expect((await server.as('Amy').put(`svn/${id}/access_files/current`, { version: 9 })).status).toBe(400)
      expect((await server.as('Amy').put(`svn/${id}/access_files/current`, { version: 2 })).body.error.message).toBe(
        'Bad Request: Subversion cannot read the access file: line 1: expected a name and "="',
      )
      expect((await server.as('bob').put(`svn/${id}/access_files/current`, { version: 1 })).status).toBe(403)
      expect((await server.as('Amy').put(`svn/${id}/access_files/current`, { version: 1 })).status).toBe(200)
      expect((await amy.attempt('list', url)).code).toBe(0)
      expect((await server.as('Amy').get(`svn/${id}/access_files`)).body).toMatchObject({
        current_version: 1,
        problem: null,
      })
    })

    it('reject an access file that Subversion cannot read, and keep the old one', async () => {
      const { id, url } = await repository('readable')
      const before = await server.as('Amy').get(`svn/${id}`)
      // Some are rejected by Subversion, some by our parser; the line number refers to the input.
      const rejected = [
        { access_file: '\n\n[/trunk]\n* = r\n[/a//b]\n* =', line: 5 },
        { access_file: '[:glob:/a/**/../b]\n* = r', line: 1 },
        { access_file: '[/]\n* = rx', line: 2 },
      ]
      for (const { access_file, line } of rejected) {
        const message = expect.stringMatching(
          new RegExp(`^Bad Request: Subversion cannot read the access file: line ${line}: `),
        )
        const answer = await server.as('Amy').put(`svn/${id}`, { settings: { ...settings, access_file } })
        expect([answer.status, answer.body.error.message]).toEqual([400, message])
        const response = { project_id: project.projectId, name: 'unreadable', settings: { access_file } }
        const refusal = await server.as('Amy').post('svn', response)
        expect([refusal.status, refusal.body.error.message]).toEqual([400, message])
      }
      expect((await server.as('Amy').get(`svn/${id}`)).body).toEqual(before.body)
      expect(await amy.run('list', url)).toBe('branches/\ntags/\ntrunk/\n')
    })

    it('reject every commit if the server does not respond', async () => {
      const { id } = await repository('unserved')
      const row = await server.world.db.read
        .selectFrom('repository')
        .select('directory')
        .where('id', '=', id as never)
        .executeTakeFirstOrThrow()
      const repositoryPath = `file://${server.world.repositories.path(row.directory ?? '')}`
      const svn = inject('subversion')?.svn ?? ''
      const { code } = await runProgram(svn, ['mkdir', '-m', 'outside', `${repositoryPath}/trunk/aside`])
      expect(code).toBe(1)
    })
  })
})
