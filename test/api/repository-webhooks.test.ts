import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { notificationPermit } from '../../src/kit/messages/system-permits.ts'
import { loadSecretCipher } from '../../src/kit/system/encrypt.ts'
import type { DeliveryId, ProjectId, RepositoryId, WebhookId } from '../../src/kit/values/ids.ts'
import type { EpochSeconds } from '../../src/kit/values/time.ts'
import { buildWebhookSecretPurpose, maxWebhooks } from '../../src/notifications/model/webhook.ts'
import { saveBody } from '../../src/notifications/store/deliveries.ts'
import { purgeRepositories } from '../../src/subversion/commands/purge-repositories.ts'
import { recordCommit } from '../../src/subversion/commands/record-commit.ts'
import { findRepository, saveRepository } from '../../src/subversion/store/repositories.ts'
import { grantPermit } from '../kit/grant-permit.ts'
import { insertProject } from '../kit/project.ts'
import { createRepository, enableSubversion, type MemoryStorage, useMemoryStorage } from '../kit/repositories.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

const secret = 'a secret of sixteen or more'
const day = 86_400

onEachDatabase((dialect) => {
  const server = createServer(dialect)
  let storage: MemoryStorage
  let project: ProjectId
  let repository: RepositoryId
  let other: RepositoryId

  beforeAll(async () => {
    storage = useMemoryStorage(server.world)
    for (const login of ['boss', 'member', 'keeper', 'outsider']) await server.createUser(login)
    project = await insertProject(server, {
      shortName: 'pumps',
      access: 'private',
      members: ['boss', 'member', 'keeper'],
      administrators: ['boss'],
    })
    await enableSubversion(server, project)
    const boss = server.as('boss')
    const { body: keepers } = await boss.post('user_groups', { project_id: project, short_name: 'keepers' })
    await boss.put(`user_groups/${keepers.id}/users`, { user_references: [{ username: 'keeper' }] })
    const administrators = await boss.put(`projects/${project}/svn_administrators`, { user_groups: [`${keepers.id}`] })
    expect(administrators.status).toBe(200)
    repository = await createRepository(server, project, 'main')
    other = await createRepository(server, project, 'other')
  })
  afterEach(async () => {
    await server.world.db.write(async (tx) => {
      for (const table of ['webhook_delivery', 'webhook', 'job', 'repository_commit'] as const)
        await tx.deleteFrom(table).execute()
    })
  })

  const boss = () => server.as('boss')
  const url = 'https://hook.example/'
  const createWebhook = async (more: object = {}, of = repository): Promise<any> => {
    const { status, body } = await boss().post(`svn/${of}/webhooks`, { url, secret, ...more })
    expect([status, body.error]).toEqual([201, undefined])
    return body
  }
  const rowsOf = (id: number) =>
    server.world.db.read
      .selectFrom('webhook_delivery')
      .selectAll()
      .where('webhook_id', '=', id as WebhookId)
      .orderBy('id')
      .execute()
  const jobs = () => server.world.db.read.selectFrom('job').select(['kind', 'payload']).execute()
  /** Records a commit as the post-commit hook does, or the start of a server. */
  const commit = async (revision: number, when: 'now' | 'later' = 'now', secondsAgo = 0) => {
    const at = new Date((server.world.clock.now() - secondsAgo) * 1000).toISOString()
    const date = `${at.slice(0, 10)} ${at.slice(11, 19)} +0000 (some day)`
    storage.look = async () => Buffer.from(`member\n${date}\n4\nMend\n`)
    const record = await findRepository(server.world.db.read, repository)
    if (record === undefined) throw new Error('The repository is missing')
    await recordCommit(server.world, record, revision, when)
  }

  describe('POST /svn/{id}/webhooks', () => {
    it('creates a webhook and returns its secret only in this response', async () => {
      const { status, body } = await boss().post(`svn/${repository}/webhooks`, { url })
      expect([status, body]).toEqual([
        201,
        {
          id: body.id,
          uri: `svn_webhooks/${body.id}`,
          repository_id: repository,
          url,
          events: ['commit'],
          format: 'json',
          is_enabled: true,
          has_secret: true,
          registered_by: server.idOf('boss'),
          paused_until: null,
          created_on: body.created_on,
          updated_on: body.created_on,
          deliveries_uri: `svn_webhooks/${body.id}/deliveries`,
          last_delivery: null,
          next_attempt_on: null,
          secret: expect.stringMatching(/^[0-9a-f]{64}$/),
        },
      ])
      const { secret: created, ...webhook } = body
      expect((await boss().get(body.uri)).body).toEqual(webhook)
      expect((await boss().get(`svn/${repository}/webhooks`)).body).toEqual([webhook])
      expect((await boss().get(`svn/${other}/webhooks`)).body).toEqual([])
      const stored = await server.world.db.read.selectFrom('webhook').select('secret').executeTakeFirstOrThrow()
      const purpose = buildWebhookSecretPurpose({ noun: 'repository', id: repository })
      expect((await loadSecretCipher(server.world)).decrypt(purpose, `${stored.secret}`).toString()).toBe(created)
    })

    it('is allowed for groups that administer repositories', async () => {
      const created = await server.as('keeper').post(`svn/${repository}/webhooks`, { url })
      expect([created.status, created.body.registered_by]).toEqual([201, server.idOf('keeper')])
      expect((await server.as('keeper').get(created.body.uri)).status).toBe(200)
    })

    it.each([
      ['visitor', {}, 401, undefined],
      ['outsider', {}, 403, undefined],
      ['member', {}, 403, 'Forbidden: User must be SVN admin to do this action'],
      ['boss', { url: 'ftp://files.example/' }, 400, undefined],
      ['boss', { url: 'https://user:secret@hook.example/' }, 400, undefined],
      ['boss', { url: '' }, 400, undefined],
      ['boss', { events: [] }, 400, undefined],
      ['boss', { events: ['create'] }, 400, undefined],
      ['boss', { format: 'yaml' }, 400, undefined],
      ['boss', { secret: 'short' }, 400, undefined],
    ])('as %s with %j returns %i and creates nothing', async (login, more, status, message) => {
      const before = await server.rowCounts()
      const response = await server.as(login).post(`svn/${repository}/webhooks`, { url, ...more })
      expect(response.status).toBe(status)
      if (message !== undefined) expect(response.body.error.message).toBe(message)
      expect(await server.rowCounts()).toEqual(before)
    })

    it('returns 404 for an unknown repository, and 409 when a repository has 50 webhooks', async () => {
      const absent = await boss().post('svn/999999/webhooks', { url })
      expect([absent.status, absent.body.error.message]).toEqual([404, 'Not Found: Repository not found'])
      for (let n = 0; n < maxWebhooks; n++) await createWebhook()
      const { status, body } = await boss().post(`svn/${repository}/webhooks`, { url })
      expect([status, body.error.message]).toEqual([409, 'Conflict: A repository has at most 50 webhooks.'])
      await createWebhook({}, other)
    })
  })

  describe('a webhook', () => {
    it.each(['GET', 'PATCH', 'DELETE'])('rejects %s of other users', async (method) => {
      const { id } = await createWebhook()
      const before = await server.rowCounts()
      for (const [login, status] of [
        ['visitor', 401],
        ['outsider', 404],
        ['member', 403],
      ] as const)
        expect((await server.as(login).send(method, `svn_webhooks/${id}`, { body: {} })).status).toBe(status)
      expect((await boss().send(method, 'svn_webhooks/9999999', { body: {} })).status).toBe(404)
      // The id of a repository webhook is not valid for tracker webhooks.
      expect((await server.as('admin').send(method, `tracker_webhooks/${id}`, { body: {} })).status).toBe(404)
      expect(await server.rowCounts()).toEqual(before)
    })

    it('is listed with its last delivery and the next attempt', async () => {
      const { id, uri } = await createWebhook()
      await commit(1)
      const [delivery] = await rowsOf(id)
      const webhook = (await boss().get(uri)).body
      expect(webhook.last_delivery).toEqual({
        id: delivery?.id,
        state: 'waiting',
        created_on: webhook.next_attempt_on,
        attempts: 0,
        attempted_on: null,
        answer_status: null,
        problem: null,
      })
      expect(Date.parse(webhook.next_attempt_on) / 1000).toBe(delivery?.next_attempt_on)
      expect((await boss().get(`svn/${repository}/webhooks`)).body).toEqual([webhook])
    })

    it('belongs to the user who last changed its URL', async () => {
      const { id } = await createWebhook()
      const patch = async (body: object) => (await server.as('keeper').patch(`svn_webhooks/${id}`, body)).body
      expect(await patch({ format: 'form' })).toMatchObject({ format: 'form', registered_by: server.idOf('boss') })
      const moved = await patch({ url: `${url}moved` })
      expect(moved).toMatchObject({ url: `${url}moved`, registered_by: server.idOf('keeper') })
      expect(moved.secret).toBeUndefined()
    })

    it('is recorded in the audit log and is deleted with its deliveries', async () => {
      const { id, uri } = await createWebhook()
      await commit(1)
      await boss().patch(uri, { format: 'form' })
      const [delivery] = await rowsOf(id)
      await server.world.db.write((tx) =>
        saveBody(tx, notificationPermit, delivery?.id as DeliveryId, {
          body: '{}',
          renderedForUserId: server.idOf('boss'),
        }),
      )
      expect((await boss().post(`svn_webhook_deliveries/${delivery?.id}/replay`)).status).toBe(201)
      expect((await boss().delete(uri)).status).toBe(200)
      expect((await boss().get(uri)).status).toBe(404)
      expect(await rowsOf(id)).toEqual([])
      const rows = await server.world.db.read.selectFrom('audit').select(['action', 'detail', 'subject']).execute()
      const entries = rows.filter(({ detail }) => JSON.parse(detail).webhook === id)
      expect(entries.map(({ action }) => action)).toEqual([
        'svn_multi_repository_webhook_create',
        'svn_multi_repository_webhook_update',
        'svn_multi_repository_webhook_replay',
        'svn_multi_repository_webhook_delete',
      ])
      for (const { subject, detail } of entries) {
        expect([subject, JSON.parse(detail)]).toEqual(['pumps', expect.objectContaining({ repository, name: 'main' })])
        expect(detail).not.toContain(secret)
      }
    })

    it('returns 404 after its repository was deleted, and is purged with it', async () => {
      const deletedRepository = await createRepository(server, project, `doomed-${dialect}`)
      const { uri, id } = await createWebhook({}, deletedRepository)
      const deletedOn = (server.world.clock.now() - 400 * day) as EpochSeconds
      await server.world.db.write((tx) =>
        saveRepository(tx, grantPermit('administer', { id: deletedRepository }), {
          deletedOn,
          directory: null,
          dump: 'doomed.svn',
        }),
      )
      for (const response of [await boss().get(uri), await boss().get(`svn/${deletedRepository}/webhooks`)])
        expect([response.status, response.body.error.message]).toEqual([404, 'Not Found: Repository not found'])
      const remaining = await createWebhook()
      await purgeRepositories(server.world)
      const rows = await server.world.db.read.selectFrom('webhook').select('id').execute()
      expect(rows).toEqual([{ id: remaining.id }])
      expect(rows).not.toContainEqual({ id })
    })
  })

  describe('a commit', () => {
    it('is delivered once to every enabled webhook of its repository, in the transaction that records it', async () => {
      const [one, two] = [await createWebhook(), await createWebhook({ format: 'form' })]
      const disabled = await createWebhook({ is_enabled: false })
      const otherWebhook = await createWebhook({}, other)
      await commit(1)
      await commit(1)
      await commit(1, 'later')
      for (const { id } of [one, two])
        expect(await rowsOf(id)).toMatchObject([{ revision: 1, change_id: null, event: 'commit', status: 'waiting' }])
      for (const { id } of [disabled, otherWebhook]) expect(await rowsOf(id)).toEqual([])
      const due = (await jobs()).filter(({ kind }) => kind === 'deliver-commit-webhook')
      const [first, second] = [...(await rowsOf(one.id)), ...(await rowsOf(two.id))]
      expect(due.map(({ payload }) => JSON.parse(payload))).toEqual([
        { delivery: first?.id, attempt: 1 },
        { delivery: second?.id, attempt: 1 },
      ])
      const { body, headers } = await boss().get(one.deliveries_uri)
      expect(headers['x-pagination-size']).toBe('1')
      expect(body).toEqual([
        {
          id: first?.id,
          webhook_id: one.id,
          revision: 1,
          replay_of: null,
          event: 'commit',
          state: 'waiting',
          request_id: first?.request_id,
          created_on: body[0].created_on,
          attempts: 0,
          attempted_on: null,
          duration_ms: null,
          answer_status: null,
          answer_excerpt: null,
          problem: null,
        },
      ])
    })

    it('is delivered after recovery if it was made in or after the second in which webhook and repository were created', async () => {
      const { id } = await createWebhook()
      const move = (to: EpochSeconds) =>
        server.world.db.write(async (tx) => {
          await tx.updateTable('webhook').set({ created_on: to }).execute()
          await tx.updateTable('repository').set({ created_on: to }).where('id', '=', repository).execute()
        })
      await move((server.world.clock.now() - 10 * day) as EpochSeconds)
      await commit(1, 'later', 11 * day)
      await commit(2, 'later', 10 * day)
      await commit(3, 'later', 9 * day)
      await commit(4, 'later')
      expect((await rowsOf(id)).map(({ revision }) => revision)).toEqual([2, 3, 4])
    })

    it('is given up when its changed paths cannot be read for a day', async () => {
      const { id } = await createWebhook()
      await commit(1)
      // The in-memory storage has no Subversion programs.
      await expect(runJobs(server.world)).rejects.toThrow('Subversion is not available on this server')
      expect(await rowsOf(id)).toMatchObject([{ status: 'waiting', attempts: 0 }])
      await runJobs(server.world, { later: day + 3600 })
      expect(await rowsOf(id)).toMatchObject([
        { status: 'failed', attempts: 0, error: expect.stringMatching(/^Given up/) },
      ])
    })
  })
})
