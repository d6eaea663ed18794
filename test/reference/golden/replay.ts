import type { World } from '../../../src/world/model/world.ts'
import { type Divergence, findDifferences } from './compare.ts'
import {
  createEmptyNames,
  gatherNames,
  gatherReports,
  type IdMap,
  joinNames,
  type Names,
  renumberBody,
  renumberText,
} from './ids.ts'
import type { RecordedClock } from './recorded-clock.ts'
import { blocks, parseBody, type RecordedResponse, type Recording, readRecordings } from './records.ts'
import { type RecordedUsers, Secrets, setUpSteps } from './set-up.ts'
import { type LaterRequest, laterRequests } from './unimplemented.ts'
import { sendRequest } from './wire.ts'

interface Replayed {
  readonly record: Recording
  readonly ours: RecordedResponse
  readonly divergences: readonly Divergence[]
}

export interface Replay {
  readonly replayed: readonly Replayed[]
  readonly later: readonly { readonly record: Recording; readonly entry: LaterRequest }[]
  /** Recorded ids to ids of this server, and names without a match. */
  readonly map: IdMap
  readonly unknown: readonly string[]
}

/** Sends the recordings of a block to this server in order and compares the responses. */
export async function replayRecordings(
  server: {
    readonly world: World
    readonly clock: RecordedClock
    readonly port: number
    readonly adminKey: string
  },
  records: readonly Recording[],
): Promise<Replay> {
  const { world, clock, port, adminKey } = server
  const users = createRecordedUsers(world, port)
  const secrets = new Secrets(users, adminKey)
  await secrets.open()
  const here = records.filter((record) => entryOf(record) === undefined)
  const { map, unknown } = joinNames(namesIn(blocks.flatMap(readRecordings)), await ourNames(users))
  const tags = new ETags()
  const replayed: Replayed[] = []
  for (const record of here) {
    clock.advanceTo(record)
    await setUpSteps[record.id]?.(users, secrets, map)
    const ours = await send(port, record, map, secrets, tags)
    tags.record(record, ours)
    learnServices(record, ours, map.service)
    learnFile(record, ours, map.file)
    replayed.push({ record, ours, divergences: findDifferences(withOurIds(record.response, map), ours) })
  }
  const later = records.flatMap((record) => {
    const entry = entryOf(record)
    return entry === undefined ? [] : [{ record, entry }]
  })
  return { replayed, later: later, map, unknown }
}

const entryOf = (record: Recording): LaterRequest | undefined => laterRequests.find((entry) => entry.applies(record))

async function send(
  port: number,
  record: Recording,
  map: IdMap,
  secrets: Secrets,
  tags: ETags,
): Promise<RecordedResponse> {
  const { method, path, headers } = record.request
  const filled: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers))
    filled[name] = /^If-(None-)?Match$/.test(name) ? tags.fill(value, record) : await secrets.fill(value, record)
  const body = parseBody(record)
  return sendRequest(port, {
    method,
    path: await secrets.fill(renumberText(path, map), record),
    headers: filled,
    body: body === null ? null : renumbered(body, map),
  })
}

/** Maps recorded ETags to those of this server, learned from responses. */
class ETags {
  readonly #known = new Map<string, string>()

  record({ request, response }: Recording, ours: RecordedResponse): void {
    const [their, our] = [response.headers, ours.headers].map(
      (headers) => headers.find(([name]) => name === 'Etag')?.[1],
    )
    if (their !== undefined && our !== undefined) this.#known.set(`${request.path} ${their}`, our)
  }

