import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import type { FieldId } from '../../src/kit/values/ids.ts'
import { findContradictions } from '../kit/find-contradictions.ts'
import { type StartedObjectStore, startObjectStore } from '../kit/object-store.ts'
import { createServer, onEachDatabase, type TestResponse } from '../kit/server.ts'
import { createStorageEnvironment } from '../kit/storage.ts'
import { buildTusHeaders, createFileTracker, createUpload, sendChunk } from '../kit/tus-requests.ts'

const timeout = 240_000

describe.skipIf(inject('objectStore') === null)('while the gateway of the object store is down', () => {
  onEachDatabase((dialect) => {
    const env: Record<string, string> = {}
    let objects: StartedObjectStore
    beforeAll(async () => {
      objects = await startObjectStore()
      Object.assign(env, createStorageEnvironment(`outage-${dialect}`, objects.store))
    }, timeout)
    const server = createServer(dialect, { env })
    afterAll(() => objects?.stop())
    let field: FieldId | undefined
    let tracker: number | undefined

    beforeAll(async () => {
      const project = await createFileTracker(server, [await server.createUser('alice')])
      field = project.fields.get('attachments')
      tracker = project.trackers.get('paper')
    })

    const attach = (...files: readonly number[]) =>
      server.as('alice').post('artifacts', { tracker: { id: tracker }, values: [{ field_id: field, value: files }] })
    const download = (href: string, headers: Readonly<Record<string, string>> = {}) =>
      server.as('alice').get(href, { headers, skipsOpenApiCheck: true })
    const head = (href: string) =>
      server.as('alice').send('HEAD', href, { skipsOpenApiCheck: true, headers: buildTusHeaders() })
    const offsetOf = ({ status, headers }: TestResponse) => [status, headers['upload-offset']]
    const expectLater = ({ status, headers }: TestResponse) =>
      expect([status, Number(headers['retry-after'])]).toEqual([503, expect.toSatisfy((seconds) => seconds > 0)])

    // A frozen gateway costs a timeout per request, so it runs on one database only.
    const frozen = ['frozen', () => objects.gateway.freeze(), () => objects.gateway.thaw()] as const
    const killed = ['killed', () => objects.gateway.kill(), () => objects.gateway.start()] as const
    it.each(dialect === 'sqlite' ? [killed, frozen] : [killed])(
      '(%s) requests that need it return 503, and uploads continue afterwards',
      async (_how, stop, start) => {
        const stored = await createUpload(server, 'alice', field, 6)
        expect((await sendChunk(server, 'alice', stored.uploadHref, 0, 'before')).status).toBe(204)
        const ready = await createUpload(server, 'alice', field, 5)
        expect((await sendChunk(server, 'alice', ready.uploadHref, 0, 'ready')).status).toBe(204)
        expect((await attach(stored.id)).status).toBe(201)
        const upload = await createUpload(server, 'alice', field, 10)
        expect((await sendChunk(server, 'alice', upload.uploadHref, 0, 'first')).status).toBe(204)

        await stop()
        expectLater(await download(stored.downloadHref))
        const before = await server.rowCounts()
        expectLater(await sendChunk(server, 'alice', upload.uploadHref, 5, 'later'))
        expect(offsetOf(await head(upload.uploadHref))).toEqual([204, '5'])
        expect((await attach(upload.id)).status).toBe(404)
        expect(await server.rowCounts()).toEqual(before)
        // The content is already in the store: only the row changes.
        expect((await attach(ready.id)).status).toBe(201)

        await start()
        expect(await download(stored.downloadHref)).toMatchObject({ status: 200, text: 'before' })
        expect(offsetOf(await sendChunk(server, 'alice', upload.uploadHref, 5, 'later'))).toEqual([204, '10'])
        expect((await attach(upload.id)).status).toBe(201)
        expect(await download(upload.downloadHref)).toMatchObject({ status: 200, text: 'firstlater' })
        expect(await download(ready.downloadHref)).toMatchObject({ status: 200, text: 'ready' })
        expect(await findContradictions(server.world.db)).toEqual([])
      },
      timeout,
    )
  })
})
