import { routes } from '../../src/app/slices/routes.ts'
import type { AnyRoute } from '../../src/http/declarations/route.ts'
import { createWorstBodies } from './bodies.ts'
import { type DrillData, longKinds } from './data.ts'
import { hostileTexts } from './hostile-texts.ts'
import { createRepositoryRequests } from './repository.ts'
import type { Request } from './send.ts'

/** Requests to every route with the most expensive bodies and parameters within its limits. */
export function* createRequests(data: DrillData): Generator<Request> {
  yield* pagesOfTexts(data)
  yield* pagesOfLongTexts(data)
  yield* longLists(data)
  yield* queries(data)
  yield* writes(data)
  if (data.repository !== undefined) yield* createRepositoryRequests({ repository: data.repository, key: data.member })
  // Deletions come last.
  const ordered = [...routes].sort((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))
  for (const route of ordered) yield* generic(data, route)
}

const nameOf = ({ method, url }: { readonly method: string; readonly url: string }): string => `${method} ${url}`

function as(key: string, more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return { 'x-auth-accesskey': key, ...more }
}

const xml = { accept: 'application/xml' }

function* pagesOfTexts(data: DrillData): Generator<Request> {
  const get = (url: string, path: string, input: string, headers: Readonly<Record<string, string>> = {}): Request => ({
    name: `GET ${url}`,
    input,
    method: 'GET',
    path: `/api/${path}`,
    headers: as(data.member, headers),
  })
  let kind = 0
  for (const [text, ids] of Object.entries(data.hostile)) {
    kind += 1
    const searchQuery = encodeURIComponent(`summary = "hostile ${kind}"`)
    const page = `trackers/${data.tracker}/artifacts?values=all&limit=1000&expert_query=${searchQuery}`
    yield get('/artifacts/:id', `artifacts/${ids[0]}?values_format=all`, text)
    yield get('/trackers/:id/artifacts', page, text)
    yield get('/trackers/:id/artifacts', page, `${text}, again`)
    yield get('/trackers/:id/artifacts', page, `${text}, XML`, xml)
    yield get('/artifacts', `artifacts?query=${encodeURIComponent(JSON.stringify({ id: ids.slice(0, 100) }))}`, text)
    yield get(
      '/tracker_reports/:id/artifacts',
      `tracker_reports/${data.report}/artifacts?values=all&limit=50&output_format=flat&query=${encodeURIComponent('{}')}`,
      text,
    )
    yield get(
      '/trackers/:id/artifact_export',
      `trackers/${data.tracker}/artifact_export?format=csv&expert_query=${searchQuery}`,
      `CSV, ${text}`,
    )
    yield get(
      '/trackers/:id/artifact_export',
      `trackers/${data.tracker}/artifact_export?format=ndjson&expert_query=${searchQuery}`,
      `NDJSON, ${text}`,
    )
  }
  for (const format of ['text', 'html', 'all']) {
    yield get(
      '/artifacts/:id/changesets',
      `artifacts/${data.changed}/changesets?fields=${format}&limit=50`,
      `long texts, ${format}`,
    )
    yield get(
      '/artifacts/:id/changesets',
      `artifacts/${data.changed}/changesets?fields=${format}&limit=50`,
      `long texts, ${format}, XML`,
      xml,
    )
  }
}

/** The longest page of artifacts with texts of 64 KB. */
function* pagesOfLongTexts(data: DrillData): Generator<Request> {
  const accepted: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    JSON: {},
    XML: xml,
    brotli: { 'accept-encoding': 'br' },
    gzip: { 'accept-encoding': 'gzip' },
    zstd: { 'accept-encoding': 'zstd' },
    'XML, brotli': { ...xml, 'accept-encoding': 'br' },
  }
  for (const kind of longKinds) {
    const query = encodeURIComponent(`summary = "long ${kind}"`)
    const targets: Readonly<Record<string, string>> = {
      '/trackers/:id/artifacts': `trackers/${data.tracker}/artifacts?values=all&limit=1000&expert_query=${query}`,
      '/trackers/:id/artifact_export': `trackers/${data.tracker}/artifact_export?format=csv&expert_query=${query}`,
    }
    for (const [url, path] of Object.entries(targets))
      for (const [input, headers] of Object.entries(accepted))
        yield {
          name: `GET ${url}`,
          input: `${data.longTexts} of 64 KB, ${kind}, ${input}`,
          method: 'GET',
          path: `/api/${path}`,
          headers: as(data.member, headers),
        }
  }
}

