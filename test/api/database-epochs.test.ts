import { rm } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createApp } from '../../src/app/start/assemble.ts'
import { prepareFirstStart } from '../../src/app/start/first-start.ts'
import { openWorld } from '../../src/app/start/open-world.ts'
import { updateArtifact } from '../../src/artifacts/commands/update-artifact.ts'
import { IdSetCache } from '../../src/database/changes/id-set-cache.ts'
import { readConfig } from '../../src/kit/system/config.ts'
import type { ArtifactId, UserId } from '../../src/kit/values/ids.ts'
import { createAccessKey } from '../../src/sign-in/commands/create-access-key.ts'
import { changeSettings } from '../../src/site/commands/change-settings.ts'
import type { World } from '../../src/world/model/world.ts'
import { createDatabaseDirectory } from '../kit/database-directory.ts'
import { type EventStream, followEvents } from '../kit/event-stream.ts'
import { isFullMatrix } from '../kit/full-matrix.ts'
import { createPostgresServer, type PostgresServer } from '../kit/postgres-server.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { countRows } from '../kit/server.ts'
import { adminPassword } from '../kit/server-database.ts'
import { waitForChangeLog } from '../kit/wait-for-change-log.ts'

const system = { kind: 'system', reason: 'test' } as const

const poolings = isFullMatrix ? ['session', 'transaction'] : ['session']

