import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type ClientRequest, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockArtifact } from '../../src/artifacts/store/artifacts.ts'
import type { Tx } from '../../src/database/db/db.ts'
import type { ArtifactId, TrackerId } from '../../src/kit/values/ids.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { getRounds } from '../kit/rounds.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'
import { createInstallation, type ServerInstallation, type ServerProcess } from '../kit/server-process.ts'

interface Sending {
  readonly request: ClientRequest
  readonly status: Promise<number | 'lost'>
  /** Closes the connection. */
  leave(): void
}

function send(url: string, method: string, headers: Readonly<Record<string, string>>, body: object): Sending {
  const text = JSON.stringify(body)
  const agent = new Agent()
  const json = { 'content-type': 'application/json', 'content-length': `${Buffer.byteLength(text)}` }
  const sent = request(url, { method, agent, headers: { ...headers, ...json } })
  const status = once(sent, 'response').then(
    ([response]) => {
      response.resume()
      return response.statusCode as number
    },
    () => 'lost' as const,
  )
  sent.end(text)
  return { request: sent, status, leave: () => sent.destroy() }
}

alwaysOnEachDatabase((dialect) => {
  describe('a write whose client has left', () => {
    const logged: { readonly level: number; readonly msg: string }[] = []
    const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
    const server = createServer(dialect, { log })
    let api: string
    let project: ProjectFixture
    let artifact: ArtifactId

    beforeAll(async () => {
      project = await createProjectFixture(server, 'notes', {
        trackers: () => [
          createTrackerDefinition('note', [createFieldDefinition('string', 'title')], { title: { field: 'title' } }),
        ],
      })
      ;[artifact] = (await project.createArtifacts({
        tracker: 'note',
        changes: [{ values: { title: 'First' } }],
      })) as [ArtifactId]
      api = `${await server.app.listen({ port: 0, host: '127.0.0.1' })}/api`
    })

    const tracker = () => project.trackers.get('note') as TrackerId
    const setTitle = (title: string) => ({ values: [{ field_id: project.fields.get('title'), value: title }] })
    const title = async (): Promise<string> => (await server.as('admin').get(`artifacts/${artifact}`)).body.title
    const countTitles = async (text: string): Promise<number> => {
      const query = encodeURIComponent(JSON.stringify({ title: text }))
      const path = `trackers/${tracker()}/artifacts?query=${query}`
      return (await server.as('admin').get(path)).body.length
    }

    /** Lets other writes wait: on SQLite for the writer, on PostgreSQL for the rows that `lock` locks. */
    async function hold(lock: (tx: Tx) => Promise<unknown>): Promise<{ release(): Promise<void> }> {
      const held = Promise.withResolvers<void>()
      const gate = Promise.withResolvers<void>()
      const holding = server.world.db.write(async (tx) => {
        await lock(tx)
        held.resolve()
        await gate.promise
      })
      await held.promise
      return {
        release() {
          gate.resolve()
          return holding
        },
      }
    }
    const hasConnections = (): Promise<boolean> =>
      new Promise((resolve, reject) => {
        server.app.server.getConnections((problem, count) => (problem ? reject(problem) : resolve(count > 0)))
      })
    /** Sends a request that waits, and leaves. */
    async function abandon(sending: Sending): Promise<void> {
      await once(sending.request, 'finish')
      // Until it waits.
      await sleep(100)
      sending.leave()
      expect(await sending.status).toBe('lost')
      await expect.poll(hasConnections).toBe(false)
    }
    /** Resolves after all writes that wait now. */
    const settle = () => server.world.db.write((tx) => lockArtifact(tx, artifact))

    it('is not carried out after it has waited for a lock', async () => {
      const held = await hold((tx) => lockArtifact(tx, artifact))
      await abandon(send(`${api}/artifacts/${artifact}`, 'PUT', server.credentials('admin'), setTitle('Abandoned')))
      const present = send(`${api}/artifacts/${artifact}`, 'PUT', server.credentials('admin'), setTitle('Second'))
      await sleep(50)
      await held.release()
      expect(await present.status).toBe(200)
      await settle()
      expect([await title(), await countTitles('Abandoned')]).toEqual(['Second', 0])
      expect((await server.as('admin').get(`artifacts/${artifact}/changesets`)).body).toHaveLength(2)
    })

    it('is logged as abandoned, and not as an error', async () => {
      await expect.poll(() => logged.map(({ msg }) => msg)).toContain('request abandoned by its client')
      const { error } = pino.levels.values
      expect(logged.filter(({ level }) => level >= (error ?? 0))).toEqual([])
    })

    it('is logged as abandoned, and not as an error, when the client sends only a part of its body', async () => {
      logged.length = 0
      const { hostname, port } = new URL(api)
      const socket = connect(Number(port), hostname)
      const credentials = Object.entries(server.credentials('admin')).map(([name, value]) => `${name}: ${value}\r\n`)
      const type = 'Content-Type: application/json\r\nContent-Length: 50\r\n'
      socket.write(`POST /api/artifacts HTTP/1.1\r\nHost: ${hostname}\r\n${credentials.join('')}${type}\r\n{"tracker"`)
      await sleep(100)
      socket.destroy()
      await expect.poll(() => logged.map(({ msg }) => msg)).toContain('request abandoned by its client')
      const { error } = pino.levels.values
      expect(logged.filter(({ level }) => level >= (error ?? 0))).toEqual([])
    })

    it('is carried out by the retry with its Idempotency-Key', async () => {
      const headers = { ...server.credentials('admin'), 'idempotency-key': randomUUID() }
      const body = { tracker: { id: tracker() }, ...setTitle('Keyed') }
      // New artifacts of the tracker wait for the next number.
      const held = await hold((tx) =>
        tx.updateTable('tracker').set({ description: 'held' }).where('id', '=', tracker()).execute(),
      )
      await abandon(send(`${api}/artifacts`, 'POST', headers, body))
      await held.release()
      await settle()
      expect(await countTitles('Keyed')).toBe(0)
      for (const replayed of [undefined, 'true']) {
        const response = await server.as('admin').post('artifacts', body, { headers })
        expect([response.status, response.headers['idempotency-replayed']]).toEqual([201, replayed])
      }
      expect(await countTitles('Keyed')).toBe(1)
    })
  })

  describe('a process that was stopped while its clients left', () => {
    const rounds = getRounds('TULIPWOOD_PAUSES', { quick: 2, full: 10 })
    let home: ServerInstallation
    let node: ServerProcess

    beforeAll(async () => {
      home = await createInstallation(dialect)
      node = await home.startServer()
    })
    afterAll(async () => {
      process.kill(node.pid, 'SIGCONT')
      await node.kill()
      await home.remove()
    })

    it('carries out none of their writes once it runs again', { timeout: 120_000 }, async () => {
      const { headers, project } = home
      const readStored = async (): Promise<string> => {
        const url = `${node.api}trackers/${project.trackers.get('story')}/artifacts?values=all&limit=1000`
        return (await fetch(url, { headers })).text()
      }
      for (let round = 0; round < rounds; round++) {
        const write = (text: string) =>
          send(`${node.api}artifacts`, 'POST', headers, {
            tracker: { id: project.trackers.get('story') },
            values: [{ field_id: project.fields.get('story:title'), value: text }],
          })
        // Some are running when the process stops, the others are sent to a process that is stopped.
        const running = Array.from({ length: 10 }, (_, n) => write(`running ${round} ${n}`))
        await Promise.all(running.map(({ request: sent }) => once(sent, 'finish')))
        await sleep(Math.random() * 10)
        process.kill(node.pid, 'SIGSTOP')
        const settledBefore = await Promise.all(
          running.map(({ status }) => Promise.race([status, sleep(200).then(() => 'waiting' as const)])),
        )
        const stopped = Array.from({ length: 10 }, (_, n) => write(`stopped ${round} ${n}`))
        await Promise.all(stopped.map(({ request: sent }) => once(sent, 'finish')))
        await sleep(1200)
        for (const each of [...running, ...stopped]) each.leave()
        await sleep(100)
        process.kill(node.pid, 'SIGCONT')
        const last = write(`last ${round}`)
        expect(await last.status).toBe(201)
        const stored = await readStored()
        expect(stored).toContain(`"last ${round}"`)
        expect(stored).not.toContain(`"stopped ${round} `)
        // Of those that ran, the commit of some was on its way; the answered ones exist.
        for (const [n, status] of settledBefore.entries())
          if (status === 201) expect(stored).toContain(`"running ${round} ${n}"`)
      }
    })
  })
})