  /** Replaces a recorded ETag, bare or quoted. */
  fill(value: string, { request }: Recording): string {
    const [, quote = '', tag = ''] = /^("?)(\d+)"?$/.exec(value) ?? []
    const ours = this.#known.get(`${request.path} ${tag}`)
    if (ours === undefined) return value
    return quote === '' ? ours.replaceAll('"', '') : ours
  }
}

/** Services have ids across all projects, including new ones; they are learned from lists. */
function learnServices({ request, response }: Recording, ours: RecordedResponse, known: Map<number, number>): void {
  if (request.method !== 'GET' || !/\/project_services$/.test(request.path)) return
  if (response.status !== 200 || ours.status !== 200) return
  const services: readonly { readonly id: number; readonly name: string }[] = JSON.parse(ours.body)
  const byName = new Map(services.map(({ id, name }) => [name, id]))
  for (const { id, name } of JSON.parse(response.body)) known.set(id, byName.get(name) ?? id)
}

/** File ids are learned when files are created. */
function learnFile({ request, response }: Recording, ours: RecordedResponse, known: Map<number, number>): void {
  if (request.method !== 'POST' || !/\/tracker_fields\/\d+\/files$|\/artifact_temporary_files$/.test(request.path))
    return
  if (response.status >= 300 || ours.status >= 300) return
  known.set(JSON.parse(response.body).id, JSON.parse(ours.body).id)
}

/** Replaces recorded ids in a body; bodies other than JSON and XML are unchanged. */
function renumbered(body: Buffer, map: IdMap): Buffer {
  if (body.toString('latin1').startsWith('<')) return Buffer.from(renumberText(body.toString('utf8'), map))
  try {
    const value: unknown = JSON.parse(body.toString('utf8'))
    const ours = JSON.stringify(renumberBody(value, map))
    return ours === JSON.stringify(value) ? body : Buffer.from(ours)
  } catch {
    return body
  }
}

/** Replaces recorded ids in a recorded response. */
function withOurIds({ status, headers, body }: RecordedResponse, map: IdMap): RecordedResponse {
  return {
    status,
    headers: headers.map(([name, value]) => [name, renumberText(value, map)]),
    body: /^[[{]/.test(body) ? JSON.stringify(renumberBody(JSON.parse(body), map)) : renumberText(body, map),
  }
}

function createRecordedUsers(world: World, port: number): RecordedUsers {
  return {
    world,
    async send(method, path, who, body) {
      const answer = await sendRequest(port, {
        method,
        path,
        headers: {
          ...('key' in who
            ? { 'X-Auth-AccessKey': who.key }
            : { Authorization: `Basic ${Buffer.from(`${who.login}:welcome0`).toString('base64')}` }),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        body: body === undefined ? null : Buffer.from(JSON.stringify(body)),
      })
      if (answer.status >= 400) throw new Error(`${method} ${path} must succeed: ${answer.status} ${answer.body}`)
      return answer
    },
  }
}

/** Names of the imported objects, collected from all recordings. */
function namesIn(records: readonly Recording[]): Names {
  const names = createEmptyNames()
  for (const { request, response } of records)
    if (request.method === 'GET' && response.status === 200 && /^[[{]/.test(response.body))
      gather(request.path, JSON.parse(response.body), names)
  return names
}

function gather(path: string, body: unknown, names: Names): void {
  gatherNames(body, names)
  gatherReports(path, body, names)
}

async function ourNames({ send }: RecordedUsers): Promise<Names> {
  const names = createEmptyNames()
  const read = async (path: string): Promise<unknown> => {
    const answer = JSON.parse((await send('GET', path, { login: 'admin' })).body)
    gather(path, answer, names)
    return answer
  }
  await read('/api/projects?limit=50')
  for (const id of ids(names.project)) await read(`/api/projects/${id}/trackers?limit=50`)
  for (const id of ids(names.tracker)) {
    await read(`/api/trackers/${id}/tracker_reports?limit=1000`)
    await read(`/api/trackers/${id}/artifacts?limit=1000&values=all`)
  }
  for (const user of [100, 101, 102, 103, 104, 105, 106]) await read(`/api/users/${user}`)
  return names
}

const ids = (names: ReadonlyMap<string, ReadonlySet<number>>): number[] =>
  [...names.values()].flatMap((set) => [...set])
