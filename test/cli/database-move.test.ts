import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { rename } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createApp } from '../../src/app/start/assemble.ts'
import { prepareFirstStart } from '../../src/app/start/first-start.ts'
import { openWorld } from '../../src/app/start/open-world.ts'
import { runCommandLine } from '../../src/cli/run.ts'
import { readConfig } from '../../src/kit/system/config.ts'
import { systemClock } from '../../src/kit/values/time.ts'
import type { World } from '../../src/world/model/world.ts'
import { createEditingProject, type EditingProject } from '../kit/editing-project.ts'
import { dumpTables, fillEmptyTables } from '../kit/every-table.ts'
import { createDatabase } from '../kit/postgres-server.ts'
import { baseTime } from '../kit/project-fixture.ts'
import { importSampleProject } from '../kit/sample-project.ts'
import { createServer, type TestServer } from '../kit/server.ts'
import { waitForChangeLog } from '../kit/wait-for-change-log.ts'
import { bin, type CommandResult } from './command-line.ts'

const artifactCount = 1000
const password = 'a fine long password'

interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly url: string
  readonly body?: object
  /** Of alice, if it is missing. */
  readonly headers?: Readonly<Record<string, string>>
}

type Send = (request: ApiRequest) => Promise<{ readonly status: number; readonly body: any }>

