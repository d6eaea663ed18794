import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import type { RepositoryId } from '../../src/kit/values/ids.ts'
import { recoverMissedCommits } from '../../src/subversion/commands/recover-missed-commits.ts'
import { insertProject } from '../kit/project.ts'
import { enableSubversion } from '../kit/repositories.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'
import { createSvnClient, createWorkingDirectory, type SvnClient } from '../kit/svn-client.ts'
import { computeSignature, type ReceivedRequest, startWebhookReceiver } from '../kit/webhook-receiver.ts'

const password = 'plenty of apples'
const secret = 'a secret of sixteen or more'
const hour = 3600

/** The keeper administers repositories, but cannot read `secret`. */
const hidesSecret = '[/secret]\n* =\n@members =\namy = rw\n'

describe.skipIf(inject('subversion') === null)('webhooks of a repository', () => {
  onEachDatabase((dialect) => {
    const server = createServer(dialect, { env: { TULIPWOOD_PUBLIC_URL: 'https://tracker.example' } })
    const receiver = startWebhookReceiver()
    let workingDirectory: Awaited<ReturnType<typeof createWorkingDirectory>>
    let amy: SvnClient
    let project = 0
    let base = ''

    beforeAll(async () => {
      await server.createUser('amy', { password, realName: 'Amy Pond' })
      await server.createUser('keeper')
      project = await insertProject(server, {
        shortName: 'pumps',
        access: 'private',
        members: ['amy', 'keeper'],
        administrators: ['amy'],
      })
      await enableSubversion(server, project)
      const { body: keepers } = await server
        .as('amy')
        .post('user_groups', { project_id: project, short_name: 'keepers' })
      await server.as('amy').put(`user_groups/${keepers.id}/users`, { user_references: [{ username: 'keeper' }] })
      await server.as('amy').put(`projects/${project}/svn_administrators`, { user_groups: [`${keepers.id}`] })
      await server.as('admin').patch('site_settings', { outgoing_private_addresses: true })
      base = `${await server.app.listen({ host: '127.0.0.1', port: 0 })}/svnplugin/pumps`
      workingDirectory = await createWorkingDirectory()
      amy = createSvnClient(workingDirectory.directory, 'amy', password)
    })
    afterAll(() => workingDirectory?.remove())
    afterEach(async () => {
      await server.world.db.write((tx) => tx.deleteFrom('job').execute())
      receiver.take()
      receiver.answer = { status: 200, body: 'thanks' }
    })

    const createTestRepository = async (name: string, accessFile = ''): Promise<{ id: RepositoryId; url: string }> => {
      const settings = { layout: ['trunk', 'secret'], access_file: accessFile }
      const response = await server.as('amy').post('svn', { project_id: project, name, settings })
      expect([response.status, response.body.error]).toEqual([201, undefined])
      return { id: response.body.id, url: `${base}/${name}` }
    }
    const createTestWebhook = async (repository: number, who = 'amy', more: object = {}): Promise<any> => {
      const webhookRequest = { url: receiver.url, secret, ...more }
      const { status, body } = await server.as(who).post(`svn/${repository}/webhooks`, webhookRequest)
      expect([status, body.error]).toEqual([201, undefined])
      return body
    }
    const deliveriesOf = async (id: number): Promise<any[]> =>
      (await server.as('amy').get(`svn_webhooks/${id}/deliveries`)).body
    const payloadOf = (received: ReceivedRequest | undefined): any => JSON.parse(received?.body ?? 'null')
    const change = async (repository: number, accessFile: string): Promise<void> => {
      const settings = {
        commit_rules: { is_reference_mandatory: false, is_commit_message_change_allowed: true },
        immutable_tags: { paths: [], whitelist: [] },
        email_notifications: [],
        access_file: accessFile,
      }
      expect((await server.as('amy').put(`svn/${repository}`, { settings })).status).toBe(200)
    }
    /** One commit that changes both directories. */
    const commitBoth = (url: string, name: string, message: string) =>
      amy.run('mkdir', '-m', message, `${url}/trunk/${name}`, `${url}/secret/${name}`)

    it('deliver a signed payload for a commit', async () => {
      const { id, url } = await createTestRepository('delivered')
      const webhook = await createTestWebhook(id)
      await amy.run('mkdir', '-m', 'Begins <b>it</b>\n\nwith é', `${url}/trunk/one`)
      await amy.run('copy', '-m', 'Copies it', `${url}/trunk/one`, `${url}/trunk/two`)
      expect(await runJobs(server.world)).toEqual({ 'deliver-commit-webhook': 2 })
      const [first, second] = receiver.take() as [ReceivedRequest, ReceivedRequest]
      const [later, earlier] = await deliveriesOf(webhook.id)
      expect(first.headers).toMatchObject({
        'content-type': 'application/json',
        'x-tulipwood-event': 'commit',
        'x-tulipwood-delivery': earlier.request_id,
        'x-tulipwood-signature': computeSignature(first, secret),
        'x-tulipwood-timestamp': expect.stringMatching(/^\d+$/),
      })
      const { body: author } = await server.as('amy').get(`users/${server.idOf('amy')}`)
      const { body: commit } = await server.as('amy').get(`svn/${id}/commits/2`)
      expect(payloadOf(first)).toEqual({
        action: 'commit',
        repository: {
          id,
          project: (await server.as('amy').get(`svn/${id}`)).body.project,
          uri: `svn/${id}`,
          name: 'delivered',
          svn_url: 'https://tracker.example/svnplugin/pumps/delivered',
        },
        uri: `svn/${id}/commits/2`,
        revision: 2,
        author: expect.objectContaining({ id: author.id, username: 'amy', real_name: 'Amy Pond' }),
        author_name: 'amy',
        date: commit.date,
        message: 'Begins <b>it</b>\n\nwith é',
        changed_paths: [{ path: '/trunk/one', kind: 'directory', action: 'added', copied_from: null }],
        changed_paths_size: 1,
      })
      expect(payloadOf(second)).toMatchObject({
        revision: 3,
        changed_paths: [
          { path: '/trunk/two', kind: 'directory', action: 'added', copied_from: { path: '/trunk/one', revision: 2 } },
        ],
      })
      for (const each of [earlier, later])
        expect(each).toMatchObject({ event: 'commit', state: 'delivered', attempts: 1, answer_status: 200 })
      expect([earlier.revision, later.revision]).toEqual([2, 3])
      const replay = await server.as('amy').post(`svn_webhook_deliveries/${earlier.id}/replay`)
      expect([replay.status, replay.body.replay_of, replay.body.revision]).toEqual([201, earlier.id, 2])
      await runJobs(server.world)
      const [again] = receiver.take() as [ReceivedRequest]
      expect(again.body).toBe(first.body)
      expect(again.headers['x-tulipwood-delivery']).not.toBe(first.headers['x-tulipwood-delivery'])
    })

    it('deliver only what the user who registered them can read', async () => {
      const { id, url } = await createTestRepository('partly', hidesSecret)
      const [all, part] = [await createTestWebhook(id), await createTestWebhook(id, 'keeper', { format: 'form' })]
      await commitBoth(url, 'plan', 'A secret plan')
      await amy.run('mkdir', '-m', 'Of no concern to others', `${url}/secret/hidden`)
      await runJobs(server.world)
      const received = receiver.take()
      const forKeeper = received.filter(({ headers }) => `${headers['content-type']}`.includes('form'))
      expect(received).toHaveLength(3)
      expect(forKeeper).toHaveLength(1)
      expect(JSON.parse(new URLSearchParams(forKeeper[0]?.body).get('payload') ?? '')).toMatchObject({
        revision: 2,
        author_name: 'amy',
        message: null,
        changed_paths: [{ path: '/trunk/plan' }],
        changed_paths_size: 1,
      })
      expect(forKeeper[0]?.body).not.toContain('secret')
      const states = async (webhook: number) => (await deliveriesOf(webhook)).map(({ state }) => state)
      expect(await states(all.id)).toEqual(['delivered', 'delivered'])
      expect(await states(part.id)).toEqual(['withheld', 'delivered'])
    })

    it('deliver only what the user can read at the time of delivery', async () => {
      const { id, url } = await createTestRepository('narrowed')
      const webhook = await createTestWebhook(id, 'keeper')
      receiver.answer = { status: 503, body: 'later' }
      await commitBoth(url, 'plan', 'A secret plan')
      await runJobs(server.world)
      const [first] = receiver.take()
      expect(payloadOf(first)).toMatchObject({ message: 'A secret plan', changed_paths_size: 2 })
      await change(id, hidesSecret)
      receiver.answer = { status: 200, body: 'thanks' }
      await runJobs(server.world, { later: hour })
      const [second] = receiver.take()
      expect(payloadOf(second)).toMatchObject({
        revision: 2,
        message: null,
        changed_paths: [{ path: '/trunk/plan' }],
        changed_paths_size: 1,
      })
      expect(second?.headers['x-tulipwood-delivery']).toBe(first?.headers['x-tulipwood-delivery'])
      const [delivery] = await deliveriesOf(webhook.id)
      await change(id, `${hidesSecret}[/trunk]\n* =\n@members =\namy = rw\n`)
      await server.as('amy').post(`svn_webhook_deliveries/${delivery.id}/replay`)
      await runJobs(server.world)
      expect(receiver.take()).toEqual([])
      expect((await deliveriesOf(webhook.id)).map(({ state }) => state)).toEqual(['withheld', 'delivered'])
    })

    it('send the same payload at each attempt, even if the message changes later', async () => {
      const { id, url } = await createTestRepository('steady')
      await change(id, '')
      await createTestWebhook(id)
      receiver.answer = { status: 503, body: 'later' }
      await commitBoth(url, 'plan', 'First words')
      await runJobs(server.world)
      const [first] = receiver.take()
      await amy.run('propset', 'svn:log', 'Other words', '--revprop', '-r', '2', url)
      receiver.answer = { status: 200, body: 'thanks' }
      await runJobs(server.world, { later: hour })
      expect(receiver.take().map(({ body }) => body)).toEqual([first?.body])
    })

    it('limit the number of paths of a large commit and report their total', async () => {
      const { id, url } = await createTestRepository('large')
      await createTestWebhook(id)
      const directories = Array.from({ length: 510 }, (_, n) => `${url}/trunk/${n}`)
      await amy.run('mkdir', '-q', '-m', 'x'.repeat(70_000), ...directories)
      await runJobs(server.world)
      const payload = payloadOf(receiver.take()[0])
      expect([payload.changed_paths.length, payload.changed_paths_size]).toEqual([500, 510])
      expect(payload.message).toBe('x'.repeat(65_536))
    })

    it('deliver a commit whose hook did not reach the server', async () => {
      const { id, url } = await createTestRepository('lost')
      // Records the commit that created the layout.
      await recoverMissedCommits(server.world)
      const webhook = await createTestWebhook(id)
      await amy.run('mkdir', '-m', 'Was lost', `${url}/trunk/lost`)
      const deleteRecords = () =>
        server.world.db.write(async (tx) => {
          await tx.deleteFrom('job').execute()
          await tx.deleteFrom('webhook_delivery').where('webhook_id', '=', webhook.id).execute()
          await tx.deleteFrom('repository_commit').where('repository_id', '=', id).where('revision', '>', 1).execute()
          // Otherwise all of this may happen within one second.
          await tx.updateTable('repository').set({ created_on: 1 }).where('id', '=', id).execute()
        })
      await deleteRecords()
      await recoverMissedCommits(server.world)
      await recoverMissedCommits(server.world)
      await runJobs(server.world)
      expect(receiver.take().map(payloadOf)).toMatchObject([{ revision: 2, message: 'Was lost' }])
    })

    it('deliver nothing for the initial layout, also if it has the time of the repository', async () => {
      const { id } = await createTestRepository('layout')
      const webhook = await createTestWebhook(id)
      const { directory } = await server.world.db.read
        .selectFrom('repository')
        .select('directory')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      const date = `${await server.world.repositories.look(`${directory}`, ['date', '-r', '1'])}`
      const committedOn = Math.floor(Date.parse(date.slice(0, 25)) / 1000)
      await server.world.db.write(async (tx) => {
        await tx.updateTable('repository').set({ created_on: committedOn }).where('id', '=', id).execute()
        await tx.updateTable('webhook').set({ created_on: 1 }).where('id', '=', webhook.id).execute()
      })
      await recoverMissedCommits(server.world)
      await runJobs(server.world)
      const recorded = server.world.db.read.selectFrom('repository_commit').select(['revision', 'committed_on'])
      expect(await recorded.where('repository_id', '=', id).execute()).toEqual([
        { revision: 1, committed_on: committedOn },
      ])
      expect(receiver.take()).toEqual([])
    })

    it('deliver nothing from a deleted repository', async () => {
      const { id, url } = await createTestRepository('deleted')
      const webhook = await createTestWebhook(id)
      await amy.run('mkdir', '-m', 'Too late', `${url}/trunk/one`)
      expect((await server.as('amy').delete(`svn/${id}`)).status).toBe(202)
      const job = server.world.db.read.selectFrom('job').select('payload').where('kind', '=', 'deliver-commit-webhook')
      const waiting = await job.executeTakeFirstOrThrow()
      await server.world.db.write((tx) => tx.deleteFrom('job').where('kind', '=', 'deliver-commit-webhook').execute())
      await runJobs(server.world)
      await server.world.db.write((tx) => tx.enqueue('deliver-commit-webhook', JSON.parse(waiting.payload)))
      await runJobs(server.world)
      expect(receiver.take()).toEqual([])
      const stored = server.world.db.read.selectFrom('webhook_delivery').select('status')
      expect(await stored.where('webhook_id', '=', webhook.id).execute()).toEqual([{ status: 'withheld' }])
    })
  })
})
