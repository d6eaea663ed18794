import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTracing } from '../../src/kit/tracing/open-tracing.ts'
import { createDatabaseDirectory } from '../kit/database-directory.ts'
import { alwaysOnEachDatabase } from '../kit/server.ts'
import { createInstallation, type ServerInstallation, type ServerProcess } from '../kit/server-process.ts'
import { startWebhookReceiver } from '../kit/webhook-receiver.ts'

const traceId = '0af7651916cd43dd8448eb211c80319c'
const parentId = 'b7ad6b7169203331'
const title = 'a title that no trace may contain'

interface ReceivedSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly name: string
  readonly kind: number
  readonly attributes: Readonly<Record<string, unknown>>
}

/** A collector of OTLP over HTTP. */
function startCollector() {
  const bodies: { readonly type: string | undefined; readonly url: string | undefined; readonly body: Buffer }[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    bodies.push({ type: request.headers['content-type'], url: request.url, body: Buffer.concat(chunks) })
    response.writeHead(200, { 'content-type': request.headers['content-type'] ?? '' }).end('{}')
  })
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    bodies,
    get env() {
      return {
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        OTEL_BSP_SCHEDULE_DELAY: '50',
      }
    },
    resource: () => parseAttributes(JSON.parse(String(bodies[0]?.body)).resourceSpans[0].resource.attributes),
    spans: (): ReceivedSpan[] =>
      bodies
        .flatMap(({ body }) => JSON.parse(String(body)).resourceSpans)
        .flatMap((each: any) => each.scopeSpans)
        .flatMap((each: any) => each.spans)
        .map((each: any) => ({ ...each, attributes: parseAttributes(each.attributes) })),
  }
}

const parseAttributes = (attributes: readonly any[]): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]))

function createStory({ headers, project }: ServerInstallation, api: string, more: object = {}): Promise<Response> {
  const values = [{ field_id: project.fields.get('story:title'), value: title }]
  const body = JSON.stringify({ tracker: { id: project.trackers.get('story') }, values })
  return fetch(`${api}artifacts?secret=of-the-query`, { method: 'POST', headers: { ...headers, ...more }, body })
}

alwaysOnEachDatabase((dialect) => {
  describe('traces', () => {
    const collector = startCollector()
    const receiver = startWebhookReceiver()
    let home: ServerInstallation
    let server: ServerProcess
    beforeAll(async () => {
      home = await createInstallation(dialect, { hook: receiver.url })
      server = await home.startServer({
        ...collector.env,
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_SERVICE_NAME: 'tracker-of-tests',
      })
    })
    afterAll(async () => {
      await server?.kill()
      await home?.remove()
    })

    it('contain the request, its transaction and statements, the jobs after it, and the webhook, in one trace', async () => {
      const created = await createStory(home, server.api, { traceparent: `00-${traceId}-${parentId}-01` })
      expect(created.status).toBe(201)
      const received = () => collector.spans().filter((span) => span.traceId === traceId)
      await expect.poll(() => received().map(({ name }) => name)).toContain('job deliver-webhook')
      const spans = received()
      const find = (name: string | RegExp) => spans.find((span) => span.name.match(name)) as ReceivedSpan
      const request = find('POST /api/artifacts')
      expect(request).toMatchObject({ parentSpanId: parentId, kind: 2 })
      expect(request.attributes).toMatchObject({
        'http.request.method': 'POST',
        'http.route': '/api/artifacts',
        'http.response.status_code': 201,
        'url.path': '/api/artifacts',
        'url.scheme': 'http',
      })
      const insert = spans.find(({ attributes }) =>
        String(attributes['db.query.text']).includes('insert into "changeset"'),
      ) as ReceivedSpan
      expect(insert).toMatchObject({
        name: 'INSERT changeset',
        kind: 3,
        attributes: {
          'db.system.name': dialect === 'sqlite' ? 'sqlite' : 'postgresql',
          'db.operation.name': 'INSERT',
        },
      })
      const transaction = spans.find(({ spanId }) => spanId === insert.parentSpanId)
      expect(transaction).toMatchObject({ name: 'transaction', kind: 1, parentSpanId: request.spanId })
      const jobs = spans.filter((span) => span.name.startsWith('job '))
      expect(jobs.length).toBeGreaterThan(0)
      for (const job of jobs) expect(job.kind).toBe(5)
      const webhook = spans.find((span) => span.name === 'POST') as ReceivedSpan
      expect(jobs.map(({ spanId }) => spanId)).toContain(webhook.parentSpanId)
      expect(webhook).toMatchObject({
        kind: 3,
        attributes: { 'server.address': '127.0.0.1', 'http.response.status_code': 200 },
      })
      // The receiver can continue the trace.
      const [delivery] = receiver.take()
      expect(delivery?.headers['traceparent']).toBe(`00-${traceId}-${webhook.spanId}-01`)
      expect(collector.resource()).toMatchObject({
        'service.name': 'tracker-of-tests',
        'service.version': expect.stringMatching(/^\d/),
      })
    })

    it('contain no value, no credential and no query, and nothing that no request causes', async () => {
      const missing = await fetch(`${server.api}artifacts/999999999?expert_query=hidden`, { headers: home.headers })
      expect(missing.status).toBe(404)
      expect((await fetch(new URL('/health', server.api))).status).toBe(200)
      await expect
        .poll(() => collector.spans().find(({ attributes }) => attributes['url.path'] === '/api/artifacts/999999999'))
        .toMatchObject({ name: 'GET /api/artifacts/:id' })
      const all = Buffer.concat(collector.bodies.map(({ body }) => body)).toString()
      for (const text of [title, 'of-the-query', 'hidden', home.headers['x-auth-accesskey'] ?? '?', '/health', '/hook'])
        expect(all.includes(text), text).toBe(false)
      const spans = collector.spans()
      const roots = spans.filter(({ parentSpanId }) => !parentSpanId).map(({ name }) => name)
      expect(roots.filter((name) => !/^(GET|POST|job) /.test(name))).toEqual([])
    })
  })
})