describe.skipIf(inject('postgresUrl') === null)('database move', () => {
  // Fields with the current date as default change with each minute.
  const startedOn = systemClock.now()
  const clock = { now: () => startedOn }
  const server = createServer('sqlite', { clock })
  const drops: (() => Promise<void>)[] = []
  const closes: (() => Promise<void>)[] = []
  let env: Record<string, string>
  let postgresUrl: string
  let alice: Readonly<Record<string, string>>
  let requests: readonly ApiRequest[]
  let before: ReadonlyMap<string, unknown>
  let token: string
  let original: ReadonlyMap<string, readonly string[]>

  const run = async (args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<CommandResult> => {
    let [stdout, stderr] = ['', '']
    const code = await runCommandLine(['database', 'move', ...args], {
      env: { ...env, ...more },
      stdin: Readable.from([]),
      isTerminal: false,
      out(text) {
        stdout += text
      },
      error(text) {
        stderr += text
      },
    })
    return { code, stdout, stderr }
  }
  const refusal = (message: string) => ({ code: 1, stdout: '', stderr: `${message}\n` })
  const misuse = (message: string) => ({ code: 2, stdout: '', stderr: `${message}\n` })

  /** Starts a server of the installation on a database, until the test or all tests end. */
  async function start(more: Readonly<Record<string, string>>) {
    const world = await openWorld(readConfig({ ...env, ...more }), { log: pino({ level: 'silent' }), clock })
    const close = async (): Promise<void> => {
      await app.close()
      await world.db.close()
    }
    await prepareFirstStart(world)
    const app = await createApp(world)
    await app.ready()
    closes.push(close)
    const send: Send = async ({ method, url, body, headers = alice }) => {
      const response = await app.inject({ method, url: `/api/${url}`, headers, ...(body && { payload: body }) })
      return { status: response.statusCode, body: response.body === '' ? null : response.json() }
    }
    return { world, send, close }
  }

  beforeAll(async () => {
    const users = {
      alice: await server.createUser('alice', { password, realName: 'Älice "A" O’Brien' }),
      bob: await server.createUser('bob'),
    }
    await importSampleProject(server.world)
    const project = await createEditingProject(server, users)
    const { fixture, tracker } = project
    const job = await project.createJob('Crème brûlée 用户')
    await fixture.createArtifacts(
      ...Array.from({ length: artifactCount }, (_, n) => ({
        tracker: 'job',
        changes: [
          {
            by: n % 2 === 0 ? users.alice : users.bob,
            on: baseTime + n,
            values: {
              'job:title': `Häuser ${n} of the harbour`,
              'job:details': { content: `<p>Part ${n} &amp; ${'rope '.repeat(n % 50)}</p>`, format: 'html' },
              'job:points': n % 7,
              'job:effort': n / 3,
              'job:links': n === 0 ? [] : [{ id: job, type: n % 3 === 0 ? '_is_child' : '' }],
            },
          },
          {
            by: users.bob,
            on: baseTime + artifactCount + n,
            values: { 'job:title': `Häuser ${n} of the harbor` },
            comment: { body: `Comment ${n} about art #${job} by @alice`, format: 'commonmark' as const },
          },
        ],
      })),
    )
    await writeAsUsers(server, project, job)
    await fillEmptyTables(server.world.db)
    env = {
      TULIPWOOD_DATA: server.world.config.dataDirectory,
      TULIPWOOD_TIMEZONE: 'Europe/Paris',
      TULIPWOOD_LOG: 'error',
    }
    alice = server.credentials('alice')
    const { url, drop } = await createDatabase(inject('postgresUrl') ?? '')
    postgresUrl = url
    drops.push(drop)
    const send: Send = ({ method, url: route, body }) => server.as('alice').send(method, route, { body })
    requests = await listRequests(send, tracker, job)
    before = await loadAnswers(send, requests)
    token = (await send({ method: 'GET', url: 'changes' })).body.next
  })
  afterAll(async () => {
    for (const close of closes) await close()
    for (const drop of drops) await drop()
  })

  it('refuses a running server, and other databases than those of the other kind', async () => {
    const file = path.join(env['TULIPWOOD_DATA'] ?? '', 'tulipwood.sqlite')
    expect(await run(['--to', postgresUrl])).toEqual(
      refusal(`${file} is in use: stop the server and other commands first`),
    )
    expect(await run(['--to', 'mysql://x'])).toEqual(
      misuse('Invalid database in --to. Use postgres://…, sqlite, or sqlite:DIRECTORY'),
    )
    expect(await run(['--to', 'sqlite:/tmp/x'])).toMatchObject({ code: 2 })
    expect(await run(['--to', postgresUrl], { DATABASE_URL: postgresUrl })).toMatchObject({ code: 2 })
    expect((await run(['--to', postgresUrl], { TULIPWOOD_DATA: '/nowhere' })).stderr).toBe(
      'There is no Tulipwood database in /nowhere. Check --data or TULIPWOOD_DATA\n',
    )
  })

  it('continues after kill -9, and no server starts on part of the data', async () => {
    await server.app.close()
    await server.world.db.close()
    original = await dumpTables({ directory: env['TULIPWOOD_DATA'] })
    expect([...original].filter(([, { length }]) => length === 0)).toEqual([])
    const child = spawn(process.execPath, [bin, 'database', 'move', '--to', postgresUrl], {
      env: { PATH: process.env['PATH'] ?? '', ...env },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const exited = once(child, 'exit')
    let progress = ''
    child.stderr.setEncoding('utf8').on('data', (text) => {
      progress += text
      if (/copied [1-9]/.test(progress)) child.kill('SIGKILL')
    })
    expect([await exited, progress]).toEqual([[null, 'SIGKILL'], expect.stringContaining('copied')])
    await expect(start({ DATABASE_URL: postgresUrl })).rejects.toThrow(
      'The database is the target of a move that is not finished. Repeat "tulipwood database move" to continue it',
    )

    const { code, stdout, stderr } = await run(['--to', postgresUrl, '--json'])
    expect([code, stderr]).toEqual([0, ''])
    const result = JSON.parse(stdout)
    const rows = [...original.values()].reduce((sum, { length }) => sum + length, 0)
    expect(result).toMatchObject({ tables: original.size, rows })
    expect(result.resumed_rows).toBeGreaterThan(0)
    expect(result.resumed_rows).toBeLessThan(rows)
    expect(await dumpTables({ url: postgresUrl })).toEqual(original)
  })

  it('gives the same responses on PostgreSQL, and new ids after the old ones', async () => {
    const { world, send, close } = await start({ DATABASE_URL: postgresUrl })
    await waitForChangeLog(world)
    expectSameAnswers(await loadAnswers(send, requests), before)
    await expectToContinue(world, send, token)
    expect(await run(['--to', 'sqlite'], { DATABASE_URL: postgresUrl })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/ is in use: \d+ other connections were active in the last 10 seconds/),
    })
    await close()
  })

  it('moves back to the embedded database, which then has all changes since', async () => {
    const more = { DATABASE_URL: postgresUrl }
    const data = env['TULIPWOOD_DATA'] ?? ''
    const file = path.join(data, 'tulipwood.sqlite')
    expect(await run(['--to', 'sqlite'], more)).toEqual(
      refusal(`${file} has data already, and nothing is overwritten: move this file away, or choose another directory`),
    )
    await rename(file, path.join(data, 'before.sqlite'))
    const { code, stdout, stderr } = await run(['--to', 'sqlite'], more)
    expect(code).toBe(0)
    expect(stderr).toMatch(/^copied 0 %\n[\s\S]*copied 100 %\n[\s\S]*compared 100 %\n$/)
    expect(stdout).toMatch(
      /^Moved \d+ rows of \d+ tables from postgres:\/\/postgres@[^ ]+ to [^ ]+tulipwood\.sqlite\.\n/,
    )
    expect(stdout).toContain('Remove DATABASE_URL from the environment')
    expect(await dumpTables({ directory: data })).toEqual(await dumpTables({ url: postgresUrl }))
    const { send, close } = await start({})
    const after = await loadAnswers(send, requests)
    const moved = await start(more)
    expectSameAnswers(after, await loadAnswers(moved.send, requests))
    // Positions of PostgreSQL have no meaning here.
    const position = (await moved.send({ method: 'GET', url: 'changes' })).body.next
    expect((await send({ method: 'GET', url: `changes?since=${encodeURIComponent(position)}` })).status).toBe(410)
    await createComment(send)
    await moved.close()
    await close()
  })

  it('refuses to overwrite a database, and prints what to set without a password', async () => {
    const url = new URL(postgresUrl)
    url.password = 'secret'
    expect(await run(['--to', url.href])).toEqual(
      refusal(
        `postgres://postgres@${url.host}${url.pathname} has data already, and nothing is overwritten: drop it and create it again, or choose another database`,
      ),
    )
    const { url: empty, drop } = await createDatabase(inject('postgresUrl') ?? '')
    drops.push(drop)
    const named = new URL(empty)
    named.password = 'secret'
    const { code, stdout } = await run(['--to', named.href])
    expect(code).toBe(0)
    expect(stdout).toContain(`  DATABASE_URL=${named.href.replace('secret', 'PASSWORD')}\n`)
    expect(stdout).not.toContain('secret@')
  })

  /** Continues to read and write where the clients were before the move. */
  async function expectToContinue(world: World, send: Send, since: string): Promise<void> {
    const changes = async (position: string) =>
      (await send({ method: 'GET', url: `changes?since=${encodeURIComponent(position)}` })).body.changes
    expect(await changes(since)).toEqual([])
    const id = await createComment(send)
    await waitForChangeLog(world)
    expect(await changes(since)).toMatchObject([{ artifact: { id } }])
    const signedIn = await send({ method: 'POST', url: 'tokens', body: { username: 'alice', password }, headers: {} })
    expect(signedIn).toMatchObject({ status: 200, body: { token: expect.any(String) } })
  }

  async function createComment(send: Send): Promise<number> {
    const { body: found } = await send({ method: 'POST', url: 'search', body: { words: 'creme brulee' } })
    const id = found.collection[0].artifact.id
    const comment = { body: 'Written after the move', format: 'text' }
    expect((await send({ method: 'PUT', url: `artifacts/${id}`, body: { values: [], comment } })).status).toBe(200)
    return id
  }
})

/** Changes, and what users have of their own. */
async function writeAsUsers(
  server: TestServer,
  { tracker, field, fixture }: EditingProject,
  job: number,
): Promise<void> {
  const [alice, bob] = [server.as('alice'), server.as('bob')]
  const status = fixture.values.get('At work')
  const expectStatus = async (answer: Promise<{ readonly status: number; readonly text: string }>, code: number) => {
    const { status: actual, text } = await answer
    expect([actual, actual === code ? '' : text]).toEqual([code, ''])
  }
  await expectStatus(bob.put(`artifacts/${job}/watch`), 200)
  await expectStatus(bob.put(`artifacts/${job}/visit`), 200)
  await expectStatus(
    alice.put(`artifacts/${job}`, {
      values: [{ field_id: field('status'), bind_value_ids: [status] }],
      comment: { body: 'Begun, see @bob', format: 'commonmark' },
    }),
    200,
  )
  await expectStatus(
    alice.post('tracker_reports', {
      tracker: { id: tracker },
      label: 'Heavy',
      query: { points: { operator: 'contains', value: '>3' } },
    }),
    201,
  )
}

/** Requests whose responses are the same before and after a move. */
async function listRequests(send: Send, tracker: number, job: number): Promise<ApiRequest[]> {
  const get = (url: string): ApiRequest => ({ method: 'GET', url })
  const search = (body: object): ApiRequest => ({ method: 'POST', url: 'search', body: { limit: 50, ...body } })
  const { body: reports } = await send(get(`trackers/${tracker}/tracker_reports`))
  const { body: projects } = await send(get('projects'))
  const tql = (query: string) =>
    get(`trackers/${tracker}/artifacts?limit=1000&expert_query=${encodeURIComponent(query)}`)
  return [
    ...projects.flatMap(({ id }: { readonly id: number }) => [
      get(`projects/${id}`),
      get(`projects/${id}/trackers?representation=full`),
      get(`projects/${id}/user_groups`),
      get(`projects/${id}/activity`),
      get(`projects/${id}/tracker_counts`),
      get(`projects/${id}/labels`),
      get(`navigation?project_id=${id}`),
    ]),
    get(`trackers/${tracker}`),
    get(`trackers/${tracker}/artifacts?values=all&limit=1000`),
    get(`trackers/${tracker}/artifacts?values=all&limit=1000&sort=-points,title`),
    get(`artifacts/${job}?values_format=all`),
    get(`artifacts/${job}/changesets?fields=all`),
    get(`artifacts/${job}/changesets?values=changed`),
    get(`artifacts/${job}/links`),
    get(`artifacts/${job}/linked_artifacts?nature=_is_child&direction=reverse`),
    get(`artifacts/${job + 500}/changesets?fields=all`),
    search({ words: 'crème brulee' }),
    search({ words: 'hauser 77 harbor' }),
    search({ words: '"comment 12 about"' }),
    search({ words: '用户' }),
    tql("title = 'harbor' AND points > 3 ORDER BY effort DESC"),
    tql('@comments = "about" AND assigned_to = MYSELF()'),
    tql('effort >= 33.3 AND effort < 34'),
    ...reports.flatMap(({ id }: { readonly id: number }) => [
      get(`tracker_reports/${id}`),
      get(`tracker_reports/${id}/artifacts?values=all&limit=50`),
    ]),
    get('changes?since=0&limit=1000'),
    get('users/self'),
    get('users/self/inbox'),
    get('users/self/watched_artifacts'),
    get('users/self/visited_artifacts'),
    get('users/self/preferences?key=user_text_default_format'),
    get('artifact_link_types'),
    get('project_categories'),
  ]
}

/** Returns each response by its request; those with a status of an error are no comparison. */
async function loadAnswers(send: Send, requests: readonly ApiRequest[]): Promise<ReadonlyMap<string, unknown>> {
  const answers = new Map<string, unknown>()
  for (const request of requests) {
    const { status, body } = await send(request)
    const key = `${request.method} ${request.url} ${JSON.stringify(request.body ?? null)}`
    expect([key, status]).toEqual([key, 200])
    answers.set(key, request.url === 'search' ? sortById(body.collection) : withoutTokens(body))
  }
  return answers
}

/** The databases rank differently. */
const sortById = (hits: readonly { readonly artifact: { readonly id: number } }[]) =>
  hits.toSorted((a, b) => a.artifact.id - b.artifact.id)

/** Tokens of the change feed are positions in one database. */
const withoutTokens = (body: any): unknown =>
  body.changes === undefined ? body : body.changes.map(({ token: _, ...change }: any) => change)

/** One by one: differences between thousands of values are not readable. */
function expectSameAnswers(actual: ReadonlyMap<string, unknown>, expected: ReadonlyMap<string, unknown>): void {
  expect([...actual.keys()]).toEqual([...expected.keys()])
  for (const [key, answer] of expected) expect([key, actual.get(key)]).toEqual([key, answer])
}
