import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { getChangeFeed, maxStreams } from '../../src/artifacts/reads/change-feed.ts'
import { getChangeTokens } from '../../src/artifacts/reads/change-tokens.ts'
import { createChangeStream } from '../../src/artifacts/responses/change-stream.ts'
import { getEndOfLog } from '../../src/database/changes/change-order.ts'
import type { Caller } from '../../src/kit/values/caller.ts'
import type { ArtifactId, TrackerId, UserId } from '../../src/kit/values/ids.ts'
import { beginning, isBefore, type LogPosition } from '../../src/kit/values/log-position.ts'
import { addChanges } from '../kit/add-changes.ts'
import { createMember } from '../kit/create-member.ts'
import { type EventStream, followEvents } from '../kit/event-stream.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { getRounds } from '../kit/rounds.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'
import { createInstallation } from '../kit/server-process.ts'
import { waitForChangeLog } from '../kit/wait-for-change-log.ts'

const system = { kind: 'system', reason: 'test' } as const

alwaysOnEachDatabase((dialect) => {
  describe('GET /changes/stream', () => {
    const server = createServer(dialect)
    let project: ProjectFixture
    let api = ''
    const open: EventStream[] = []

    beforeAll(async () => {
      const mel = await server.createUser('mel')
      const ada = await server.createUser('ada')
      await server.createUser('odd')
      project = await createProjectFixture(server, 'orchard', {
        members: [mel],
        administrators: [ada],
        trackers: () => [
          createTrackerDefinition('pear', [
            createFieldDefinition('string', 'title'),
            createFieldDefinition('sb', 'state', { bind: createStaticBind(['Green', ''], ['Ripe', '']) }),
          ]),
          createTrackerDefinition(
            'plum',
            [createFieldDefinition('string', 'plum:title')],
            {},
            { permissions: { full: [3] } },
          ),
        ],
      })
      await server.app.listen({ port: 0, host: '127.0.0.1' })
      api = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}/api`
    })
    afterEach(async () => {
      for (const stream of open.splice(0)) {
        stream.close()
        await stream.ended
      }
    })

    const tracker = (name: string) => project.trackers.get(name) as TrackerId
    async function follow(
      caller: string,
      query = '',
      headers: Readonly<Record<string, string>> = {},
    ): Promise<EventStream> {
      // Changes that are not settled yet would appear in the new stream, too.
      await waitForChangeLog(server.world)
      const stream = await followEvents(`${api}/changes/stream${query}`, { ...server.credentials(caller), ...headers })
      open.push(stream)
      return stream
    }
    async function write(name = 'pear', state = ''): Promise<number> {
      const key = name === 'pear' ? 'title' : `${name}:title`
      const values: unknown[] = [{ field_id: project.fields.get(key), value: 'new' }]
      if (state !== '')
        values.push({ field_id: project.fields.get('state'), bind_value_ids: [project.values.get(state)] })
      const created = await server.as('mel').post('artifacts', { tracker: { id: tracker(name) }, values })
      expect(created.status, created.text).toBe(201)
      return created.body.id
    }
    const receivedChanges = ({ events }: EventStream) =>
      events.filter(({ data }) => data !== undefined).map(({ name, data }) => `${name} ${data.artifact.id}`)
    const eventually = (stream: EventStream, expected: readonly string[]) =>
      expect.poll(() => receivedChanges(stream)).toEqual(expected)

    it('sends each new change to every user who can see it', async () => {
      await write()
      const [mel, odd, plums] = [
        await follow('mel'),
        await follow('odd'),
        await follow('mel', `?tracker=${tracker('plum')}`),
      ]
      expect(mel.status).toBe(200)
      expect(mel.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
      const pear = await write()
      const plum = await write('plum')
      await eventually(mel, [`change ${pear}`, `change ${plum}`])
      await eventually(odd, [`change ${pear}`])
      await eventually(plums, [`change ${plum}`])
      const response = await fetch(`${api}/changes?since=${mel.events[0]?.id}`, { headers: server.credentials('mel') })
      const body = (await response.json()) as { readonly changes: readonly object[] }
      // Each response contains its own tokens.
      const anyToken = (change: object) => ({ ...change, token: expect.any(String) })
      expect(mel.events.filter(({ name }) => name === 'change').map(({ data }) => data)).toEqual(
        body.changes.map(anyToken),
      )
    })

    it('resumes after Last-Event-ID, which has precedence over `since`', async () => {
      const first = await follow('mel')
      const one = await write()
      await eventually(first, [`change ${one}`])
      first.close()
      await first.ended
      const two = await write()
      const resumed = await follow('mel', '?since=0', { 'last-event-id': first.lastId })
      await eventually(resumed, [`change ${two}`])
    })

    it('with a query, sends changes of matching artifacts, and `left` for the others', async () => {
      const ripe = await follow(
        'mel',
        `?tracker=${tracker('pear')}&expert_query=${encodeURIComponent("state = 'Ripe'")}`,
      )
      const green = await write('pear', 'Green')
      const pear = await write('pear', 'Ripe')
      await eventually(ripe, [`left ${green}`, `change ${pear}`])
      await server.as('mel').put(`artifacts/${pear}`, {
        values: [{ field_id: project.fields.get('state'), bind_value_ids: [project.values.get('Green')] }],
      })
      await eventually(ripe, [`left ${green}`, `change ${pear}`, `left ${pear}`])
    })

    it.each([
      { caller: 'mel', query: '?since=nonsense', status: 400 },
      { caller: 'mel', query: `?since=${Buffer.from('1.0.1').toString('base64url')}`, status: 400 },
      { caller: 'mel', query: '?expert_query=title=1', status: 400 },
      { caller: 'mel', query: '?project=999999', status: 404 },
    ])('for $caller, returns $status for $query', async ({ caller, query, status }) => {
      expect((await follow(caller, query)).status).toBe(status)
    })

    it('rejects an invalid `Last-Event-ID` even if `since` is valid', async () => {
      expect((await follow('mel', '?since=0', { 'last-event-id': 'nonsense' })).status).toBe(400)
    })

    it('rejects an invalid query and a tracker that the caller cannot see', async () => {
      const invalidQuery = `?tracker=${tracker('pear')}&expert_query=${encodeURIComponent('nothing = 1')}`
      expect((await follow('mel', invalidQuery)).status).toBe(400)
      expect((await follow('odd', `?tracker=${tracker('plum')}`)).status).toBe(404)
    })

    it('ends when the access key is revoked or the user is suspended', async () => {
      await server.createUser('kim')
      const suspended = await follow('kim')
      expect(suspended.status).toBe(200)
      await server.as('admin').patch(`users/${server.idOf('kim')}`, { values: { status: 'S' } })
      await suspended.ended
      expect((await follow('kim')).status).toBe(403)

      await server.createUser('lee')
      const revoked = await follow('lee')
      const [key] = (await server.as('lee').get(`users/${server.idOf('lee')}/access_keys`)).body
      expect((await server.as('lee').delete(`access_keys/${key.id}`)).status).toBe(200)
      await revoked.ended
      expect((await follow('lee')).status).toBe(401)
    })

    it('sends no changes that the caller can no longer see', async () => {
      const members = (names: readonly string[]) =>
        server
          .as('admin')
          .put(`user_groups/${project.projectId}_3/users`, { user_references: names.map((username) => ({ username })) })
      await server.createUser('pam')
      await members(['mel', 'ada', 'pam'])
      const pam = await follow('pam')
      const plum = await write('plum')
      await eventually(pam, [`change ${plum}`])
      await members(['mel', 'ada'])
      await write('plum')
      const pear = await write()
      await eventually(pam, [`change ${plum}`, `change ${pear}`])
    })

    it('limits the streams of each user', async () => {
      for (let n = 0; n < maxStreams.perUser; n++) expect((await follow('odd')).status).toBe(200)
      expect((await follow('odd')).status).toBe(429)
      expect((await follow('mel')).status).toBe(200)
      open[0]?.close()
      await open[0]?.ended
      await expect.poll(async () => (await follow('odd')).status).toBe(200)
    })

    it('with follow=false, ends at the end of the log', async () => {
      const pear = await write()
      const stream = await follow('mel', '?since=0&follow=false')
      await stream.ended
      expect(receivedChanges(stream).at(-1)).toBe(`change ${pear}`)
      const rest = await follow('mel', '?follow=false')
      await rest.ended
      expect(receivedChanges(rest)).toEqual([])
    })

    it('answers HEAD without a stream', async () => {
      const response = await fetch(`${api}/changes/stream`, { method: 'HEAD', headers: server.credentials('mel') })
      expect(response.status).toBe(200)
      expect(await response.text()).toBe('')
    })

    const streamRequest = async (after: LogPosition, caller: Caller = system) => ({
      countedAs: 'test',
      viewer: { origin: 'http://localhost', timezone: 'UTC' },
      filter: {},
      tokens: await getChangeTokens(server.world),
      after,
      identify: async () => caller,
    })

    it('sends heartbeats with the current position', async () => {
      const pace = { heartbeatMs: 30, stalledTimeoutMs: 1000, bufferedBytes: 65_536 }
      const stream = createChangeStream(server.world, await streamRequest(beginning), pace)
      let text = ''
      stream.on('data', (chunk) => {
        text += chunk
      })
      await expect.poll(() => text.match(/^\nid: .*\n\n/gm)?.length ?? 0).toBeGreaterThan(2)
      stream.destroy()
    })

    it('sends the same events for hidden changes as for no changes', async () => {
      await waitForChangeLog(server.world)
      const tokens = await getChangeTokens(server.world)
      const start = await getEndOfLog(server.world.db.read)
      const pace = { heartbeatMs: 30, stalledTimeoutMs: 1000, bufferedBytes: 65_536 }
      const stranger = createMember({ id: server.idOf('odd') as UserId, login: 'odd' })
      const stream = createChangeStream(server.world, await streamRequest(start, stranger), pace)
      let text = ''
      stream.on('data', (chunk) => {
        text += chunk
      })
      const ids = () => [...text.matchAll(/^id: (.*)$/gm)].map(([, id = '']) => id)
      const last = () => tokens.decode(ids().at(-1) ?? '') as LogPosition | undefined
      await expect.poll(() => ids().length).toBeGreaterThan(3)
      expect(last()).toEqual(start)
      await write('plum')
      await waitForChangeLog(server.world)
      await expect.poll(() => isBefore(start, last() ?? start)).toBe(true)
      const beats = ids().length
      await expect.poll(() => ids().length).toBeGreaterThan(beats + 2)
      stream.destroy()
      expect(text.replaceAll(/^id: s1\.[\da-f]{16}\.[\w-]{70}$/gm, 'id')).toMatch(/^retry: 3000\n(id\n\n)+$/)
      expect(new Set(ids()).size).toBe(ids().length)
    })

    it('closes the stream of a client that does not read, with a bounded buffer', async () => {
      const head = { id: 1 as ArtifactId, trackerId: tracker('pear') }
      const change = {
        kind: 'updated',
        artifact: head,
        projectId: project.projectId,
        changesetId: null,
        userId: null,
      } as const
      await server.world.db.write((tx) =>
        addChanges(
          tx,
          Array.from({ length: 3000 }, () => ({ ...change, at: 1 })),
        ),
      )
      const pace = { heartbeatMs: 50, stalledTimeoutMs: 300, bufferedBytes: 16_384 }
      const stream = createChangeStream(server.world, await streamRequest(beginning), pace)
      stream.read(1)
      await once(stream, 'close')
      expect(stream.readableLength).toBeLessThan(100_000)
    })

    it('sends every change to a slow client', async () => {
      const pace = { heartbeatMs: 1000, stalledTimeoutMs: 5000, bufferedBytes: 16_384 }
      const stream = createChangeStream(server.world, await streamRequest(beginning), pace)
      let text = ''
      const rows = await server.world.db.read.selectFrom('change').select('id').execute()
      for await (const chunk of stream) {
        text += chunk
        if (Math.random() < 0.1) await sleep(5)
        if ((text.match(/^event: change$/gm)?.length ?? 0) >= rows.length) break
      }
      const tokens = await getChangeTokens(server.world)
      const positions = [...text.matchAll(/^id: (.*)\nevent/gm)].map(([, id = '']) => JSON.stringify(tokens.decode(id)))
      expect(new Set(positions).size).toBe(positions.length)
      expect(positions.length).toBe(rows.length)
    })

    it('ends all streams and rejects new ones when the server stops', async () => {
      const stream = await follow('mel')
      getChangeFeed(server.world).stop()
      await stream.ended
      expect((await follow('mel')).status).toBe(503)
    })
  })

  describe('the change stream of a server that is killed repeatedly', () => {
    const kills = getRounds('TULIPWOOD_KILLS', { quick: 1, full: 3 })

    it('resumes without loss: every change arrives once', { timeout: 120_000 }, async () => {
      const home = await createInstallation(dialect)
      const body = JSON.stringify({
        tracker: { id: home.project.trackers.get('task') },
        values: [{ field_id: home.project.fields.get('task:title'), value: 'new' }],
      })
      const acknowledged: number[] = []
      const received: { readonly id: string; readonly artifact: number }[] = []
      let lastId = '0'
      try {
        for (let round = 0; round <= kills; round++) {
          const node = await home.startServer()
          const stream = await followEvents(`${node.api}changes/stream?since=0`, {
            ...home.headers,
            'last-event-id': lastId,
          })
          expect(stream.status).toBe(200)
          async function write(): Promise<void> {
            for (;;) {
              const response = await fetch(`${node.api}artifacts`, { method: 'POST', headers: home.headers, body })
              if (response.status === 201) acknowledged.push(((await response.json()) as { id: number }).id)
            }
          }
          const newEvents = () => stream.events.filter(({ data }) => data !== undefined)
          if (round < kills) {
            const before = acknowledged.length
            const writing = [write(), write(), write()].map((each) => each.catch(() => undefined))
            await expect.poll(() => acknowledged.length).toBeGreaterThan(before)
            await sleep(100 + Math.random() * 400)
            await node.kill()
            await Promise.all(writing)
          } else {
            const world = await home.openWorld()
            const { n } = await world.db.read
              .selectFrom('change')
              .select(({ fn }) => fn.countAll<number>().as('n'))
              .executeTakeFirstOrThrow()
            await world.db.close()
            await expect.poll(() => received.length + newEvents().length, { timeout: 20_000 }).toBe(Number(n))
            await node.kill()
          }
          await stream.ended
          received.push(...newEvents().map(({ id = '', data }) => ({ id, artifact: data.artifact.id as number })))
          lastId = stream.lastId || lastId
        }
        expect(new Set(received.map(({ id }) => id)).size).toBe(received.length)
        const artifacts = new Set(received.map(({ artifact }) => artifact))
        expect(artifacts.size).toBe(received.length)
        expect(acknowledged.length).toBeGreaterThan(0)
        expect(acknowledged.filter((id) => !artifacts.has(id))).toEqual([])
      } finally {
        await home.remove()
      }
    })
  })
})
