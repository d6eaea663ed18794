import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createSmtpMail } from '../../src/app/ports/mail.ts'
import { findArtifact } from '../../src/artifacts/store/artifacts.ts'
import type { World } from '../../src/world/model/world.ts'
import { addChanges } from '../kit/add-changes.ts'
import { bumpRevision } from '../kit/bump-revision.ts'
import { type Mail, startMailbox } from '../kit/mailbox.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
  projectMembers,
} from '../kit/project-fixture.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

const origin = 'https://tracker.example'
const day = 86_400

onEachDatabase((dialect) => {
  describe('email notifications', () => {
    const mailbox = startMailbox()
    // The port of the mailbox is known only after its start. Until then the server has the URL of a server that never
    // answers.
    const server = createServer(dialect, {
      env: {
        TULIPWOOD_PUBLIC_URL: origin,
        TULIPWOOD_SMTP_URL: 'smtp://127.0.0.1:9',
        TULIPWOOD_MAIL_FROM: 'Tulipwood <tracker@mail.example>',
      },
    })
    let project: ProjectFixture
    const logins = ['amy', 'bob', 'cid', 'dan', 'eve', 'fay'] as const

    beforeAll(async () => {
      for (const login of logins) await server.createUser(login, { email: `${login}@people.example` })
      const members = logins.filter((login) => login !== 'eve').map(server.idOf)
      project = await createProjectFixture(server, 'orchard', {
        access: 'private',
        members,
        administrators: [server.idOf('fay')],
        groups: { inner: [server.idOf('bob'), server.idOf('cid')] },
        trackers: (groups) => {
          const inner = [...groups.values()]
          const fields = (tracker: string) => [
            createFieldDefinition('string', `${tracker}:title`),
            createFieldDefinition('text', `${tracker}:details`),
            createFieldDefinition('string', `${tracker}:salary`, {
              rights: { read: inner, submit: inner, update: inner },
            }),
            createFieldDefinition('date', `${tracker}:due`),
            createFieldDefinition('sb', `${tracker}:state`, {
              bind: createStaticBind([`${tracker} open`, ''], [`${tracker} done`, '']),
            }),
            createFieldDefinition('msb', `${tracker}:assignees`, { bind: projectMembers }),
            createFieldDefinition('msb', `${tracker}:readers`, { bind: projectMembers, hasNotifications: true }),
            createFieldDefinition('msb', `${tracker}:others`, { bind: projectMembers }),
          ]
          const tracker = (name: string) =>
            createTrackerDefinition(name, fields(name), {
              title: { field: `${name}:title` },
              status: { field: `${name}:state`, openValues: [`${name} open`] },
              contributor: { field: `${name}:assignees` },
            })
          return [tracker('tree'), tracker('bush'), tracker('herb')]
        },
      })
      const { world } = server
      await world.db.write(async (tx) => {
        for (const [name, notificationsLevel] of [
          ['bush', 1],
          ['herb', 2],
        ] as const) {
          const id = project.trackers.get(name) as never
          const row = await tx.selectFrom('tracker').select('options').where('id', '=', id).executeTakeFirstOrThrow()
          const options = JSON.stringify({ ...JSON.parse(row.options), notificationsLevel })
          await tx.updateTable('tracker').set({ options }).where('id', '=', id).execute()
        }
        await bumpRevision(tx, 'trackers')
      })
    })
    afterEach(async () => {
      await server.world.db.write((tx) => tx.deleteFrom('job').execute())
      mailbox.isOpen = true
      mailbox.take()
    })

    const world = (): World => {
      const from = { name: 'Tulipwood', address: 'tracker@mail.example' }
      return { ...server.world, mail: createSmtpMail({ url: `smtp://127.0.0.1:${mailbox.port}`, from }) }
    }
    const mails = async (): Promise<Mail[]> => {
      await runJobs(world())
      return mailbox.take()
    }
    const recipients = async () => (await mails()).flatMap(({ to }) => to.map((address) => address.split('@')[0]))
    const field = (key: string) => project.fields.get(key) as number
    const value = (key: string) => project.values.get(key) as number
    const valuesFor = (tracker: string, values: Record<string, unknown>) =>
      Object.entries(values).map(([name, value]) => ({
        field_id: field(`${tracker}:${name}`),
        ...(Array.isArray(value) ? { bind_value_ids: value } : { value }),
      }))
    const add = async (login: string, values: Record<string, unknown>, tracker = 'tree'): Promise<number> => {
      const input = { tracker: { id: project.trackers.get(tracker) }, values: valuesFor(tracker, values) }
      const response = await server.as(login).post('artifacts', input)
      expect([response.status, response.body.error]).toEqual([201, undefined])
      return response.body.id
    }
    const change = async (
      login: string,
      id: number,
      values: Record<string, unknown>,
      comment?: object,
      tracker = 'tree',
    ): Promise<void> => {
      const input = { values: valuesFor(tracker, values), ...(comment === undefined ? {} : { comment }) }
      const response = await server.as(login).put(`artifacts/${id}`, input)
      expect([response.status, response.body?.error]).toEqual([200, undefined])
    }
    const ids = (...logins: readonly string[]) => logins.map(server.idOf)
    const opened = (tracker: string) => ({ state: [value(`${tracker} open`)] })

    it('are in the language that each recipient prefers', async () => {
      await server.as('cid').patch('users/self/preferences', { key: 'language', value: 'fr' })
      const id = await add('amy', { title: 'Oak', assignees: ids('bob'), readers: ids('cid') })
      const texts = (await mails()).map(({ text }) => text)
      expect(texts).toEqual([
        expect.stringContaining(`added tree #${id}`),
        expect.stringContaining(`a ajouté tree #${id}`),
      ])
      expect(texts[1]).toContain('Vous recevez cet e-mail parce que')
      expect(texts[1]).toContain(`par e-mail\u00a0: ${origin}/account/notifications`)
      await server.as('cid').delete('users/self/preferences?key=language')
    })

    it('are sent to the submitter, to chosen users, commenters and watchers, but never to the author of the change', async () => {
      const id = await add('amy', { title: 'Oak', assignees: ids('bob'), readers: ids('cid'), others: ids('fay') })
      expect(await recipients()).toEqual(['bob', 'cid'])
      await change('dan', id, {}, { body: 'Looks dry', format: 'text' })
      expect(await recipients()).toEqual(['amy', 'bob', 'cid'])
      await server.as('fay').put(`artifacts/${id}/watch`)
      await change('bob', id, { title: 'Ash' })
      expect(await recipients()).toEqual(['amy', 'cid', 'dan', 'fay'])
      await server.as('fay').delete(`artifacts/${id}/watch`)
      await change('bob', id, { title: 'Elm' })
      expect(await recipients()).toEqual(['amy', 'cid', 'dan'])
    })

    it('describe the change and contain the URL of the artifact', async () => {
      const id = await add('amy', { title: 'Oak', details: 'Small', due: '2026-05-01', ...opened('tree') })
      await mails()
      const values = { title: 'Old <Oak>', due: '2026-06-02', state: [value('tree done')] }
      await change('bob', id, values, { body: 'See **log**', format: 'commonmark' })
      const [mail] = await mails()
      expect(mail?.to).toEqual(['amy@people.example'])
      expect(mail?.header('From')).toBe('Tulipwood <tracker@mail.example>')
      expect(mail?.header('To')).toBe('amy <amy@people.example>')
      expect(mail?.header('Subject')).toBe(`[orchard] tree #${id} Old <Oak>`)
      expect(mail?.header('Auto-Submitted')).toBe('auto-generated')
      expect(mail?.header('List-Id')).toBe(`<tracker-${project.trackers.get('tree')}.mail.example>`)
      const url = `${origin}/plugins/tracker/?aid=${id}`
      expect(mail?.text.replaceAll('\r\n', '\n')).toContain(
        [
          `bob (bob) changed tree #${id}`,
          'Old <Oak>',
          url,
          '',
          'title: Oak → Old <Oak>',
          'due: 2026-05-01 → 2026-06-02',
          'state: tree open → tree done',
          '',
          'See log',
        ].join('\n'),
      )
      expect(mail?.html).toContain(`<a href="${url}">Old &lt;Oak&gt;</a>`)
      expect(mail?.html).toContain('<del>Oak</del></td><td>Old &lt;Oak&gt;</td>')
      expect(mail?.html).toContain('<strong>log</strong>')
    })

    it('show a user without a real name by the login, as author and as list value', async () => {
      const rename = async (real_name: string) => {
        const response = await server.as('admin').patch(`users/${server.idOf('bob')}`, { values: { real_name } })
        expect(response.status).toBe(200)
      }
      const id = await add('amy', { title: 'Oak' })
      await mails()
      await rename('')
      await change('bob', id, { assignees: ids('bob', 'dan') })
      const mail = (await mails()).find(({ to }) => to.includes('amy@people.example'))
      await rename('bob')
      const text = mail?.text.replaceAll('\r\n', '\n')
      expect(text?.split('\n')[0]).toBe(`bob changed tree #${id}`)
      expect(text).toContain('\nassignees: (bob), dan (dan)\n')
    })

    it('form one thread per artifact', async () => {
      const id = await add('amy', { title: 'Oak', assignees: ids('bob') })
      await change('amy', id, { title: 'Ash' })
      await change('amy', id, { title: 'Elm' })
      const names = ['Message-ID', 'In-Reply-To', 'References']
      const all = (await mails()).map((mail) => names.map((name) => mail.header(name)))
      const root = `<artifact-${id}@mail.example>`
      expect(all.filter(([own]) => own === root)).toEqual([[root, undefined, undefined]])
      const replies = all.filter(([own]) => own !== root)
      expect(replies.map(([, ...before]) => before)).toEqual([
        [root, root],
        [root, root],
      ])
      expect(new Set(replies.map(([own]) => own)).size).toBe(2)
    })

    it('contain only what the recipient may see', async () => {
      // Eve, who is no member of the private project, watches the artifact. Amy cannot read salaries.
      const id = await add('cid', { title: 'Oak', assignees: ids('amy', 'bob') })
      await server.world.db.write((tx) =>
        tx
          .insertInto('artifact_watcher')
          .values({ artifact_id: id as never, user_id: server.idOf('eve') })
          .execute(),
      )
      await mails()
      await change('cid', id, { salary: '4711' })
      const [mail, ...others] = await mails()
      expect([mail?.to, others]).toEqual([['bob@people.example'], []])
      expect(mail?.text).toContain('salary: 4711')
      await change('cid', id, { salary: '4712', title: 'Ash' })
      const emails = new Map((await mails()).map((each) => [each.to[0], each]))
      expect([...emails.keys()]).toEqual(['amy@people.example', 'bob@people.example'])
      expect(emails.get('amy@people.example')?.raw).not.toContain('4712')
      expect(emails.get('amy@people.example')?.raw).not.toContain('bob@people')
      expect(emails.get('bob@people.example')?.text).toContain('4712')
    })

    it('contain a private comment only for users who may read it', async () => {
      const id = await add('cid', { title: 'Oak', assignees: ids('amy', 'bob', 'fay') })
      await mails()
      const [inner] = [...project.groups.values()]
      await project.addChangeset(id as never, {
        by: server.idOf('cid'),
        on: server.world.clock.now(),
        comment: { body: 'Between us', groups: [inner as never] },
      })
      await record(id)
      // Fay is an administrator of the project.
      expect((await mails()).map(({ to, text }) => [to[0], text.includes('Between us')])).toEqual([
        ['bob@people.example', true],
        ['fay@people.example', true],
      ])
      await project.addChangeset(id as never, {
        by: server.idOf('cid'),
        on: server.world.clock.now(),
        values: { 'tree:title': 'Ash' },
        comment: { body: 'Between us', groups: [inner as never] },
      })
      await record(id)
      expect((await mails()).map(({ to, text }) => [to[0], text.includes('Between us')])).toEqual([
        ['amy@people.example', false],
        ['bob@people.example', true],
        ['fay@people.example', true],
      ])
    })

    it('are sent only to active accounts with an email address', async () => {
      const id = await add('amy', { title: 'Oak', assignees: ids('bob', 'cid', 'dan') })
      await mails()
      const set = (login: string, row: object) =>
        server.world.db.write(async (tx) => {
          await tx.updateTable('user').set(row).where('id', '=', server.idOf(login)).execute()
          await bumpRevision(tx, 'users')
        })
      await set('bob', { status: 'S' })
      await set('cid', { email: '' })
      await set('dan', { status: 'R' })
      await change('amy', id, { title: 'Ash' })
      const recipientLogins = await recipients()
      await set('bob', { status: 'A' })
      await set('cid', { email: 'cid@people.example' })
      await set('dan', { status: 'A' })
      // A restricted user who is a member of the private project may see it, so the email is sent.
      expect(recipientLogins).toEqual(['dan'])
    })

    it('follow the notification level of the tracker: none, or only changes of the status', async () => {
      const bush = await add('amy', { title: 'Box', assignees: ids('bob') }, 'bush')
      await change('amy', bush, { state: [value('bush done')] }, undefined, 'bush')
      expect(await recipients()).toEqual([])
      const herb = await add('amy', { title: 'Mint', assignees: ids('bob'), ...opened('herb') }, 'herb')
      expect(await recipients()).toEqual(['bob'])
      await change('amy', herb, { title: 'Sage' }, undefined, 'herb')
      expect(await recipients()).toEqual([])
      await change('amy', herb, { state: [value('herb done')] }, undefined, 'herb')
      expect(await recipients()).toEqual(['bob'])
    })

    it('remove line breaks of the title from the headers', async () => {
      const title = 'Oak\r\nBcc: everybody@people.example\r\n\r\nRead this'
      // The field rejects such a title from a client, but an imported archive can contain it.
      const values = { 'tree:title': title, 'tree:assignees': ids('bob') }
      const [id = 0] = await project.createArtifacts({ tracker: 'tree', changes: [{ by: server.idOf('amy'), values }] })
      await record(id)
      const [mail] = await mails()
      expect(mail?.to).toEqual(['bob@people.example'])
      expect(mail?.header('Bcc')).toBeUndefined()
      expect(mail?.header('Subject')).toContain('Oak Bcc: everybody@people.example Read this')
    })

    it('shorten a long title so that the subject is one line', async () => {
      await add('amy', { title: 'Oak '.repeat(10_000), assignees: ids('bob') })
      const [mail] = await mails()
      const subject = mail?.header('Subject') ?? ''
      expect(subject).toMatch(/Oak Oak .*\.\.\.$/)
      expect(subject.length).toBeLessThan(300)
    })

    it('are sent once when the job runs twice', async () => {
      await add('amy', { title: 'Oak', assignees: ids('bob') })
      const jobs = await server.world.db.read.selectFrom('job').selectAll().execute()
      expect(await recipients()).toEqual(['bob'])
      await server.world.db.write((tx) => tx.insertInto('job').values(jobs).execute())
      expect(await runJobs(world())).toEqual({ 'spread-changes': 1 })
      expect(mailbox.take()).toEqual([])
    })

    it('are retried when the mail server is unavailable, and dropped for recipients that it rejects', async () => {
      const id = await add('amy', { title: 'Oak', assignees: ids('bob') })
      mailbox.isOpen = false
      await expect(runJobs(world())).rejects.toThrow(/Later/)
      mailbox.isOpen = true
      await server.world.db.write((tx) => tx.updateTable('job').set({ locked_until: null }).execute())
      expect(await recipients()).toEqual(['bob'])
      const address = (email: string) =>
        server.world.db.write(async (tx) => {
          await tx.updateTable('user').set({ email }).where('id', '=', server.idOf('bob')).execute()
          await bumpRevision(tx, 'users')
        })
      await address('refused@people.example')
      await change('amy', id, { title: 'Ash' })
      expect(await runJobs(world())).toEqual({ 'spread-changes': 1, 'send-mail': 1 })
      await address('bob@people.example')
      expect(await runJobs(world(), { later: day })).toEqual({})
      const notices = await server.world.db.read
        .selectFrom('artifact_change_email')
        .selectAll()
        .orderBy('change_id')
        .execute()
      expect(notices.at(-1)).toMatchObject({ sent_on: null, error: expect.stringContaining('No such mailbox') })
    })

    it('are not sent for imported artifacts', async () => {
      await project.createArtifacts({
        tracker: 'tree',
        changes: [{ by: server.idOf('amy'), values: { 'tree:title': 'Oak', 'tree:assignees': ids('bob') } }],
      })
      expect(await runJobs(world())).toEqual({})
    })

    it('are not sent for a dry run', async () => {
      const input = {
        tracker: { id: project.trackers.get('tree') },
        values: valuesFor('tree', { title: 'Oak', assignees: ids('bob') }),
      }
      const response = await server.as('amy').post('artifacts', input, { headers: { prefer: 'dry-run' } })
      expect(response.status).toBe(200)
      expect(await runJobs(world())).toEqual({})
    })

    /** Records the change as the command would do, for changesets that a test inserts directly. */
    async function record(id: number): Promise<void> {
      await server.world.db.write(async (tx) => {
        const artifact = await findArtifact(tx, id as never)
        if (artifact === undefined) throw new Error('The artifact is missing')
        const change = { projectId: project.projectId, changesetId: artifact.lastChangesetId, at: artifact.updatedOn }
        await addChanges(tx, [{ kind: 'updated', artifact, userId: artifact.updatedBy, ...change }])
        const { last } = await tx
          .selectFrom('change')
          .select(({ fn }) => fn.max('id').as('last'))
          .executeTakeFirstOrThrow()
        await tx.enqueue('spread-changes', { changes: [last] })
      })
    }
  })

  describe('watching an artifact', () => {
    const server = createServer(dialect)
    let artifact: number

    beforeAll(async () => {
      for (const login of ['amy', 'bob', 'cid']) await server.createUser(login)
      const project = await createProjectFixture(server, 'orchard', {
        access: 'public',
        members: [server.idOf('amy')],
        trackers: () => [
          createTrackerDefinition('tree', [createFieldDefinition('string', 'title')]),
          createTrackerDefinition(
            'bush',
            [createFieldDefinition('string', 'bush:title')],
            {},
            { permissions: { full: [3] } },
          ),
        ],
      })
      ;[artifact = 0] = await project.createArtifacts(
        { tracker: 'tree', changes: [{ values: { title: 'Oak' } }] },
        { tracker: 'bush', changes: [{ values: { 'bush:title': 'Box' } }] },
      )
    })

    const watchers = async (login: string) => {
      const { status, body, headers } = await server.as(login).get(`artifacts/${artifact}/watchers`)
      expect(status).toBe(200)
      return [body.is_watching, body.watchers.map((each: any) => each.username), headers['x-pagination-size']]
    }

    it('is possible for every user who sees the artifact; members of the project see all watchers', async () => {
      expect(await watchers('amy')).toEqual([false, [], '0'])
      for (const login of ['amy', 'bob', 'bob'])
        expect((await server.as(login).put(`artifacts/${artifact}/watch`)).status).toBe(200)
      expect(await watchers('amy')).toEqual([true, ['amy', 'bob'], '2'])
      expect(await watchers('bob')).toEqual([true, ['bob'], '1'])
      expect(await watchers('cid')).toEqual([false, [], '0'])
      for (const _ of [1, 2]) expect((await server.as('bob').delete(`artifacts/${artifact}/watch`)).status).toBe(200)
      expect(await watchers('amy')).toEqual([true, ['amy'], '1'])
    })

    it.each([
      ['visitor', 0, 401],
      ['bob', 1, 403],
      ['bob', 1_000_000, 404],
    ])('of %s an artifact the caller may not see is rejected: offset %i, status %i', async (login, offset, status) => {
      const before = await server.rowCounts()
      expect((await server.as(login).put(`artifacts/${artifact + offset}/watch`)).status).toBe(status)
      expect((await server.as(login).get(`artifacts/${artifact + offset}/watchers`)).status).toBe(status)
      expect(await server.rowCounts()).toEqual(before)
    })
  })
})
