import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { WebhookId } from '../../src/kit/values/ids.ts'
import { sweepNotifications } from '../../src/notifications/commands/sweep-notifications.ts'
import { buildActivityQuery } from '../../src/notifications/store/webhook-activities.ts'
import { type BugProject, createBugProject } from '../kit/bug-tracker-fixture.ts'
import { bumpRevision } from '../kit/bump-revision.ts'
import { answerLookups } from '../kit/dns-answers.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'
import { computeSignature, type ReceivedRequest, startWebhookReceiver } from '../kit/webhook-receiver.ts'

const hour = 3600

onEachDatabase((dialect) => {
  const server = createServer(dialect, { env: { TULIPWOOD_PUBLIC_URL: 'https://tracker.example' } })
  const receiver = startWebhookReceiver()
  let project: BugProject
  let fixture: ProjectFixture
  const secret = 'a secret of sixteen or more'

  beforeAll(async () => {
    const member = await server.createUser('member', { realName: 'Mila Member' })
    const boss = await server.createUser('boss')
    await server.createUser('other', { realName: 'Otto Other' })
    await server.createUser('outsider')
    project = await createBugProject(server.world, {
      shortName: 'garden',
      access: 'public',
      members: [member, boss],
      administrators: [boss, server.idOf('other')],
    })
    fixture = await createProjectFixture(server, 'orchard', {
      members: [member, boss],
      administrators: [boss],
      groups: { secretive: [member] },
      trackers: (groups) => [
        createTrackerDefinition('tree', [
          createFieldDefinition('string', 'title'),
          createFieldDefinition('string', 'hidden', {
            rights: { read: [...groups.values()], submit: [...groups.values()], update: [...groups.values()] },
          }),
        ]),
      ],
    })
    await server.as('admin').patch('site_settings', { outgoing_private_addresses: true })
  })

  const boss = () => server.as('boss')
  const createWebhook = async (more: object = {}, tracker: number = project.tracker) => {
    const { body } = await boss().post(`trackers/${tracker}/webhooks`, { url: receiver.url, secret, ...more })
    return body as { id: number; secret: string }
  }
  const createBug = async (title = 'It crashes'): Promise<number> => {
    const response = await server.as('member').post('artifacts', {
      tracker: { id: project.tracker },
      values: [
        { field_id: project.title, value: title },
        { field_id: project.status, bind_value_ids: [project.open] },
      ],
    })
    expect(response.status).toBe(201)
    return response.body.id
  }
  const retitle = async (id: number, title: string) => {
    const values = [{ field_id: project.title, value: title }]
    expect((await server.as('member').put(`artifacts/${id}`, { values })).status).toBe(200)
  }
  const deliveriesOf = async (id: number): Promise<any[]> =>
    (await boss().get(`tracker_webhooks/${id}/deliveries`)).body
  const payloads = (received: readonly ReceivedRequest[]): any[] => received.map(({ body }) => JSON.parse(body))
  afterEach(async () => {
    await server.world.db.write(async (tx) => {
      await tx.deleteFrom('webhook_delivery').execute()
      await tx.deleteFrom('webhook').execute()
      await tx.deleteFrom('job').execute()
      await bumpRevision(tx, 'trackers')
    })
    receiver.take()
    receiver.answer = { status: 200, body: 'thanks' }
  })

  describe('POST /trackers/{id}/webhooks', () => {
    it('creates a webhook and returns its secret only in this response', async () => {
      const { status, body } = await boss().post(`trackers/${project.tracker}/webhooks`, { url: receiver.url })
      expect([status, body]).toEqual([
        201,
        {
          id: body.id,
          uri: `tracker_webhooks/${body.id}`,
          tracker_id: project.tracker,
          url: receiver.url,
          events: ['create', 'update', 'delete'],
          format: 'json',
          is_enabled: true,
          has_secret: true,
          registered_by: server.idOf('boss'),
          paused_until: null,
          created_on: body.created_on,
          updated_on: body.created_on,
          deliveries_uri: `tracker_webhooks/${body.id}/deliveries`,
          last_delivery: null,
          next_attempt_on: null,
          secret: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      ])
      const { secret: _, ...webhook } = body
      expect((await boss().get(`tracker_webhooks/${body.id}`)).body).toEqual(webhook)
      expect((await boss().get(`trackers/${project.tracker}/webhooks`)).body).toEqual([webhook])
    })

    it.each([
      ['visitor', {}, 401],
      ['outsider', {}, 403],
      ['member', {}, 403],
      ['boss', { url: 'ftp://files.example/' }, 400],
      ['boss', { url: 'nowhere' }, 400],
      ['boss', { url: 'https://user:secret@hook.example/' }, 400],
      ['boss', { url: '' }, 400],
      ['boss', { events: [] }, 400],
      ['boss', { events: ['explode'] }, 400],
      ['boss', { format: 'yaml' }, 400],
      ['boss', { secret: 'short' }, 400],
    ])('as %s with %j returns %i and creates nothing', async (login, more, status) => {
      const before = await server.rowCounts()
      const request = { url: 'https://hook.example/', ...more }
      expect((await server.as(login).post(`trackers/${project.tracker}/webhooks`, request)).status).toBe(status)
      expect(await server.rowCounts()).toEqual(before)
    })

    it('returns 409 when a tracker has 50 webhooks', async () => {
      const row = { tracker_id: project.tracker, url: 'https://hook.example', events: 'create', format: 'json' }
      const rest = { secret: null, is_enabled: 0 as const, owner_user_id: null, failures: 0, paused_until: null }
      const rows = Array.from({ length: 50 }, (_, n) => ({
        id: 100_000 + n,
        ...row,
        ...rest,
        created_on: 0,
        updated_on: 0,
      }))
      await server.world.db.write((tx) =>
        tx
          .insertInto('webhook')
          .values(rows as never)
          .execute(),
      )
      const response = await boss().post(`trackers/${project.tracker}/webhooks`, { url: receiver.url })
      expect([response.status, response.body.error.message]).toEqual([
        409,
        'Conflict: A tracker has at most 50 webhooks.',
      ])
      await server.world.db.write((tx) =>
        tx
          .deleteFrom('webhook')
          .where('id', '>=', 100_000 as never)
          .execute(),
      )
    })
  })

  describe('a webhook', () => {
    it.each(['GET', 'PATCH', 'DELETE'])('rejects %s of other users', async (method) => {
      const { id } = await createWebhook()
      const before = await server.rowCounts()
      for (const [login, status] of [
        ['visitor', 401],
        ['outsider', 403],
        ['member', 403],
      ] as const)
        expect((await server.as(login).send(method, `tracker_webhooks/${id}`, { body: {} })).status).toBe(status)
      expect((await boss().send(method, 'tracker_webhooks/9999999', { body: {} })).status).toBe(404)
      expect(await server.rowCounts()).toEqual(before)
    })

    it('belongs to the user who last changed its URL, but not to one who only changed its events', async () => {
      const { id } = await createWebhook()
      const patch = async (body: object) => (await server.as('other').patch(`tracker_webhooks/${id}`, body)).body
      expect(await patch({ events: ['delete'] })).toMatchObject({
        events: ['delete'],
        registered_by: server.idOf('boss'),
      })
      const moved = await patch({ url: `${receiver.url}/other` })
      expect(moved).toMatchObject({ url: `${receiver.url}/other`, registered_by: server.idOf('other') })
      expect(moved.secret).toBeUndefined()
    })

    it('from an imported archive is disabled until an administrator enables it and receives its secret', async () => {
      const { id } = await createWebhook()
      const imported = { secret: null, owner_user_id: null, is_enabled: 0 as const }
      await server.world.db.write((tx) =>
        tx
          .updateTable('webhook')
          .set(imported)
          .where('id', '=', id as never)
          .execute(),
      )
      expect((await boss().get(`tracker_webhooks/${id}`)).body).toMatchObject({ is_enabled: false, has_secret: false })
      const { body } = await server.as('other').patch(`tracker_webhooks/${id}`, { is_enabled: true })
      expect(body).toMatchObject({ is_enabled: true, has_secret: true, registered_by: server.idOf('other') })
      expect(body.secret).toMatch(/^[0-9a-f]{64}$/)
    })

    it('is recorded in the audit log', async () => {
      const { id } = await createWebhook()
      await boss().patch(`tracker_webhooks/${id}`, { format: 'form', is_enabled: true })
      await boss().delete(`tracker_webhooks/${id}`)
      const rows = await server.world.db.read.selectFrom('audit').select(['action', 'detail']).orderBy('id').execute()
      const entries = rows.filter(({ detail }) => JSON.parse(detail).webhook === id)
      expect(entries.map(({ action }) => action)).toEqual(['webhook added', 'webhook changed', 'webhook removed'])
      expect(entries.map(({ detail }) => JSON.parse(detail))).toMatchObject([
        { url: receiver.url },
        { url: receiver.url, changed: ['format', 'is_enabled'] },
        { url: receiver.url },
      ])
      expect(entries.some(({ detail }) => detail.includes(secret))).toBe(false)
    })
  })

  describe('a delivery', () => {
    it('sends a new artifact with a signature', async () => {
      const { id } = await createWebhook()
      const bug = await createBug()
      expect(await runJobs(server.world)).toEqual({ 'spread-changes': 1, 'deliver-webhook': 1 })
      const [received] = receiver.take() as [ReceivedRequest]
      const [delivery] = await deliveriesOf(id)
      expect(delivery.artifact_id).toBe(bug)
      expect(received.headers).toMatchObject({
        'content-type': 'application/json',
        'x-tulipwood-event': 'create',
        'x-tulipwood-delivery': delivery.request_id,
        'x-tulipwood-signature': computeSignature(received, secret),
        'x-tulipwood-timestamp': expect.stringMatching(/^\d+$/),
      })
      const artifact = (await boss().get(`artifacts/${bug}?values_format=all`)).body
      const [payload] = payloads([received])
      expect(payload).toMatchObject({
        id: bug,
        action: 'create',
        change: { id: delivery.change_id, kind: 'created' },
        user: { username: 'member' },
        tracker: { id: project.tracker },
        current: { submitted_by: server.idOf('member') },
        previous: null,
        changed_fields: [
          { field_id: project.title, name: 'title', before: null, after: { value: 'It crashes' } },
          { field_id: project.status, name: 'status', before: null, after: { values: [{ label: 'open' }] } },
        ],
      })
      expect(payload.artifact).toEqual(artifact)
      expect(delivery).toMatchObject({
        webhook_id: id,
        event: 'create',
        state: 'delivered',
        attempts: 1,
        answer_status: 200,
        answer_excerpt: 'thanks',
        problem: null,
        replay_of: null,
      })
      expect(delivery.duration_ms).toBeGreaterThanOrEqual(0)
    })

    it('contains the values before and after a change, and reports a deletion', async () => {
      const { id } = await createWebhook()
      const bug = await createBug('Before')
      await retitle(bug, 'After')
      await boss().delete(`artifacts/${bug}`)
      await runJobs(server.world)
      const bodies = payloads(receiver.take())
      // Once an artifact is deleted, its earlier deliveries cannot be checked against the permissions of the owner.
      expect((await deliveriesOf(id)).map(({ event, state }) => `${event} ${state}`)).toEqual([
        'delete delivered',
        'update withheld',
        'create withheld',
      ])
      expect(bodies).toMatchObject([{ id: bug, action: 'delete', user: { username: 'boss' }, artifact: null }])

      const other = await createBug('Before')
      await runJobs(server.world)
      await retitle(other, 'After')
      await runJobs(server.world)
      const [, update] = payloads(receiver.take())
      expect(update).toMatchObject({
        id: other,
        action: 'update',
        artifact: { title: 'After' },
        changed_fields: [{ name: 'title', before: { value: 'Before' }, after: { value: 'After' } }],
      })
      const titles = [update.previous, update.current].map(({ values }) => values[0].value)
      expect(titles).toEqual(['Before', 'After'])
    })

    it('is a form if requested, and sent only for the selected events', async () => {
      await createWebhook({ format: 'form', events: ['update'] })
      const bug = await createBug()
      await retitle(bug, 'Ä & ö')
      await runJobs(server.world)
      const received = receiver.take()
      expect(received.map(({ headers }) => headers['content-type'])).toEqual(['application/x-www-form-urlencoded'])
      const [{ body, headers }] = received as [ReceivedRequest]
      expect(headers['x-tulipwood-signature']).toBe(computeSignature({ headers, body }, secret))
      const payload = JSON.parse(new URLSearchParams(body).get('payload') ?? '')
      expect(payload).toMatchObject({ id: bug, action: 'update', artifact: { title: 'Ä & ö' } })
    })

    it('contains only what the owner of the webhook may see', async () => {
      const tracker = fixture.trackers.get('tree') as number
      const [title, hidden] = ['title', 'hidden'].map((name) => fixture.fields.get(name) as number)
      const { id } = await createWebhook({}, tracker)
      const values = [
        { field_id: title, value: 'Oak' },
        { field_id: hidden, value: 'treasure below' },
      ]
      const created = await server.as('member').post('artifacts', { tracker: { id: tracker }, values })
      expect(created.status).toBe(201)
      await runJobs(server.world)
      const change = { values: [{ field_id: hidden, value: 'treasure gone' }] }
      expect((await server.as('member').put(`artifacts/${created.body.id}`, change)).status).toBe(200)
      await runJobs(server.world)
      const received = receiver.take()
      expect(received).toHaveLength(1)
      expect(received[0]?.body).toContain('Oak')
      expect(received[0]?.body).not.toContain('treasure')
      expect((await deliveriesOf(id)).map(({ state, attempts }) => [state, attempts])).toEqual([
        ['withheld', 0],
        ['delivered', 1],
      ])
    })

    it('is not sent when the owner of the webhook is no longer active', async () => {
      const { id } = await createWebhook()
      await createBug()
      const setStatus = (status: string) => server.as('admin').patch(`users/${server.idOf('boss')}`, { status })
      await setStatus('S')
      await runJobs(server.world)
      await setStatus('A')
      expect(receiver.take()).toEqual([])
      expect((await deliveriesOf(id)).map(({ state }) => state)).toEqual(['withheld'])
    })

    it.each([
      'http://127.0.0.1:8080/hook',
      'http://2130706433/hook',
      'http://10.1.2.3/hook',
      'http://169.254.169.254/latest/meta-data',
      'http://[::1]/hook',
      'http://[::ffff:10.1.2.3]/hook',
      'http://localhost/hook',
      'http://LOCALHOST./hook',
      'http://hook.localhost/',
    ])('cannot be registered for the private URL %s unless the site allows it', async (url) => {
      const { id } = await createWebhook()
      const before = await server.rowCounts()
      await server.as('admin').patch('site_settings', { outgoing_private_addresses: false })
      try {
        const created = await boss().post(`trackers/${project.tracker}/webhooks`, { url, events: ['create'] })
        const changed = await boss().patch(`tracker_webhooks/${id}`, { url })
        for (const { status, body } of [created, changed]) {
          expect(status).toBe(400)
          expect(body.error.message).toContain('is not a public address')
          expect(body.error.message).toContain('outgoing_private_addresses')
        }
        expect(await server.rowCounts()).toEqual(before)
        expect((await boss().get(`tracker_webhooks/${id}`)).body.url).not.toBe(url)
      } finally {
        await server.as('admin').patch('site_settings', { outgoing_private_addresses: true })
      }
    })

    it('has a signature that includes the timestamp', async () => {
      await createWebhook()
      await createBug()
      await runJobs(server.world)
      const [received] = receiver.take() as [ReceivedRequest]
      const later = { ...received, headers: { ...received.headers, 'x-tulipwood-timestamp': '4102444800' } }
      expect(received.headers['x-tulipwood-signature']).toBe(computeSignature(received, secret))
      expect(received.headers['x-tulipwood-signature']).not.toBe(computeSignature(later, secret))
    })

    it('is not sent to private addresses unless the site allows it', async () => {
      const { id } = await createWebhook()
      await createBug()
      await server.as('admin').patch('site_settings', { outgoing_private_addresses: false })
      await runJobs(server.world)
      await server.as('admin').patch('site_settings', { outgoing_private_addresses: true })
      expect(receiver.take()).toEqual([])
      expect(await deliveriesOf(id)).toMatchObject([
        { state: 'waiting', attempts: 1, answer_status: null, problem: expect.stringContaining('private address') },
      ])
    })

    it('is not sent to a host name that resolves to a private address on a later lookup', async () => {
      const { id } = await createWebhook({ url: receiver.url.replace('127.0.0.1', 'rebind.example') })
      await createBug()
      await server.as('admin').patch('site_settings', { outgoing_private_addresses: false })
      // The first address is public, but unassigned since RFC 3701.
      const names = answerLookups('rebind.example', [['3ffe:ffff::1'], ['127.0.0.1']])
      try {
        await runJobs(server.world)
        expect(names.lookups).toBe(1)
        expect(await deliveriesOf(id)).toMatchObject([{ state: 'waiting', attempts: 1, answer_status: null }])
        await runJobs(server.world, { later: hour })
        expect(names.lookups).toBeGreaterThan(1)
      } finally {
        names.restore()
        await server.as('admin').patch('site_settings', { outgoing_private_addresses: true })
      }
      expect(receiver.take()).toEqual([])
      const [{ attempts, ...delivery }] = await deliveriesOf(id)
      expect(delivery).toMatchObject({ answer_status: null, problem: expect.stringContaining('private address') })
      expect(attempts).toBeGreaterThan(1)
    })

    it('is not sent to the target of a redirect, which counts as the response', async () => {
      const { id } = await createWebhook()
      receiver.answer = { status: 307, body: '', headers: { location: `${receiver.url}/inner` } }
      await createBug()
      await runJobs(server.world)
      expect(receiver.take().map(({ url }) => url)).toEqual(['/hook'])
      expect(await deliveriesOf(id)).toMatchObject([{ state: 'waiting', attempts: 1, answer_status: 307 }])
    })

    it('is retried with the same body while the receiver is down, and later deliveries wait', async () => {
      const { id } = await createWebhook()
      receiver.answer = { status: 503, body: 'later' }
      const bug = await createBug()
      await runJobs(server.world)
      const [first] = receiver.take() as [ReceivedRequest]
      await createBug('Another')
      await runJobs(server.world)
      expect(receiver.take()).toEqual([])
      const paused = await boss().get(`tracker_webhooks/${id}`)
      expect(paused.body.paused_until).not.toBeNull()
      receiver.answer = { status: 204, body: '' }
      await retitle(bug, 'Changed meanwhile')
      await runJobs(server.world, { later: 30 })
      const received = receiver.take()
      const numberOf = ({ headers }: ReceivedRequest) => headers['x-tulipwood-delivery']
      expect(received.find((each) => numberOf(each) === numberOf(first))?.body).toBe(first.body)
      expect(
        payloads(received)
          .map(({ action }) => action)
          .toSorted(),
      ).toEqual(['create', 'create', 'update'])
      expect((await deliveriesOf(id)).map(({ state, attempts }) => `${state} ${attempts}`)).toEqual([
        'delivered 1',
        'delivered 1',
        'delivered 2',
      ])
      expect((await boss().get(`tracker_webhooks/${id}`)).body.paused_until).toBeNull()
    })

    it('is neither retried nor replayed when the owner of the webhook may no longer see the artifact', async () => {
      const [mine, theirs] = [server.idOf('boss'), server.idOf('other')]
      const cellar = await createProjectFixture(server, 'cellar', {
        access: 'private',
        administrators: [mine, theirs],
        trackers: () => [createTrackerDefinition('jar', [createFieldDefinition('string', 'jar:title')])],
      })
      const tracker = Number(cellar.trackers.get('jar'))
      const { id } = await createWebhook({}, tracker)
      const values = [{ field_id: cellar.fields.get('jar:title'), value: 'Plums' }]
      const make = () => server.as('other').post('artifacts', { tracker: { id: tracker }, values })
      expect((await make()).status).toBe(201)
      await runJobs(server.world)
      receiver.answer = { status: 503, body: 'later' }
      expect((await make()).status).toBe(201)
      await runJobs(server.world)
      expect(receiver.take()).toHaveLength(2)
      const { body: log } = await server.as('other').get(`tracker_webhooks/${id}/deliveries`)
      await server.world.db.write(async (tx) => {
        await tx
          .deleteFrom('project_member')
          .where('user_id', '=', mine)
          .where('project_id', '=', cellar.projectId)
          .execute()
        await bumpRevision(tx, 'users')
      })
      const replay = await server.as('other').post(`tracker_webhook_deliveries/${log[1].id}/replay`)
      expect(replay.status).toBe(201)
      receiver.answer = { status: 200, body: 'thanks' }
      await runJobs(server.world, { later: hour })
      expect(receiver.take()).toEqual([])
      const { body: after } = await server.as('other').get(`tracker_webhooks/${id}/deliveries`)
      expect(after.map(({ state }: { state: string }) => state)).toEqual(['withheld', 'withheld', 'delivered'])
    })

    it('fails after a day of attempts', async () => {
      const { id } = await createWebhook()
      receiver.answer = { status: 500, body: 'no' }
      await createBug()
      for (let later = 0; later < 26 * hour; later += hour / 2) await runJobs(server.world, { later })
      const [delivery] = await deliveriesOf(id)
      expect(delivery).toMatchObject({ state: 'failed', answer_status: 500, answer_excerpt: 'no' })
      expect(delivery.attempts).toBe(receiver.take().length)
      expect(delivery.attempts).toBeGreaterThan(20)
      expect(await runJobs(server.world, { later: 48 * hour })).toEqual({})
    })

    it('disables the webhook when the receiver responds with 410', async () => {
      const { id } = await createWebhook()
      receiver.answer = { status: 410, body: '' }
      await createBug()
      await runJobs(server.world)
      expect((await boss().get(`tracker_webhooks/${id}`)).body.is_enabled).toBe(false)
      expect(await deliveriesOf(id)).toMatchObject([{ state: 'failed', answer_status: 410, attempts: 1 }])
      await createBug()
      // The tracker has no other webhook, and the artifact concerns no user.
      expect(await runJobs(server.world)).toEqual({})
    })

    it('stores the first characters of a long response', async () => {
      const { id } = await createWebhook()
      receiver.answer = { status: 200, body: 'a\0'.repeat(10_000) }
      await createBug()
      await runJobs(server.world)
      expect(await deliveriesOf(id)).toMatchObject([{ state: 'delivered', answer_excerpt: 'a'.repeat(2048) }])
    })

    it('is sent once when the job runs twice', async () => {
      const { id } = await createWebhook()
      await createBug()
      const jobs = await server.world.db.read.selectFrom('job').selectAll().execute()
      await runJobs(server.world)
      await server.world.db.write((tx) => tx.insertInto('job').values(jobs).execute())
      expect(await runJobs(server.world)).toEqual({ 'spread-changes': 1 })
      expect([receiver.take().length, (await deliveriesOf(id)).length]).toEqual([1, 1])
    })

    it('is deleted after 30 days', async () => {
      const { id } = await createWebhook()
      await createBug()
      await runJobs(server.world)
      const inDays = (days: number) => ({
        db: server.world.db,
        clock: { now: () => server.world.clock.now() + days * 86_400 },
      })
      await sweepNotifications(inDays(29))
      expect(await deliveriesOf(id)).toHaveLength(1)
      await sweepNotifications(inDays(31))
      expect(await deliveriesOf(id)).toEqual([])
    })
  })

  describe('the last delivery and the next attempt of a webhook', () => {
    const webhookOf = async (id: number) => (await boss().get(`tracker_webhooks/${id}`)).body
    const secondsBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 1000

    it('are those of its own newest delivery, in every response', async () => {
      const { id } = await createWebhook({ events: ['create'] })
      const { id: quiet } = await createWebhook({ events: ['delete'] })
      const bug = await createBug()
      await createBug('Another')
      await retitle(bug, 'Changed')
      await runJobs(server.world)
      const [newest] = await deliveriesOf(id)
      const lastDelivery = {
        id: newest.id,
        state: 'delivered',
        created_on: newest.created_on,
        attempts: 1,
        attempted_on: newest.attempted_on,
        answer_status: 200,
        problem: null,
      }
      const webhook = await webhookOf(id)
      expect(webhook).toMatchObject({ last_delivery: lastDelivery, next_attempt_on: null })
      const { body: list } = await boss().get(`trackers/${project.tracker}/webhooks`)
      expect(list).toEqual([webhook, await webhookOf(quiet)])
      expect(list[1]).toMatchObject({ last_delivery: null, next_attempt_on: null })
      const { body: changed } = await boss().patch(`tracker_webhooks/${id}`, { format: 'form' })
      expect(changed).toMatchObject({ last_delivery: lastDelivery, next_attempt_on: null })
    })

    it('follow the attempts of a receiver that is down, until it responds', async () => {
      const { id } = await createWebhook()
      receiver.answer = { status: 503, body: 'later' }
      await createBug()
      await runJobs(server.world)
      const failed = await webhookOf(id)
      expect(failed.last_delivery).toMatchObject({
        state: 'waiting',
        attempts: 1,
        answer_status: 503,
        problem: 'The receiver responded with status 503',
      })
      expect(secondsBetween(failed.last_delivery.attempted_on, failed.next_attempt_on)).toBe(10)
      expect(failed.next_attempt_on).toBe(failed.paused_until)

      // The attempt of a delivery that is new meanwhile waits for the end of the pause.
      await createBug('Another')
      await runJobs(server.world)
      const paused = await webhookOf(id)
      expect(paused).toMatchObject({
        last_delivery: { state: 'waiting', attempts: 0, attempted_on: null },
        next_attempt_on: failed.paused_until,
      })

      receiver.answer = { status: 204, body: '' }
      await runJobs(server.world, { later: 30 })
      expect(await webhookOf(id)).toMatchObject({
        last_delivery: { state: 'delivered', answer_status: 204 },
        next_attempt_on: null,
      })
    })

    it('follow a rejected payload, whose pauses do not concern other deliveries', async () => {
      const { id } = await createWebhook()
      receiver.answer = { status: 422, body: 'not this' }
      await createBug()
      for (const later of [0, 20]) await runJobs(server.world, { later })
      const webhook = await webhookOf(id)
      expect(webhook).toMatchObject({ paused_until: null, last_delivery: { attempts: 2, answer_status: 422 } })
      expect(secondsBetween(webhook.last_delivery.attempted_on, webhook.next_attempt_on)).toBe(20)
    })

    it('are the earliest attempt of all deliveries that wait, and none while the webhook is disabled', async () => {
      const { id } = await createWebhook()
      receiver.answer = { status: 422, body: 'not this' }
      await createBug()
      for (const later of [0, 20]) await runJobs(server.world, { later })
      await createBug('Another')
      await runJobs(server.world)
      const [newest, oldest] = await deliveriesOf(id)
      const before = await webhookOf(id)
      expect([newest.attempts, oldest.attempts]).toEqual([1, 2])
      expect(secondsBetween(newest.attempted_on, before.next_attempt_on)).toBe(10)
      await boss().patch(`tracker_webhooks/${id}`, { is_enabled: false })
      expect(await webhookOf(id)).toMatchObject({ last_delivery: { id: newest.id }, next_attempt_on: null })
      await runJobs(server.world, { later: hour })
      expect(await webhookOf(id)).toMatchObject({
        last_delivery: { id: newest.id, state: 'failed', problem: 'The webhook is disabled' },
        next_attempt_on: null,
      })
    })

    it('contain a delivery that was sent again', async () => {
      const { id } = await createWebhook({ events: ['create'] })
      await createBug()
      await runJobs(server.world)
      const [delivery] = await deliveriesOf(id)
      const { body: replay } = await boss().post(`tracker_webhook_deliveries/${delivery.id}/replay`)
      expect(replay.artifact_id).toBe(delivery.artifact_id)
      expect(await webhookOf(id)).toMatchObject({
        last_delivery: { id: replay.id, state: 'waiting', attempts: 0, answer_status: null },
        next_attempt_on: replay.created_on,
      })
    })

    it('are read with indexes, whatever the number of deliveries', async () => {
      const { id } = await createWebhook()
      const { id: other } = await createWebhook()
      const { db } = server.world
      await db.write(async (tx) => {
        const row = { event: 'create', request_id: '', created_on: 1, attempts: 1, replay_key: 0 }
        const rows = Array.from({ length: 2000 }, (_, n) => ({
          ...row,
          id: 1_000_000 + n,
          webhook_id: n % 2 === 0 ? id : other,
          change_id: n,
          status: n % 100 < 2 ? 'waiting' : 'delivered',
          next_attempt_on: n % 100 < 2 ? 5000 - n : null,
        }))
        for (let start = 0; start < rows.length; start += 500)
          await tx
            .insertInto('webhook_delivery')
            .values(rows.slice(start, start + 500) as never)
            .execute()
      })
      if (dialect === 'postgres') await db.write(async (tx) => void (await sql`analyze webhook_delivery`.execute(tx)))
      const query = buildActivityQuery(db.read, [id, other] as WebhookId[])
      expect(await query.execute()).toMatchObject([
        { webhook_id: id, id: 1_001_998, next_attempt_on: 3100 },
        { webhook_id: other, id: 1_001_999, next_attempt_on: 3099 },
      ])
      const compiled = query.compile()
      const explain = dialect === 'postgres' ? 'explain' : 'explain query plan'
      const { rows } = await db.read
        .getExecutor()
        .executeQuery<Record<string, unknown>>({ ...compiled, sql: `${explain} ${compiled.sql}` })
      const plan = rows.map((row) => String(row['QUERY PLAN'] ?? row['detail'])).join('\n')
      expect(plan).toContain('webhook_delivery_by_webhook_id_next_attempt_on')
      expect(plan).toMatch(
        dialect === 'postgres'
          ? /Index Only Scan Backward using webhook_delivery_by_webhook_id_id/
          : /SEARCH own USING COVERING INDEX webhook_delivery_by_webhook_id_id/,
      )
      expect(plan).not.toMatch(/Seq Scan on webhook_delivery|SCAN (last|own|next)|TEMP B-TREE/)
    })
  })

  describe('GET /tracker_webhooks/{id}/deliveries', () => {
    it('lists the newest first, page by page, with the total', async () => {
      const { id } = await createWebhook({ events: ['create'] })
      for (const title of ['One', 'Two', 'Three']) await createBug(title)
      await runJobs(server.world)
      const all = await deliveriesOf(id)
      expect(all.map(({ id: each }) => each)).toEqual(all.map(({ id: each }) => each).toSorted((a, b) => b - a))
      const page = await boss().get(`tracker_webhooks/${id}/deliveries?limit=2&offset=2`)
      expect([page.body, page.headers['x-pagination-size']]).toEqual([all.slice(2), '3'])
      for (const [login, status] of [
        ['visitor', 401],
        ['member', 403],
      ] as const)
        expect((await server.as(login).get(`tracker_webhooks/${id}/deliveries`)).status).toBe(status)
    })
  })

  it('a project created from a template does not receive its webhooks, whose URLs can be confidential', async () => {
    await createWebhook({ url: 'https://chat.example/hook/a-secret-path' }, Number(fixture.trackers.get('tree')))
    const updated = await boss().put(`trackers/${fixture.trackers.get('tree')}/settings`, {
      is_copied_with_project: true,
    })
    expect(updated.status).toBe(200)
    await server.as('admin').put(`projects/${fixture.projectId}/template`, { is_template: true })
    const projectInput = { shortname: 'nursery', label: 'Nursery', is_public: true, template_id: fixture.projectId }
    const created = await server.as('other').post('projects', projectInput)
    expect(created.status).toBe(201)
    await server.as('admin').put(`projects/${fixture.projectId}/template`, { is_template: false })
    const [tracker] = (await server.as('other').get(`projects/${created.body.id}/trackers`)).body
    const webhooks = await server.as('other').get(`trackers/${tracker.id}/webhooks`)
    expect([webhooks.status, webhooks.body]).toEqual([200, []])
  })

  describe('POST /tracker_webhook_deliveries/{id}/replay', () => {
    it('sends the same body again with another delivery id', async () => {
      const { id } = await createWebhook({ events: ['create'] })
      const bug = await createBug('First title')
      await runJobs(server.world)
      await retitle(bug, 'Second title')
      const [delivery] = await deliveriesOf(id)
      const replay = await boss().post(`tracker_webhook_deliveries/${delivery.id}/replay`)
      expect([replay.status, replay.body]).toMatchObject([
        201,
        { replay_of: delivery.id, state: 'waiting', attempts: 0 },
      ])
      expect(replay.body.request_id).not.toBe(delivery.request_id)
      await runJobs(server.world)
      const [first, second] = receiver.take() as [ReceivedRequest, ReceivedRequest]
      expect(second.body).toBe(first.body)
      const audit = await server.world.db.read
        .selectFrom('audit')
        .select(['action', 'detail'])
        .orderBy('id', 'desc')
        .execute()
      expect(audit[0]?.action).toBe('webhook delivery replayed')
      expect(JSON.parse(audit[0]?.detail ?? '')).toMatchObject({
        webhook: id,
        url: receiver.url,
        delivery: delivery.id,
      })
      expect(second.headers['x-tulipwood-delivery']).toBe(replay.body.request_id)
      expect((await deliveriesOf(id)).map(({ state }) => state)).toEqual(['delivered', 'delivered'])
    })

    it('is rejected for a delivery without body, for other users, and after another user has become the owner', async () => {
      const { id } = await createWebhook({ events: ['create'] })
      await createBug()
      await createBug()
      await runJobs(server.world)
      const [delivery] = await deliveriesOf(id)
      const before = await server.rowCounts()
      const replay = (login: string, of: number) => server.as(login).post(`tracker_webhook_deliveries/${of}/replay`)
      expect((await replay('visitor', delivery.id)).status).toBe(401)
      expect((await replay('member', delivery.id)).status).toBe(403)
      expect((await replay('boss', 9_999_999)).status).toBe(404)
      const { world } = server
      await world.db.write((tx) =>
        tx.updateTable('webhook_delivery').set({ body: null }).where('id', '=', delivery.id).execute(),
      )
      expect((await replay('boss', delivery.id)).status).toBe(409)
      await server.as('other').patch(`tracker_webhooks/${id}`, { url: `${receiver.url}/elsewhere` })
      expect((await replay('other', delivery.id - 1)).status).toBe(409)
      expect(await server.rowCounts()).toEqual(before)
    })
  })
})