describe.skipIf(inject('postgresUrl') === null).each(poolings)(
  'in mode %s, a node whose database lost its last changes',
  (pooling) => {
    let postgres: PostgresServer
    let directory: string
    let world: World
    let app: FastifyInstance
    let api: string
    let headers: Record<string, string>
    let project: ProjectFixture
    let artifact: ArtifactId
    let lost: {
      readonly etag: string
      readonly lastModified: string
      readonly commentTag: string
      readonly token: string
      readonly revisionKey: string
    }
    let stream: EventStream

    const send = async (method: string, url: string, body?: object, more: Record<string, string> = {}) => {
      const json = body === undefined ? {} : { 'content-type': 'application/json' }
      const response = await fetch(`${api}/${url}`, {
        method,
        headers: { ...headers, ...json, ...more },
        body: body === undefined ? null : JSON.stringify(body),
      })
      const text = await response.text()
      const { status, headers: received } = response
      const [etag, lastModified] = [received.get('etag') ?? '', received.get('last-modified') ?? '']
      return { status, etag, lastModified, body: text === '' ? null : JSON.parse(text) }
    }
    const get = (url: string, more?: Record<string, string>) => send('GET', url, undefined, more)
    const update = (title: string, comment?: string, more?: Record<string, string>) =>
      send(
        'PUT',
        `artifacts/${artifact}`,
        {
          values: [{ field_id: project.fields.get('title'), value: title }],
          ...(comment !== undefined && { comment: { body: comment, format: 'text' } }),
        },
        more,
      )
    const findIds = async (title: string): Promise<number[]> => {
      const query = encodeURIComponent(JSON.stringify({ title }))
      const { body } = await get(`trackers/${project.trackers.get('note')}/artifacts?query=${query}`)
      return body.map(({ id }: { id: number }) => id)
    }
    const lastComment = async (): Promise<{ readonly url: string; readonly tag: string }> => {
      const { body } = await get(`artifacts/${artifact}/changesets?order=desc&limit=1&include=etag`)
      return { url: `artifacts/${artifact}/changesets/${body[0].id}/comment`, tag: body[0].last_comment.etag }
    }

    beforeAll(async () => {
      postgres = await createPostgresServer()
      directory = await createDatabaseDirectory('tulipwood-epochs-')
      const opened = await openWorld(
        readConfig({
          TULIPWOOD_DATA: directory,
          DATABASE_URL: postgres.url,
          TULIPWOOD_DATABASE_WAIT: '60',
          TULIPWOOD_DATABASE_POOLING: pooling,
          TULIPWOOD_ADMIN_PASSWORD: adminPassword,
        }),
        { log: pino({ level: 'silent' }) },
      )
      // Lists come from cached id sets, however few artifacts there are.
      world = { ...opened, idSets: new IdSetCache(opened.db, { fewest: 0 }) }
      await prepareFirstStart(world)
      const draft = { user: 101 as UserId, description: 'test', scopes: ['write:rest'], expiresOn: null }
      headers = { 'x-auth-accesskey': (await createAccessKey(world, system, draft)).identifier }
      project = await createProjectFixture({ world }, 'notes', {
        trackers: () => [
          createTrackerDefinition('note', [createFieldDefinition('string', 'title')], { title: { field: 'title' } }),
        ],
      })
      app = await createApp(world)
      api = `${await app.listen({ port: 0, host: '127.0.0.1' })}/api`
      const values = [{ field_id: project.fields.get('title'), value: 'Kept' }]
      artifact = (await send('POST', 'artifacts', { tracker: { id: project.trackers.get('note') }, values })).body.id
      await get(`artifacts/${artifact}`)
      await findIds('Kept')
      await postgres.copyToReplica()
    })
    afterAll(async () => {
      stream?.close()
      await app?.close()
      await world?.db.close()
      await postgres?.stop()
      await rm(directory, { recursive: true, force: true })
    })

    it('ends open streams with a reset, whose id continues with the changes that follow', async () => {
      // Dates have whole seconds: those of the lost version must differ from those of the version before.
      const kept = Date.parse((await get(`artifacts/${artifact}`)).lastModified)
      await expect.poll(() => Date.now(), { interval: 50 }).toBeGreaterThanOrEqual(kept + 1000)
      // The node answers from its caches what is lost next.
      expect((await update('Lost', 'A lost comment')).status).toBe(200)
      await changeSettings(world, system, { timezone: 'Asia/Tokyo' })
      expect((await get(`artifacts/${artifact}`)).body.last_modified_date).toContain('+09:00')
      expect([await findIds('Lost'), await findIds('Kept')]).toEqual([[artifact], []])
      await waitForChangeLog(world)
      const { etag, lastModified } = await get(`artifacts/${artifact}`)
      lost = {
        etag,
        lastModified,
        commentTag: (await lastComment()).tag,
        token: (await get('changes')).body.next,
        revisionKey: world.cache.revisionKey,
      }
      stream = await followEvents(`${api}/changes/stream?since=${encodeURIComponent(lost.token)}`, headers)
      await postgres.failOver()
      // No request and no write follow: the node must notice it by polling.
      await stream.ended
      expect(stream.events.at(-1)).toMatchObject({ name: 'reset', data: {} })
      expect(stream.events.filter(({ name }) => name !== '').length).toBe(1)
      const resumed = await followEvents(`${api}/changes/stream?since=${encodeURIComponent(lost.token)}`, {
        ...headers,
        'last-event-id': stream.lastId,
      })
      expect(resumed.status).toBe(200)
      resumed.close()
      expect((await get(`changes?since=${encodeURIComponent(stream.lastId)}`)).body.changes).toEqual([])
    })

    it('shows nothing of what is lost, once counters have the same values again', async () => {
      expect(await get(`artifacts/${artifact}`)).toMatchObject({ status: 200, body: { title: 'Kept' } })
      expect([await findIds('Lost'), await findIds('Kept')]).toEqual([[], [artifact]])
      expect((await get(`artifacts/${artifact}`, { 'if-modified-since': lost.lastModified })).status).toBe(200)
      expect((await update('Overwritten', undefined, { 'if-unmodified-since': lost.lastModified })).status).toBe(412)
      expect((await update('Other', 'Another comment')).status).toBe(200)
      await changeSettings(world, system, { artifacts_deletion_limit: 5 })
      const { body } = await get(`artifacts/${artifact}`)
      expect(body.title).toBe('Other')
      expect(body.last_modified_date).not.toContain('+09:00')
      expect([await findIds('Lost'), await findIds('Other')]).toEqual([[], [artifact]])
      const countersOf = (key: string) => key.slice(key.indexOf('/'))
      expect(countersOf(world.cache.revisionKey)).toBe(countersOf(lost.revisionKey))
      expect(world.cache.revisionKey).not.toBe(lost.revisionKey)
    })

    it('accepts no date of a lost version', async () => {
      const current = await get(`artifacts/${artifact}`)
      const rows = await countRows(world)
      const refused = await update('Overwritten', undefined, { 'if-unmodified-since': lost.lastModified })
      expect([refused.status, await countRows(world)]).toEqual([412, rows])
      expect((await get(`artifacts/${artifact}`, { 'if-modified-since': current.lastModified })).status).toBe(304)
    })

    it('accepts no entity tag of a lost version', async () => {
      expect((await get(`artifacts/${artifact}`, { 'if-none-match': lost.etag })).status).toBe(200)
      const refused = await update('Overwritten', undefined, { 'if-match': lost.etag })
      expect(refused).toMatchObject({ status: 412, body: { error: { current: { changed_fields: null } } } })
      const { url, tag } = await lastComment()
      const edit = { body: 'Overwritten', format: 'text' }
      expect((await send('PUT', url, edit, { 'if-match': lost.commentTag })).status).toBe(412)
      expect((await send('PUT', url, edit, { 'if-match': tag })).status).toBe(200)
      const { etag, body } = await get(`artifacts/${artifact}`)
      expect(body.title).toBe('Other')
      expect((await get(`artifacts/${artifact}`, { 'if-none-match': etag })).status).toBe(304)
      expect((await update('Newer', undefined, { 'if-match': etag })).status).toBe(200)
    })

    it('never accepts a token of a lost change again', async () => {
      for (let n = 0; n < 3; n++) {
        for (const url of ['changes', 'changes/stream']) {
          const refused = await get(`${url}?since=${encodeURIComponent(lost.token)}`)
          expect([url, refused.status]).toEqual([url, 410])
          expect(refused.body.error.message).toContain('The database has changed since this token was issued')
        }
        await update(`Newer ${n}`)
        await waitForChangeLog(world)
      }
      const { body } = await get(`changes?since=${encodeURIComponent(stream.lastId)}`)
      expect(body.changes.map(({ kind }: { kind: string }) => kind)).toEqual([
        'updated',
        'comment_changed',
        'updated',
        'updated',
        'updated',
        'updated',
      ])
    })

    it('compares the tags of a write that waited with the version of the database that executes it', async () => {
      const { etag } = await get(`artifacts/${artifact}`)
      await postgres.copyToReplica()
      expect((await update('Lost again')).status).toBe(200)
      const [version = ''] = (await get(`artifacts/${artifact}`)).etag.slice(1, -1).split('.')
      await postgres.failOver()
      expect((await update('Other again', undefined, { 'if-match': etag })).status).toBe(412)
      expect((await update('Other again')).status).toBe(200)
      const late = { entries: [], comment: null, precondition: { tags: [version] }, timezone: 'UTC' }
      await expect(updateArtifact(world, system, artifact, late)).rejects.toThrow('has been modified')
    })
  },
)
