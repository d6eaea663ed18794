import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createSmtpMail } from '../../src/app/ports/mail.ts'
import { fanOutChanges } from '../../src/notifications/commands/fan-out-changes.ts'
import { sweepNotifications } from '../../src/notifications/commands/sweep-notifications.ts'
import type { World } from '../../src/world/model/world.ts'
import { bumpRevision } from '../kit/bump-revision.ts'
import { createClock } from '../kit/clock.ts'
import { type Mail, startMailbox } from '../kit/mailbox.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
  projectMembers,
} from '../kit/project-fixture.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

const day = 86_400
/** A Wednesday, 10:00 in Paris. */
const start = Date.UTC(2026, 2, 18, 9) / 1000

onEachDatabase((dialect) => {
  const clock = createClock(start)
  const mailbox = startMailbox()
  const server = createServer(dialect, { clock, env: { TULIPWOOD_PUBLIC_URL: 'https://tracker.example' } })
  const logins = ['amy', 'bob', 'cid', 'dan', 'eve', 'fay'] as const
  let project: ProjectFixture

  beforeAll(async () => {
    for (const login of logins) await server.createUser(login, { email: `${login}@people.example` })
    project = await createProjectFixture(server, 'orchard', {
      access: 'private',
      members: logins.filter((login) => login !== 'eve').map(server.idOf),
      administrators: [server.idOf('fay')],
      groups: { inner: [server.idOf('bob'), server.idOf('cid')] },
      trackers: (groups) => [
        createTrackerDefinition(
          'tree',
          [
            createFieldDefinition('string', 'title'),
            createFieldDefinition('text', 'details'),
            createFieldDefinition('text', 'secret', {
              rights: { read: [...groups.values()], submit: [...groups.values()], update: [...groups.values()] },
            }),
            createFieldDefinition('msb', 'assignees', { bind: projectMembers }),
          ],
          { title: { field: 'title' }, contributor: { field: 'assignees' } },
        ),
      ],
    })
  })
  beforeEach(async () => {
    await server.world.db.write(async (tx) => {
      for (const table of [
        'inbox_item',
        'notification_setting',
        'digest_email',
        'artifact_change_email',
        'job',
      ] as const)
        await tx.deleteFrom(table).execute()
      await tx.deleteFrom('user_preference').execute()
      await bumpRevision(tx, 'users')
    })
    mailbox.take()
  })
  afterEach(() => {
    mailbox.isOpen = true
  })

  const withMail = (): World => {
    const from = { name: 'Tulipwood', address: 'tracker@mail.example' }
    return { ...server.world, mail: createSmtpMail({ url: `smtp://127.0.0.1:${mailbox.port}`, from }) }
  }
  const ids = (...names: readonly string[]) => names.map(server.idOf)
  const field = (name: string) => project.fields.get(name) as number
  const toValues = (values: Record<string, unknown>) =>
    Object.entries(values).map(([name, value]) => ({
      field_id: field(name),
      ...(Array.isArray(value) ? { bind_value_ids: value } : { value }),
    }))
  const add = async (login: string, values: Record<string, unknown>): Promise<number> => {
    const input = { tracker: { id: project.trackers.get('tree') }, values: toValues(values) }
    const { status, body } = await server.as(login).post('artifacts', input)
    expect([status, body.error]).toEqual([201, undefined])
    return body.id
  }
  const change = async (login: string, id: number, values: Record<string, unknown>, comment?: object) => {
    const input = { values: toValues(values), ...(comment === undefined ? {} : { comment }) }
    const { status, body } = await server.as(login).put(`artifacts/${id}`, input)
    expect([status, body?.error]).toEqual([200, undefined])
  }
  const comment = (login: string, id: number, body: string, more: object = {}) =>
    change(login, id, {}, { body, format: 'commonmark', ...more })
  const inner = () => ({ ugroups: [`${[...project.groups.values()][0]}`] })
  const inbox = async (login: string, query = '') => {
    const { status, body, headers } = await server.as(login).get(`users/self/inbox${query}`)
    expect([status, body.error]).toEqual([200, undefined])
    return { ...body, size: Number(headers['x-pagination-size']) }
  }
  const reasons = async (login: string) =>
    (await inbox(login)).items.map((item: any) => `${item.reason} ${item.artifact.title}`)
  const set = async (login: string, settings: object) => {
    const { status, body } = await server.as(login).patch('users/self/notification_settings', settings)
    expect([status, body.error]).toEqual([200, undefined])
    return body
  }
  const setMail = (login: string, mail: string, inbox = true) =>
    set(login, {
      reasons: Object.fromEntries(
        ['mentioned', 'assigned', 'watched', 'commented', 'submitted'].map((reason) => [reason, { mail, inbox }]),
      ),
    })

  describe('the inbox', () => {
    it('holds one item per change for each user whom it concerns, with the strongest reason, without a mail server', async () => {
      const id = await add('amy', { title: 'Oak', assignees: ids('bob') })
      await runJobs(server.world)
      await server.as('fay').put(`artifacts/${id}/watch`)
      await server.as('bob').put(`artifacts/${id}/watch`)
      await comment('cid', id, 'Looks dry, @dan and @amy. @unknown-login')
      await runJobs(server.world)
      await change('dan', id, { title: 'Ash' })
      await runJobs(server.world)
      expect(await reasons('amy')).toEqual(['submitted Ash', 'mentioned Ash'])
      expect(await reasons('bob')).toEqual(['assigned Ash', 'assigned Ash', 'assigned Ash'])
      expect(await reasons('cid')).toEqual(['commented Ash'])
      expect(await reasons('dan')).toEqual(['mentioned Ash'])
      expect(await reasons('fay')).toEqual(['watched Ash', 'watched Ash'])
      expect(await inbox('eve')).toEqual({ unread_count: 0, items: [], size: 0 })
      expect(await server.world.db.read.selectFrom('artifact_change_email').selectAll().execute()).toEqual([])
    })

    it('describes the change', async () => {
      const id = await add('amy', { title: 'Oak' })
      await runJobs(server.world)
      clock.pass(60)
      await comment('bob', id, `**Look**\n\n${'word '.repeat(60)}`)
      await runJobs(server.world)
      const [item] = (await inbox('amy')).items
      expect(item).toMatchObject({
        reason: 'submitted',
        kind: 'updated',
        is_read: false,
        actor: { username: 'bob' },
        artifact: { id, xref: `tree #${id}`, title: 'Oak', tracker: { label: 'trees', project: { label: 'orchard' } } },
      })
      expect(Date.parse(item.date) / 1000).toBe(clock.now())
      expect(item.artifact.html_url).toBe(`/plugins/tracker/?aid=${id}`)
      expect(item.comment).toMatch(/^Look word word .*word…$/)
      expect(item.comment.length).toBeLessThanOrEqual(201)
      const history = await server.as('amy').get(`artifacts/${id}/changesets`)
      expect(item.changeset_id).toBe(history.body.at(-1).id)
    })

    it('has pages, newest first, and a filter for unread items', async () => {
      const made: number[] = []
      for (const title of ['one', 'two', 'three']) made.push(await add('amy', { title, assignees: ids('bob') }))
      await runJobs(server.world)
      expect(await reasons('bob')).toEqual(['assigned three', 'assigned two', 'assigned one'])
      const page = await inbox('bob', '?limit=1&offset=1')
      expect(page.items.map((item: any) => item.artifact.id)).toEqual([made[1]])
      expect([page.size, page.unread_count]).toEqual([3, 3])
      const mark = await server.as('bob').patch('users/self/inbox', { read: [page.items[0].id] })
      expect(mark.status).toBe(200)
      expect((await inbox('bob')).items.map((item: any) => item.is_read)).toEqual([false, true, false])
      const unread = await inbox('bob', '?unread=true&limit=1')
      expect([unread.items[0].artifact.id, unread.size, unread.unread_count]).toEqual([made[2], 2, 2])
    })

    it('marks items as read and unread: some, all, or all up to one', async () => {
      for (const title of ['one', 'two', 'three']) await add('amy', { title, assignees: ids('bob', 'cid') })
      await runJobs(server.world)
      const patch = async (body: object) => (await server.as('bob').patch('users/self/inbox', body)).status
      const marks = async (login = 'bob') => (await inbox(login)).items.map((item: any) => item.is_read)
      const [, second] = (await inbox('bob')).items
      expect(await patch({ read: 'all', up_to: second.id })).toBe(200)
      expect(await marks()).toEqual([false, true, true])
      expect(await patch({ read: [second.id], is_read: false })).toBe(200)
      expect(await marks()).toEqual([false, false, true])
      expect(await patch({ read: 'all' })).toBe(200)
      expect(await marks()).toEqual([true, true, true])
      expect((await inbox('bob')).unread_count).toBe(0)
      expect(await patch({ read: [1_000_000] })).toBe(200)
      expect(await marks('cid')).toEqual([false, false, false])
    })

    it('mentions a user of a text only when the mention is new', async () => {
      const id = await add('amy', { title: 'Oak', details: 'See @dan' })
      await change('amy', id, { details: 'See @dan and @cid' })
      await change('amy', id, { title: 'Ash' })
      await change('amy', id, { details: 'Nothing' })
      await change('amy', id, { details: 'See @dan.' })
      await runJobs(server.world)
      expect((await inbox('dan')).items.map((item: any) => item.kind)).toEqual(['updated', 'created'])
      expect(await reasons('cid')).toEqual(['mentioned Ash'])
    })

    it('shows and counts neither private comments nor hidden fields, until they can be read', async () => {
      const id = await add('cid', { title: 'Oak', assignees: ids('amy') })
      await runJobs(server.world)
      await comment('cid', id, 'Between us, @dan', inner())
      await change('cid', id, { secret: 'Also @dan' })
      await runJobs(server.world)
      expect(await reasons('amy')).toEqual(['assigned Oak'])
      expect(await inbox('dan')).toMatchObject({ unread_count: 0, size: 0 })
      await server.world.db.write(async (tx) => {
        const group_id = [...project.groups.values()][0] as never
        await tx
          .insertInto('user_group_member')
          .values({ group_id, user_id: server.idOf('dan') })
          .execute()
        await bumpRevision(tx, 'users')
      })
      expect(await reasons('dan')).toEqual(['mentioned Oak', 'mentioned Oak'])
      expect((await inbox('dan')).items[1].comment).toBe('Between us, @dan')
      await server.world.db.write(async (tx) => {
        await tx.deleteFrom('user_group_member').where('user_id', '=', server.idOf('dan')).execute()
        await bumpRevision(tx, 'users')
      })
      expect(await inbox('dan')).toMatchObject({ unread_count: 0, size: 0 })
    })

    it('falls back to the next reason where a mention is hidden', async () => {
      const id = await add('dan', { title: 'Oak' })
      await change('cid', id, { title: 'Ash', secret: 'Ask @dan' })
      await runJobs(server.world)
      const { items } = await inbox('dan')
      expect(items).toMatchObject([{ reason: 'submitted', comment: null }])
    })

    it('neither shows nor counts artifacts that became hidden or were deleted, nor comments that were deleted', async () => {
      const id = await add('cid', { title: 'Oak', assignees: ids('bob') })
      const gone = await add('cid', { title: 'Elm', assignees: ids('bob') })
      await comment('cid', id, 'Soon')
      await runJobs(server.world)
      expect(await inbox('bob')).toMatchObject({ unread_count: 3, size: 3 })
      const history = await server.as('cid').get(`artifacts/${id}/changesets`)
      const path = `artifacts/${id}/changesets/${history.body.at(-1).id}/comment`
      expect((await server.as('cid').delete(path)).status).toBe(200)
      expect((await server.as('fay').delete(`artifacts/${gone}`)).status).toBe(200)
      await runJobs(server.world)
      expect(await reasons('bob')).toEqual(['assigned Oak'])
      const member = `projects/${project.projectId}/members/${server.idOf('bob')}`
      expect((await server.as('fay').delete(member)).status).toBe(200)
      expect(await inbox('bob')).toMatchObject({ unread_count: 0, items: [], size: 0 })
      await server.world.db.write(async (tx) => {
        const row = { project_id: project.projectId, user_id: server.idOf('bob'), is_administrator: 0 as const }
        await tx.insertInto('project_member').values(row).execute()
        // The removal from the project removed the user from its groups.
        const group_id = [...project.groups.values()][0] as never
        await tx
          .insertInto('user_group_member')
          .values({ group_id, user_id: server.idOf('bob') })
          .execute()
        await bumpRevision(tx, 'users')
        await bumpRevision(tx, 'projects')
      })
      expect(await reasons('bob')).toEqual(['assigned Oak'])
    })

    it('gets nothing from a second run of the job', async () => {
      const id = await add('amy', { title: 'Oak', assignees: ids('bob') })
      await setMail('bob', 'digest')
      await comment('amy', id, 'Hello')
      const jobs = await server.world.db.read.selectFrom('job').selectAll().execute()
      await runJobs(withMail())
      const before = await server.rowCounts()
      const again = jobs.map((job) => ({ ...job, id: (job.id + 1_000_000) as never }))
      await server.world.db.write((tx) => tx.insertInto('job').values(again).execute())
      await runJobs(withMail())
      expect(await server.rowCounts()).toEqual(before)
    })

    it('loses items after 90 days, and the oldest of more than 500', async () => {
      await add('amy', { title: 'Oak', assignees: ids('bob', 'cid') })
      await runJobs(server.world)
      const [change] = await server.world.db.read.selectFrom('inbox_item').selectAll().execute()
      if (change === undefined) throw new Error('There is no item')
      const rows = Array.from({ length: 510 }, (_, n) => ({
        ...change,
        change_id: (change.change_id + n + 1) as never,
      }))
      await server.world.db.write(async (tx) => {
        for (const row of rows)
          await tx
            .insertInto('inbox_item')
            .values({ ...row, user_id: server.idOf('dan') })
            .execute()
      })
      await sweepNotifications(server.world)
      const count = async (login: string) =>
        (
          await server.world.db.read
            .selectFrom('inbox_item')
            .select('change_id')
            .where('user_id', '=', server.idOf(login))
            .orderBy('change_id')
            .execute()
        ).map((row) => row.change_id - change.change_id)
      expect(await count('dan')).toEqual(Array.from({ length: 500 }, (_, n) => n + 11))
      expect((await count('cid')).length).toBe(1)
      await sweepNotifications({ ...server.world, clock: { now: () => clock.now() + 91 * day } })
      expect([await count('dan'), await count('cid')]).toEqual([[], []])
    })

    it.each([
      ['visitor', 'self', 401],
      ['amy', 'bob', 403],
      ['admin', 'bob', 403],
      ['amy', 'x', 400],
    ])('is closed to %s for the id %s: status %i', async (login, of, status) => {
      const id = of === 'bob' ? server.idOf('bob') : of
      const before = await server.rowCounts()
      expect((await server.as(login).get(`users/${id}/inbox`)).status).toBe(status)
      expect((await server.as(login).patch(`users/${id}/inbox`, { read: 'all' })).status).toBe(status)
      expect((await server.as(login).get(`users/${id}/notification_settings`)).status).toBe(status)
      const settings = { reasons: { watched: { inbox: false } } }
      expect((await server.as(login).patch(`users/${id}/notification_settings`, settings)).status).toBe(status)
      expect(await server.rowCounts()).toEqual(before)
    })

    it.each([
      [{}],
      [{ read: 'some' }],
      [{ read: [] }],
      [{ read: ['x'] }],
      [{ read: Array.from({ length: 501 }, (_, n) => n) }],
      [{ read: [1], up_to: 2 }],
      [{ read: 'all', is_read: 'no' }],
    ])('refuses the marks %j', async (body) => {
      expect((await server.as('amy').patch('users/self/inbox', body)).status).toBe(400)
    })

    it('accepts the id of the caller', async () => {
      expect((await server.as('amy').get(`users/${server.idOf('amy')}/inbox`)).status).toBe(200)
      expect((await server.as('amy').get('users/self/inbox?limit=101')).status).toBe(400)
    })
  })

  describe('the notification settings', () => {
    const recipients = async () => {
      await runJobs(withMail())
      return mailbox.take().flatMap(({ to }) => to.map((address) => address.split('@')[0]))
    }

    it('report everything at once by default, except mentions, which are only in the inbox', async () => {
      const { status, body } = await server.as('amy').get('users/self/notification_settings')
      const all = { mail: 'immediate', inbox: true }
      expect([status, body]).toEqual([
        200,
        {
          reasons: {
            mentioned: { mail: 'none', inbox: true },
            assigned: all,
            watched: all,
            commented: all,
            submitted: all,
          },
          time_zone: null,
          site_time_zone: 'Europe/Paris',
          digest_hour: 7,
          is_mail_available: false,
        },
      ])
    })

    it('change only what is given', async () => {
      await set('amy', { reasons: { watched: { mail: 'digest' } }, time_zone: 'america/new_york' })
      const body = await set('amy', { reasons: { watched: { inbox: false } } })
      expect(body.reasons.watched).toEqual({ mail: 'digest', inbox: false })
      expect(body.reasons.assigned).toEqual({ mail: 'immediate', inbox: true })
      expect(body.time_zone).toBe('America/New_York')
      expect((await set('amy', { time_zone: null })).time_zone).toBeNull()
      expect((await server.as('bob').get('users/self/notification_settings')).body.reasons.watched.inbox).toBe(true)
    })

    it.each([
      [{ reasons: { watched: { mail: 'never' } } }],
      [{ reasons: { watched: { inbox: 'yes' } } }],
      [{ time_zone: 'Europe/Nowhere' }],
      [{ time_zone: '+02:00' }],
    ])('refuse %j', async (body) => {
      const before = await server.rowCounts()
      expect((await server.as('amy').patch('users/self/notification_settings', body)).status).toBe(400)
      expect(await server.rowCounts()).toEqual(before)
    })

    it('decide what is mailed and what is in the inbox, by each reason', async () => {
      await set('bob', { reasons: { assigned: { mail: 'none' } } })
      await set('cid', { reasons: { assigned: { inbox: false } } })
      await set('dan', { reasons: { mentioned: { mail: 'immediate' }, submitted: { mail: 'none', inbox: false } } })
      const id = await add('dan', { title: 'Oak', assignees: ids('bob', 'cid') })
      await change('amy', id, { title: 'Ash' })
      expect(await recipients()).toEqual(['cid', 'cid'])
      expect([await reasons('bob'), await reasons('cid'), await reasons('dan')]).toEqual([
        ['assigned Ash', 'assigned Ash'],
        [],
        [],
      ])
      await server.as('bob').put(`artifacts/${id}/watch`)
      await comment('amy', id, 'Please, @dan')
      expect(await recipients()).toEqual(['bob', 'cid', 'dan'])
      expect(await reasons('dan')).toEqual(['mentioned Ash'])
    })

    it('mail a mention only to a user who may read it', async () => {
      await set('dan', { reasons: { mentioned: { mail: 'immediate', inbox: false } } })
      const id = await add('cid', { title: 'Oak' })
      await change('cid', id, { title: 'Ash' }, { body: 'Not for @dan', format: 'text', ...inner() })
      await change('cid', id, { title: 'Elm', secret: 'Nor this @dan' })
      expect(await recipients()).toEqual([])
      await change('cid', id, { details: 'But this @dan' })
      expect(await recipients()).toEqual(['dan'])
      expect(await inbox('dan')).toMatchObject({ items: [], unread_count: 0 })
    })
  })

  describe('the digest', () => {
    /** Runs what is due at a moment of March 2026, in UTC. */
    const mailsAt = async (date: number, hour: number, minute = 0): Promise<Mail[]> => {
      const later = Date.UTC(2026, 2, date, hour, minute) / 1000 - clock.now()
      await runJobs(withMail(), { later })
      return mailbox.take()
    }
    const to = (mails: readonly Mail[]) => mails.flatMap((mail) => mail.to.map((address) => address.split('@')[0]))

    it('is one mail at seven in the morning of each user, in their language', async () => {
      for (const login of ['bob', 'cid', 'dan']) await setMail(login, 'digest')
      await set('cid', { time_zone: 'Asia/Tokyo' })
      await set('dan', { time_zone: 'America/New_York' })
      await server.as('cid').patch('users/self/preferences', { key: 'language', value: 'fr' })
      const id = await add('amy', { title: 'Old <Oak>', assignees: ids('bob', 'cid', 'dan') })
      await add('amy', { title: 'Elm', assignees: ids('bob') })
      await comment('amy', id, 'Soon, @bob')
      expect(await mailsAt(18, 9, 30)).toEqual([])
      expect(to(await mailsAt(18, 10, 59))).toEqual([])
      expect(to(await mailsAt(18, 11))).toEqual(['dan'])
      const [tokyo, ...others] = await mailsAt(18, 22)
      expect([tokyo?.to, others]).toEqual([['cid@people.example'], []])
      expect(tokyo?.header('Message-ID')).toBe(`<digest-${server.idOf('cid')}-2026-03-19@mail.example>`)
      expect(tokyo?.text).toContain('2 modifications vous concernent sur Tulipwood.')
      expect(tokyo?.text).toContain('amy (amy) a commenté\u00a0: «\u00a0Soon, @bob\u00a0»')
      expect(to(await mailsAt(19, 5, 59))).toEqual([])
      const [paris, ...rest] = await mailsAt(19, 6)
      expect([paris?.to, rest]).toEqual([['bob@people.example'], []])
      expect(paris?.header('Subject')).toBe('[Tulipwood] Daily summary: 3 changes')
      expect(paris?.header('Auto-Submitted')).toBe('auto-generated')
      const text = paris?.text.replaceAll('\r\n', '\n')
      const url = `https://tracker.example/plugins/tracker/?aid=${id}`
      expect(text).toContain(
        [
          `tree #${id} Old <Oak>`,
          'trees, orchard',
          url,
          '- amy (amy) added it',
          '- amy (amy) mentioned you: “Soon, @bob”',
        ].join('\n'),
      )
      expect(text).toContain('https://tracker.example/account/notifications')
      expect(paris?.html).toContain(`<a href="${url}">tree #${id} Old &lt;Oak&gt;</a>`)
      expect(to(await mailsAt(25, 12))).toEqual([])
    })

    it('has what is new since the last one, and is not sent when it is empty', async () => {
      await setMail('bob', 'digest', false)
      const id = await add('amy', { title: 'Oak', assignees: ids('bob') })
      await runJobs(withMail())
      expect((await mailsAt(19, 6)).map(({ text }) => text.includes('added it'))).toEqual([true])
      expect(await inbox('bob')).toMatchObject({ items: [], unread_count: 0 })
      clock.pass(day)
      await change('amy', id, { title: 'Ash' })
      expect(await mailsAt(19, 10)).toEqual([])
      const [mail, ...others] = await mailsAt(20, 6)
      expect(others).toEqual([])
      expect([mail?.text.includes('changed it'), mail?.text.includes('added it')]).toEqual([true, false])
      await setMail('bob', 'digest')
      await change('amy', id, { title: 'Elm' })
      await runJobs(withMail())
      await server.as('bob').patch('users/self/inbox', { read: 'all' })
      expect(await mailsAt(21, 6)).toEqual([])
      clock.pass(-day)
    })

    it('has only what the user may see when it is sent', async () => {
      await setMail('dan', 'digest')
      await setMail('bob', 'digest')
      const id = await add('cid', { title: 'Oak', assignees: ids('bob', 'dan') })
      await change('cid', id, { secret: 'Hidden @dan' }, { body: 'Between us', format: 'text', ...inner() })
      const gone = await add('cid', { title: 'Elm', assignees: ids('bob', 'dan') })
      await runJobs(withMail())
      expect((await server.as('fay').delete(`artifacts/${gone}`)).status).toBe(200)
      const mails = await mailsAt(19, 6)
      expect(mails.map((mail) => [mail.to[0], mail.text.includes('Between us'), mail.text.includes('Elm')])).toEqual([
        ['bob@people.example', true, false],
        ['dan@people.example', false, false],
      ])
      expect(mails[1]?.text).toContain('1 change concerns you')
    })

    it('is sent once, however often its job runs, and after an outage of the mail server', async () => {
      await setMail('bob', 'digest')
      await add('amy', { title: 'Oak', assignees: ids('bob') })
      await runJobs(withMail())
      const [job] = await server.world.db.read.selectFrom('job').selectAll().execute()
      if (job === undefined) throw new Error('There is no job')
      mailbox.isOpen = false
      await expect(mailsAt(19, 6)).rejects.toThrow(/Later/)
      mailbox.isOpen = true
      await server.world.db.write((tx) => tx.updateTable('job').set({ locked_until: null }).execute())
      expect(to(await mailsAt(19, 7))).toEqual(['bob'])
      const again = [1, 2].map((n) => ({ ...job, id: (job.id + 2_000_000 + n) as never, locked_until: null }))
      await server.world.db.write((tx) => tx.insertInto('job').values(again).execute())
      expect(await mailsAt(19, 8)).toEqual([])
    })

    it('is one mail with everything, when several nodes fan out changes at the same time', async () => {
      await setMail('bob', 'digest')
      for (let n = 1; n <= 6; n++) await add('amy', { title: `Tree ${n}`, assignees: ids('bob') })
      const jobs = await server.world.db.read.selectFrom('job').select('payload').execute()
      await Promise.all(jobs.map(({ payload }) => fanOutChanges(withMail(), JSON.parse(payload).changes)))
      await server.world.db.write((tx) => tx.deleteFrom('job').where('kind', '=', 'spread-changes').execute())
      const [mail, ...others] = await mailsAt(19, 6)
      expect([mail?.header('Subject'), others]).toEqual(['[Tulipwood] Daily summary: 6 changes', []])
    })

    it('takes no items once it is being sent: later ones come the day after', async () => {
      await setMail('bob', 'digest')
      const id = await add('amy', { title: 'Oak', assignees: ids('bob') })
      await runJobs(withMail())
      await server.world.db.write((tx) => tx.updateTable('digest_email').set({ closed_on: clock.now() }).execute())
      await change('amy', id, { title: 'Ash' })
      await runJobs(withMail())
      expect((await mailsAt(19, 6)).map(({ text }) => text.includes('changed it'))).toEqual([false])
      expect((await mailsAt(20, 6)).map(({ text }) => text.includes('changed it'))).toEqual([true])
    })

    it('is not sent to an account that is not active, nor recorded without a mail server', async () => {
      await setMail('bob', 'digest')
      await add('amy', { title: 'Oak', assignees: ids('bob') })
      await runJobs(server.world)
      expect(await server.world.db.read.selectFrom('digest_email').selectAll().execute()).toEqual([])
      await add('amy', { title: 'Elm', assignees: ids('bob') })
      await runJobs(withMail())
      const setStatus = (status: string) =>
        server.world.db.write(async (tx) => {
          await tx.updateTable('user').set({ status }).where('id', '=', server.idOf('bob')).execute()
          await bumpRevision(tx, 'users')
        })
      await setStatus('S')
      const mails = await mailsAt(19, 6)
      await setStatus('A')
      expect(mails).toEqual([])
      const digests = await server.world.db.read.selectFrom('digest_email').select(['sent_on', 'error']).execute()
      expect(digests).toEqual([{ sent_on: null, error: expect.stringContaining('not active') }])
    })
  })
})
