import type { Load } from './load.ts'

export type Case = 'bare' | 'bare1' | 'one' | 'one1' | 'fresh' | 'page' | 'first' | 'post1' | 'post' | 'put1' | 'put'

interface BenchmarkOptions {
  readonly ours: string
  readonly bare: string
  readonly key: string
  readonly artifacts: number
  readonly seconds: number
}

export interface Element {
  readonly field_id: number
  readonly name: string
  readonly values?: readonly { readonly id: number }[] | null
}

/**
 * The requests of each case. Even artifacts are read, odd ones are changed, because a change slows down the next read.
 */
export async function createCases({
  ours,
  bare,
  key,
  artifacts,
  seconds,
}: BenchmarkOptions): Promise<Readonly<Record<Case, Load>>> {
  const headers = { 'x-auth-accesskey': key }
  const get = (path: string): Promise<Response> => fetch(`${ours}/api/${path}`, { headers })
  const answer = await get('artifacts/2')
  const etag = answer.headers.get('etag') ?? ''
  const { tracker } = (await answer.json()) as { readonly tracker: { readonly id: number } }
  const { fields } = (await (await get(`trackers/${tracker.id}`)).json()) as { readonly fields: readonly Element[] }

  const ids = Array.from({ length: 4000 }, (_, i) => 2 + ((i * 7919) % (artifacts - 1)))
  const paths = (remainder: 0 | 1): string[] =>
    ids.filter((id) => id % 2 === remainder).map((id) => `/api/artifacts/${id}`)
  const read = { url: ours, headers, seconds, connections: 16 }
  const write = { ...read, headers: { ...headers, 'content-type': 'application/json' } }
  const pages = ids
    .slice(0, 50)
    .map(
      (id) => `/api/trackers/${tracker.id}/artifacts?values=all&limit=100&offset=${id % Math.max(1, artifacts - 100)}`,
    )
  const post: Load = {
    ...write,
    method: 'POST',
    paths: ['/api/artifacts'],
    body: JSON.stringify(describeNewArtifact(tracker.id, fields)),
    status: 201,
  }
  const put: Load = { ...write, method: 'PUT', paths: paths(1), body: change(fields) }
  return {
    bare: { url: bare, paths: ['/'], connections: 16, seconds },
    bare1: { url: bare, paths: ['/'], connections: 1, seconds },
    one: { ...read, paths: paths(0) },
    one1: { ...read, paths: paths(0), connections: 1 },
    fresh: { ...read, paths: ['/api/artifacts/2'], headers: { ...headers, 'if-none-match': etag }, status: 304 },
    page: { ...read, paths: pages },
    first: { ...read, paths: [`/api/trackers/${tracker.id}/artifacts?limit=100`] },
    post1: { ...post, connections: 1 },
    post,
    put1: { ...put, connections: 1 },
    put,
  }
}

const fieldIn = (fields: readonly Element[], name: string): Element => {
  const element = fields.find((field) => field.name === name)
  if (element === undefined) throw new Error(`The generated tracker has no field ${name}`)
  return element
}

/** Nine fields, about 1.1 KB. */
export function describeNewArtifact(tracker: number, fields: readonly Element[]): object {
  const value = (name: string, input: unknown) => ({ field_id: fieldIn(fields, name).field_id, value: input })
  const choice = (name: string, at: number) => {
    const { field_id, values } = fieldIn(fields, name)
    return { field_id, bind_value_ids: [values?.[at]?.id ?? 100] }
  }
  return {
    tracker: { id: tracker },
    values: [
      value('summary', 'The pump number [<id>] is loud'),
      value('details', 'It began in the night and has not stopped since. '.repeat(12)),
      choice('status', 1),
      choice('severity', 2),
      choice('component', 3),
      choice('platform', 1),
      value('points', 5),
      value('effort', 2.5),
      value('due', '2026-03-01'),
    ],
  }
}

function change(fields: readonly Element[]): string {
  const { field_id } = fieldIn(fields, 'summary')
  return JSON.stringify({
    values: [{ field_id, value: 'The pump is loud, seen again as [<id>]' }],
    comment: { body: 'Somebody looks after it.', format: 'text' },
  })
}