function* longLists(data: DrillData): Generator<Request> {
  const { tracker, report, project } = data
  const lists: Readonly<Record<string, string>> = {
    '/trackers/:id/artifacts': `trackers/${tracker}/artifacts?values=all&limit=1000`,
    '/tracker_reports/:id/artifacts': `tracker_reports/${report}/artifacts?values=all&limit=1000`,
    '/trackers/:id/parent_artifacts': `trackers/${tracker}/parent_artifacts?limit=1000`,
    '/users/:id/artifacts': `users/self/artifacts?query=${encodeURIComponent('{"assigned_to":true}')}&limit=250`,
    '/projects/:id/heartbeats': `projects/${project}/heartbeats`,
    '/changes': `changes?limit=1000`,
    '/trackers/:id/artifact_export': `trackers/${tracker}/artifact_export?format=csv`,
    '/trackers/:id': `trackers/${tracker}`,
    '/users': `users?query=${encodeURIComponent('e')}&limit=1000`,
  }
  for (const [url, path] of Object.entries(lists)) {
    for (const [input, headers] of [
      ['longest list', {}],
      ['longest list, XML', xml],
      ['longest list, compressed', { 'accept-encoding': 'br' }],
    ] as const)
      yield { name: `GET ${url}`, input, method: 'GET', path: `/api/${path}`, headers: as(data.member, headers) }
  }
  const ids = encodeURIComponent(JSON.stringify({ id: data.artifacts.slice(0, 100) }))
  for (const headers of [{}, xml])
    yield {
      name: 'GET /artifacts',
      input: 'longest list',
      method: 'GET',
      path: `/api/artifacts?query=${ids}&limit=100`,
      headers: as(data.member, headers),
    }
  const ndjson = `/api/trackers/${tracker}/artifact_export?format=ndjson`
  yield {
    name: 'GET /trackers/:id/artifact_export',
    input: 'NDJSON of all',
    method: 'GET',
    path: ndjson,
    headers: as(data.member),
  }
}

const repeated = (part: string, between: string, length: number): string =>
  Array.from({ length: Math.floor(length / (part.length + between.length)) }, () => part).join(between)

function* queries(data: DrillData): Generator<Request> {
  const { tracker } = data
  const searches: Readonly<Record<string, string>> = {
    'many ORs': repeated(`summary = "p"`, ' OR ', 14_000),
    'a text that is everywhere': `details = "e"`,
    'a text with many parts': `details = "${'pump '.repeat(2500)}"`,
    parentheses: `${'('.repeat(100)}summary = "p"${')'.repeat(100)}`,
    'links of links': repeated(`IS LINKED FROM WITH TYPE ""`, ' OR ', 5000),
    'many values': `severity IN(${repeated('"severity 1"', ',', 12_000)})`,
    comments: `@comments = "a"`,
  }
  for (const [input, query] of Object.entries(searches)) {
    yield {
      name: 'GET /trackers/:id/artifacts',
      input: `query: ${input}`,
      method: 'GET',
      path: `/api/trackers/${tracker}/artifacts?limit=1000&expert_query=${encodeURIComponent(query)}`.slice(0, 16_000),
      headers: as(data.member),
    }
    yield {
      name: 'POST /search',
      input,
      method: 'POST',
      path: '/api/search',
      headers: as(data.member, { 'content-type': 'application/json' }),
      body: JSON.stringify({ words: 'pump', query, trackers: [tracker], limit: 50 }),
    }
  }
  for (const [input, pattern] of [
    ['a pattern', '/(a|e|i)+(o|u)*x/'],
    ['a pattern with alternatives', `/${repeated('pu?m.p', '|', 900)}/`],
  ] as const) {
    const filter = JSON.stringify({ details: { operator: 'contains', value: pattern } })
    yield {
      name: 'GET /trackers/:id/artifacts',
      input,
      method: 'GET',
      path: `/api/trackers/${tracker}/artifacts?limit=1000&query=${encodeURIComponent(filter)}`,
      headers: as(data.member),
    }
  }
  const many = JSON.stringify({ summary: { operator: 'contains', value: 'p'.repeat(1_000_000) } })
  yield {
    name: 'GET /trackers/:id/artifacts',
    input: 'filter of 1 MB',
    method: 'GET',
    path: `/api/trackers/${tracker}/artifacts`,
    headers: as(data.member, { 'content-type': 'application/json' }),
    body: many,
  }
}

