import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { createSmtpMail } from '../../src/app/ports/mail.ts'
import type { RepositoryId } from '../../src/kit/values/ids.ts'
import { addMember } from '../../src/projects/commands/add-member.ts'
import { removeMember } from '../../src/projects/commands/remove-member.ts'
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
import { createSvnClient, createWorkingDirectory, type SvnClient } from '../kit/svn-client.ts'

const password = 'plenty of apples'
const system = { kind: 'system', reason: 'test' } as const
const settings = {
  commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: false },
  immutable_tags: { paths: [], whitelist: [] },
  email_notifications: [],
  access_file: '',
}

/** All users can read `/`; bob cannot read `/secret`. */
const secretFromBob = '[/secret]\nbob =\n@members =\namy = rw\neve = rw'

describe.skipIf(inject('subversion') === null)('information about commits to hidden paths', () => {
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
    let workingDirectory: Awaited<ReturnType<typeof createWorkingDirectory>>

    beforeAll(async () => {
      for (const login of ['Amy', 'bob', 'eve', 'zoe'])
        await server.createUser(login, { password, email: `${login}@people.example` })
      project = await createProjectFixture(server, 'pumps', {
        access: 'public',
        members: [server.idOf('Amy'), server.idOf('bob'), server.idOf('eve')],
        administrators: [server.idOf('Amy')],
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
    })
    afterAll(() => workingDirectory?.remove())
    beforeEach(async () => {
      await server.world.db.write((tx) => tx.deleteFrom('job').execute())
      mailbox.take()
    })

    const repository = async (name: string, overrides: object = {}) => {
      const response = await server.as('Amy').post('svn', {
        project_id: project.projectId,
        name,
        settings: { layout: ['open', 'secret'], ...overrides },
      })
      expect([response.status, response.body.error]).toEqual([201, undefined])
      return { id: response.body.id as RepositoryId, url: `${base}/${name}` }
    }
    const bug = async (): Promise<number> => {
      const answer = await server.as('Amy').post('artifacts', {
        tracker: { id: project.trackers.get('bug') },
        values: [{ field_id: project.fields.get('bug:title'), value: 'It leaks' }],
      })
      expect(answer.status).toBe(201)
      return answer.body.id
    }
    const references = async (id: number, who: string): Promise<string[]> => {
      const { body } = await server.as(who).get(`artifacts/${id}`)
      return body.values.find((value: { type: string }) => value.type === 'cross').value.map(({ ref }: any) => ref)
    }
    const referenceCounts = async (id: number, logins: readonly string[]) =>
      Object.fromEntries(await Promise.all(logins.map(async (who) => [who, (await references(id, who)).length])))
    const write = async (id: number, access_file: string, more: object = {}): Promise<void> => {
      const answer = await server.as('Amy').put(`svn/${id}`, { settings: { ...settings, access_file, ...more } })
      expect([answer.status, answer.body?.error]).toEqual([200, undefined])
    }
    /** One commit that creates these directories. */
    const commit = (message: string, url: string, ...directories: string[]) =>
      amy.run('mkdir', '-m', message, ...directories.map((directory) => `${url}/${directory}`))

    describe('mails', () => {
      const everybody = ['Amy', 'bob', 'eve']
      const notificationsFor = (paths: readonly string[]) =>
        paths.map((each) => ({
          path: each,
          emails: each === '/' ? ['list@elsewhere.example'] : [],
          users: everybody.map((login) => server.idOf(login)),
          user_groups: [],
        }))
      const sendMails = async () => {
        const from = { name: 'Tulipwood', address: 'tracker@mail.example' }
        await runJobs({ ...server.world, mail: createSmtpMail({ url: `smtp://127.0.0.1:${mailbox.port}`, from }) })
        return new Map(mailbox.take().map((mail) => [mail.to[0], mail]))
      }

      it('are not sent to users who cannot read any changed path', async () => {
        const { url } = await repository('silent', {
          access_file: secretFromBob,
          email_notifications: notificationsFor(['/']),
        })
        await commit('The plan', url, 'secret/plan')
        const mails = await sendMails()
        expect([...mails.keys()].sort()).toEqual(['amy@people.example', 'eve@people.example', 'list@elsewhere.example'])
        for (const mail of mails.values()) expect(mail.text).toContain('secret/plan')
      })

      it('omit hidden paths and the message', async () => {
        const { url } = await repository('partly', {
          access_file: secretFromBob,
          email_notifications: notificationsFor(['/']),
        })
        await commit('The plan of the shed', url, 'secret/plan', 'open/shed')
        const mails = await sendMails()
        const bobs = mails.get('bob@people.example')
        expect(bobs?.header('subject')).toBe('r2 open')
        expect(bobs?.text).toContain('open/shed/')
        expect(bobs?.text).toContain('(hidden: it may mention paths that you may not read)')
        for (const word of ['secret', 'plan']) expect(bobs?.text).not.toContain(word)
        for (const who of ['amy@people.example', 'eve@people.example', 'list@elsewhere.example'])
          expect(mails.get(who)?.text).toMatch(/The plan of the shed.*secret\/plan/s)
      })

      it('omit copy sources that are hidden', async () => {
        const { url } = await repository('copied', {
          access_file: secretFromBob,
          email_notifications: notificationsFor(['/open']),
        })
        await amy.run('copy', '-m', 'Out of the secret', `${url}/secret`, `${url}/open/copy`)
        const text = (await sendMails()).get('bob@people.example')?.text
        expect(text).toContain('open/copy/')
        expect(text).not.toContain('secret')
      })

      it('apply glob patterns like Subversion', async () => {
        const access_file = '[/]\nbob = r\n[:glob:/**/secret]\nbob =\n@members =\namy = rw'
        const { url } = await repository('patterns', { access_file, email_notifications: notificationsFor(['/']) })
        await commit('Both', url, 'open/a', 'secret/b')
        const mails = await sendMails()
        expect(mails.get('bob@people.example')?.text).toContain('open/a')
        expect(mails.get('bob@people.example')?.text).not.toContain('secret')
        expect(mails.get('amy@people.example')?.text).toContain('secret/b')
      })

      it('apply the access file at the time of sending', async () => {
        const { id, url } = await repository('later', { email_notifications: notificationsFor(['/']) })
        await commit('The plan', url, 'secret/plan')
        await write(id, secretFromBob, { email_notifications: notificationsFor(['/']) })
        expect([...(await sendMails()).keys()]).not.toContain('bob@people.example')
      })

      it('are sent only to external addresses if the access file is invalid', async () => {
        const { id, url } = await repository('shut', { email_notifications: notificationsFor(['/']) })
        await commit('The plan', url, 'open/plan')
        await storeAccessFile(server, id, 'garbage')
        expect([...(await sendMails()).keys()]).toEqual(['list@elsewhere.example'])
      })
    })

    describe('references on artifacts', () => {
      it('are shown to users who can read all changed paths', async () => {
        const id = await bug()
        const { url } = await repository('refs', { access_file: secretFromBob })
        await commit(`bug #${id}`, url, 'open/a')
        await commit(`bug #${id}`, url, 'open/b', 'secret/b')
        await commit(`bug #${id}`, url, 'secret/c')
        await amy.run('copy', '-m', `bug #${id}`, `${url}/secret`, `${url}/open/copy`)
        expect(await references(id, 'Amy')).toEqual(['svn #refs/2', 'svn #refs/3', 'svn #refs/4', 'svn #refs/5'])
        expect(await references(id, 'eve')).toHaveLength(4)
        expect(await references(id, 'bob')).toEqual(['svn #refs/2'])
        // The project is public: other users and visitors can read `/` and paths without rules.
        expect(await referenceCounts(id, ['zoe', 'visitor'])).toEqual({ zoe: 4, visitor: 4 })
      })

      it('follow changes of the access file, its default permissions and its versions immediately', async () => {
        const id = await bug()
        const response = await repository('changing')
        await commit(`bug #${id}`, response.url, 'secret/a')
        const logins = ['Amy', 'bob', 'zoe', 'visitor']
        const all = { Amy: 1, bob: 1, zoe: 1, visitor: 1 }
        expect(await referenceCounts(id, logins)).toEqual(all)
        await write(response.id, secretFromBob)
        expect(await referenceCounts(id, logins)).toEqual({ ...all, bob: 0 })
        await write(response.id, '[/]\nbob = r', { has_default_permissions: false })
        expect(await referenceCounts(id, logins)).toEqual({ Amy: 0, bob: 1, zoe: 0, visitor: 0 })
        await server.as('Amy').put(`svn/${response.id}/access_files/current`, { version: 1 })
        expect(await referenceCounts(id, logins)).toEqual({ ...all, bob: 0 })
        await storeAccessFile(server, response.id, 'garbage')
        expect(await referenceCounts(id, logins)).toEqual({ Amy: 0, bob: 0, zoe: 0, visitor: 0 })
        await write(response.id, '')
        expect(await referenceCounts(id, logins)).toEqual(all)
      })

      it('follow the membership, and are not shown to users who cannot access the project', async () => {
        const id = await bug()
        const { url } = await repository('members', { access_file: '[/]\n* =' })
        await commit(`bug #${id}`, url, 'open/a')
        expect(await referenceCounts(id, ['bob', 'zoe', 'visitor'])).toEqual({ bob: 1, zoe: 0, visitor: 0 })
        await addMember(server.world, system, project.projectId, server.idOf('zoe'))
        expect(await referenceCounts(id, ['zoe'])).toEqual({ zoe: 1 })
        await removeMember(server.world, system, project.projectId, server.idOf('zoe'))
        expect(await referenceCounts(id, ['zoe'])).toEqual({ zoe: 0 })

        const closed = await createProjectFixture(server, 'closed', {
          access: 'private',
          members: [server.idOf('Amy')],
          trackers: () => [],
        })
        await enableSubversion(server, closed.projectId)
        const repositorySettings = { layout: ['open'], access_file: '[/]\n* = r', has_default_permissions: true }
        const repositoryRequest = { project_id: closed.projectId, name: 'hidden', settings: repositorySettings }
        expect((await server.as('admin').post('svn', repositoryRequest)).status).toBe(201)
        await commit(`bug #${id}`, `${base.replace('pumps', 'closed')}/hidden`, 'open/a')
        expect(await references(id, 'Amy')).toEqual(['svn #hidden/2', 'svn #members/2'])
        expect(await references(id, 'bob')).toEqual(['svn #members/2'])
        expect(await references(id, 'visitor')).toEqual([])
      })

      it('of commits without recorded paths are shown if nothing is hidden, until the paths are indexed', async () => {
        const id = await bug()
        const { id: repositoryId, url } = await repository('old', { access_file: secretFromBob })
        await commit(`bug #${id}`, url, 'open/a')
        await server.world.db.write((tx) =>
          tx.updateTable('repository_commit').set({ paths: null }).where('repository_id', '=', repositoryId).execute(),
        )
        await server.as('Amy').put(`artifacts/${id}`, { comment: { body: 'Again' }, values: [] })
        expect(await referenceCounts(id, ['Amy', 'bob'])).toEqual({ Amy: 1, bob: 0 })
        await recoverMissedCommits(server.world)
        expect(await referenceCounts(id, ['Amy', 'bob'])).toEqual({ Amy: 1, bob: 1 })
      })

      it('of a commit with many files are checked by their common directory', async () => {
        const id = await bug()
        const { url } = await repository('large', { access_file: '[/open/many/secret]\nbob =\n@members =' })
        const names = Array.from({ length: 100 }, (_, n) => `open/many-${n}`)
        await commit(`bug #${id}`, url, ...names)
        const deeper = Array.from({ length: 100 }, (_, n) => `open/many/${n}`)
        await commit(`bug #${id}`, url, 'open/many', ...deeper)
        expect(await references(id, 'zoe')).toHaveLength(2)
        // Large commits are only recorded by directory, so hidden paths below may hide the reference.
        expect((await references(id, 'bob')).length).toBeLessThan(2)
      })
    })

    it('does not confuse files whose names have the same prefix', async () => {
      const { url } = await repository('names', { access_file: '[/open/a]\nbob =\n@members =' })
      const id = await bug()
      await writeFile(path.join(workingDirectory.directory, 'ab'), 'x')
      await amy.run('import', '-m', `bug #${id}`, 'ab', `${url}/open/ab`)
      expect(await references(id, 'bob')).toEqual(['svn #names/2'])
    })
  })
})