describe('the export of traces', () => {
  const collector = startCollector()

  it('uses protobuf by default', async () => {
    const home = await createInstallation('sqlite')
    const server = await home.startServer(collector.env)
    try {
      expect((await createStory(home, server.api)).status).toBe(201)
      await expect.poll(() => collector.bodies.length).toBeGreaterThan(0)
      expect(collector.bodies[0]).toMatchObject({ type: 'application/x-protobuf', url: '/v1/traces' })
      await expect
        .poll(() => Buffer.concat(collector.bodies.map(({ body }) => body)).includes('POST /api/artifacts'))
        .toBe(true)
    } finally {
      await server.kill()
      await home.remove()
    }
  })

  it.each([
    [{}, false],
    [{ OTEL_SDK_DISABLED: 'true', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }, false],
    [{ OTEL_TRACES_EXPORTER: 'none', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }, true],
    [{ OTEL_TRACES_EXPORTER: 'otlp' }, true],
  ] as const)('loads the SDK with %j: %s', async (env, isLoaded) => {
    const home = await createInstallation('sqlite')
    const directory = await createDatabaseDirectory('tulipwood-modules-')
    const list = path.join(directory, 'modules')
    const hook = `import fs from 'node:fs'
import { registerHooks } from 'node:module'
registerHooks({ load(url, context, next) { fs.appendFileSync(${JSON.stringify(list)}, url + '\\n'); return next(url, context) } })`
    const server = await home.startServer({
      ...env,
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(hook)}`,
    })
    try {
      const modules = await readFile(list, 'utf8')
      expect(modules).toContain('src/app/start/serve.ts')
      expect(modules.includes('/@opentelemetry/')).toBe(isLoaded)
    } finally {
      await server.kill()
      await home.remove()
    }
  })

  it('logs problems of the collector in full', async () => {
    const warnings: string[] = []
    // The SDK reads the environment of the process.
    Object.assign(process.env, collector.env)
    try {
      const tracing = await openTracing(process.env, { warn: (text: string) => warnings.push(text) })
      tracing?.startSpan({ name: 'test', kind: 'internal', attributes: {} }).end()
      await tracing?.close()
    } finally {
      for (const name of Object.keys(collector.env)) delete process.env[name]
    }
    // The response of the collector is JSON, not protobuf.
    expect(warnings).toEqual([expect.stringContaining('OTLPExportDelegate Export succeeded but')])
  })

  it.each([
    [{ OTEL_TRACES_EXPORTER: 'zipkin' }, 'OTEL_TRACES_EXPORTER must be otlp or none: zipkin'],
    [
      { OTEL_TRACES_EXPORTER: 'otlp', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      'OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf or http/json: grpc',
    ],
  ])('rejects %j', async (env, message) => {
    await expect(openTracing(env, { warn() {} })).rejects.toThrow(message)
  })
})