function* writes(data: DrillData): Generator<Request> {
  const { tracker, fields, statuses, project } = data
  const jsonHeaders = as(data.member, { 'content-type': 'application/json' })
  const post = (url: string, path: string, input: string, body: string, headers = jsonHeaders): Request => ({
    name: `POST ${url}`,
    input,
    method: 'POST',
    path: `/api/${path}`,
    headers,
    body,
    settleMs: 500,
  })
  const rows = Array.from({ length: 1000 }, (_, i) => `"row ${i}","${'long text, '.repeat(300)}","2026-03-01"`)
  const table = `summary,details,due\r\n${rows.join('\r\n')}\r\n`
  yield post(
    '/trackers/:id/artifact_imports',
    `trackers/${tracker}/artifact_imports`,
    '1,000 rows of CSV',
    table,
    as(data.member, { 'content-type': 'text/csv' }),
  )
  yield post(
    '/trackers/:id/artifact_imports',
    `trackers/${tracker}/artifact_imports?dry_run=true`,
    'rows with one cell',
    `summary\r\n${'"a"\r\n'.repeat(1_000_000)}`.slice(0, 8_388_000),
    as(data.member, { 'content-type': 'text/csv' }),
  )
  yield post(
    '/trackers/:id/artifact_imports',
    `trackers/${tracker}/artifact_imports?dry_run=true`,
    'a row with many cells',
    `summary\r\n${','.repeat(8_000_000)}`,
    as(data.member, { 'content-type': 'text/csv' }),
  )
  for (const input of ['one transaction', 'groups'] as const)
    yield post(
      '/trackers/:id/artifact_changes',
      `trackers/${tracker}/artifact_changes`,
      `1,000 artifacts, ${input}`,
      JSON.stringify({
        artifacts: data.artifacts.slice(0, 1000),
        values: [
          {
            field_id: fields['details'],
            value: { format: 'commonmark', content: `${'art #1 '.repeat(1000)}${input}` },
          },
          { field_id: fields['status'], bind_value_ids: [statuses[input === 'groups' ? 1 : 2]] },
        ],
        all_or_nothing: input === 'one transaction',
      }),
    )
  for (const [text, value] of Object.entries(hostileTexts)) {
    const values = [
      { field_id: fields['summary'], value: text },
      { field_id: fields['details'], value },
    ]
    const comment = { format: value.format, body: value.content }
    yield post('/artifacts', 'artifacts', text, JSON.stringify({ tracker: { id: tracker }, values }))
    yield {
      name: 'PUT /artifacts/:id',
      input: text,
      method: 'PUT',
      path: `/api/artifacts/${data.artifacts[3]}`,
      headers: jsonHeaders,
      body: JSON.stringify({ values, comment }),
      settleMs: 500,
    }
    yield {
      name: 'POST /artifacts',
      input: `dry run, ${text}`,
      method: 'POST',
      path: '/api/artifacts',
      headers: { ...jsonHeaders, prefer: 'dry-run' },
      body: JSON.stringify({ tracker: { id: tracker }, values }),
    }
  }
  const links = data.artifacts.slice(10, 2000).map((id) => ({ id }))
  yield {
    name: 'PUT /artifacts/:id',
    input: 'many links',
    method: 'PUT',
    path: `/api/artifacts/${data.artifacts[4]}`,
    headers: jsonHeaders,
    body: JSON.stringify({ values: [{ field_id: fields['links'], links }] }),
    settleMs: 500,
  }
  yield post(
    '/projects/:id/extract_references',
    `projects/${project}/extract_references`,
    'mentions',
    JSON.stringify({ text: 'art #1 '.repeat(140_000) }),
  )
  yield post(
    '/projects/:id/extract_references',
    `projects/${project}/extract_references`,
    'one word',
    JSON.stringify({ text: 'a'.repeat(1_000_000) }),
  )
  yield post(
    '/projects/:id/text_previews',
    `projects/${project}/text_previews`,
    'mentions',
    JSON.stringify({ content: 'art #1 '.repeat(9000) }),
  )
  yield post('/projects/:id/exports', `projects/${project}/exports`, 'the whole project', '{}')
}

/** Id for the path segment after the given one. */
function idFor(data: DrillData, segment: string): string {
  const ids: Readonly<Record<string, number | string | undefined>> = {
    artifacts: data.artifacts[5],
    trackers: data.tracker,
    projects: data.project,
    tracker_fields: data.fields['status'],
    tracker_reports: data.report,
    user_groups: `${data.project}_3`,
    users: 'self',
    members: 101,
    svn: data.repository?.id,
  }
  return String(ids[segment] ?? 1)
}

function pathOf(data: DrillData, route: AnyRoute): string {
  const segments = route.url.split('/')
  return segments
    .map((segment, i) => (segment.startsWith(':') ? idFor(data, segments[i - 1] ?? '') : segment))
    .join('/')
}

/** Routes that would end the session, or delete the project or credentials of the drill. */
const destructive: ReadonlySet<string> = new Set([
  'DELETE /projects/:id',
  'DELETE /access_keys/:id',
  'DELETE /session',
  'DELETE /users/:id',
  'PATCH /projects/:id',
  'PUT /projects/:id/status',
  'DELETE /tokens/:token',
])

function* generic(data: DrillData, route: AnyRoute): Generator<Request> {
  const name = nameOf(route)
  if (destructive.has(name)) return
  const path = `/api${pathOf(data, route)}${route.url === '/changes/stream' ? '?follow=false' : ''}`
  // A site administrator can access more routes, and a project member more of its content.
  for (const key of [data.admin, data.member]) {
    if (route.method === 'GET') {
      yield { name, input: 'as it is', method: 'GET', path, headers: as(key) }
      yield { name, input: 'as it is, XML', method: 'GET', path, headers: as(key, xml) }
    } else if (route.body === undefined)
      yield { name, input: 'without a body', method: route.method, path, headers: as(key) }
  }
  for (const { name: input, type, text } of createWorstBodies(route))
    yield {
      name,
      input: `${input} (${type.replace('application/', '')})`,
      method: route.method,
      path,
      headers: as(data.admin, { 'content-type': type }),
      body: text,
    }
}
