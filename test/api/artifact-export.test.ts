import { once } from 'node:events'
import { get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { exportArtifacts } from '../../src/artifacts/responses/export-artifacts.ts'
import { Refusal } from '../../src/kit/messages/refusal.ts'
import { readCsv } from '../../src/kit/text/csv.ts'
import type { ArtifactId, TrackerId } from '../../src/kit/values/ids.ts'
import { bumpRevision } from '../kit/bump-revision.ts'
import { createMember } from '../kit/create-member.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
  projectMembers,
} from '../kit/project-fixture.ts'
import { readWorkbook } from '../kit/read-workbook.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'
import { downloadFile } from '../kit/stored-files.ts'

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

onEachDatabase((dialect) => {
  describe('GET /trackers/{id}/artifact_export', () => {
    const server = createServer(dialect)
    let project: ProjectFixture
    let tracker: TrackerId
    let first: ArtifactId
    let second: ArtifactId

    beforeAll(async () => {
      for (const login of ['alice', 'boss', 'olga']) await server.createUser(login)
      const [alice, boss] = [server.idOf('alice'), server.idOf('boss')]
      project = await createProjectFixture(server, 'orchard', {
        members: [alice],
        administrators: [boss],
        trackers: () => [
          createTrackerDefinition('tree', [
            createFieldDefinition('string', 'title'),
            createFieldDefinition('text', 'notes'),
            createFieldDefinition('int', 'age'),
            createFieldDefinition('float', 'height'),
            createFieldDefinition('date', 'planted'),
            createFieldDefinition('date', 'watered', { properties: { display_time: 1 } }),
            createFieldDefinition('sb', 'state', { bind: createStaticBind(['Well; so far', ''], ['Felled', '']) }),
            createFieldDefinition('msb', 'fruit', {
              bind: createStaticBind(['red;green', ''], ['plain', ''], ['in "quotes"', '']),
            }),
            createFieldDefinition('msb', 'keepers', { bind: projectMembers }),
            createFieldDefinition('tbl', 'tags', { bind: createStaticBind(['old', '']) }),
            createFieldDefinition('art_link', 'links'),
            createFieldDefinition('string', 'secret', { rights: { read: [4], submit: [4], update: [4] } }),
            createFieldDefinition('string', 'id'),
            createFieldDefinition('aid', 'number', { rights: { read: [1] } }),
            createFieldDefinition('subby', 'planter', { rights: { read: [1] } }),
            createFieldDefinition('subon', 'born', { rights: { read: [1] } }),
            createFieldDefinition('fieldset', 'box'),
            createFieldDefinition('string', 'gone', { isUsed: false }),
          ]),
          createTrackerDefinition('many', [createFieldDefinition('string', 'many:title')]),
          createTrackerDefinition(
            'hidden',
            [createFieldDefinition('string', 'hidden:title')],
            {},
            { permissions: { full: [4] } },
          ),
          createTrackerDefinition(
            'own',
            [createFieldDefinition('string', 'own:title')],
            {},
            { permissions: { submitter_only: [2], full: [4] } },
          ),
        ],
      })
      tracker = project.trackers.get('tree') as TrackerId
      const value = (label: string): number => Number(project.values.get(label))
      ;[second] = (await project.createArtifacts({
        tracker: 'tree',
        changes: [{ by: alice, values: { title: 'second' } }],
      })) as [ArtifactId]
      ;[first] = (await project.createArtifacts({
        tracker: 'tree',
        changes: [
          {
            by: alice,
            values: {
              title: '=1+1, "cited"',
              notes: { format: 'commonmark', content: 'two\nlines *é*' },
              age: -5,
              height: 1.5,
              planted: Date.UTC(2026, 2, 1, 23) / 1000,
              watered: Date.UTC(2026, 6, 1, 10, 30) / 1000,
              state: [value('Well; so far')],
              fruit: [value('red;green'), value('plain'), value('in "quotes"')],
              keepers: [alice],
              tags: [`b${value('old')}`],
              links: [{ id: second, type: '_is_child' }],
              secret: '@hush',
              id: '+mine',
            },
          },
        ],
      })) as [ArtifactId]
    })

    const exportTracker = (caller: string, query = '', trackerId: number = tracker) =>
      server.as(caller).get(`trackers/${trackerId}/artifact_export${query}`)
    const exportTable = async (caller: string, query = '') => {
      const { status, text } = await exportTracker(caller, query)
      expect(status).toBe(200)
      return readCsv(text).rows.map(({ cells }) => cells)
    }

    it('contains all fields that the caller can read', async () => {
      const [header = [], ...rows] = await exportTable('alice')
      const own = `#${project.fields.get('id')}`
      const names = 'id title notes age height planted watered state fruit keepers tags links'.split(' ')
      expect(header).toEqual([...names, own, 'number', 'planter', 'born'])
      const born = '2026-03-13T15:32:25+01:00'
      expect(rows).toEqual([
        [`${second}`, 'second', ...Array(header.length - 5).fill(''), `${second}`, 'alice', born],
        [
          ...[`${first}`, '=1+1, "cited"', 'two\nlines *é*', '-5', '1.5', '2026-03-02', '2026-07-01T12:30:00+02:00'],
          ...['Well; so far', '"red;green";plain;"in ""quotes"""', 'alice', 'old', `${second} (_is_child)`, '+mine'],
          ...[`${first}`, 'alice', born],
        ],
      ])
      expect((await exportTable('boss'))[0]).toContain('secret')
    })

    it('is CSV as in RFC 4180, with a file name of the tracker', async () => {
      const { headers, text } = await exportTracker('alice', '?fields=title')
      expect(headers).toMatchObject({
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="tree.csv"',
        'cache-control': 'no-store',
      })
      expect(text).toBe(`id,title\r\n${second},second\r\n${first},"=1+1, ""cited"""\r\n`)
    })

    it('contains a byte order mark and escaped formulas on request', async () => {
      const { text } = await exportTracker(
        'boss',
        `?fields=title,age,secret,%23${project.fields.get('id')}&bom=true&defuse=true`,
      )
      expect(text).toBe(
        `\uFEFFid,title,age,secret,#${project.fields.get('id')}\r\n${second},second,,,\r\n${first},"'=1+1, ""cited""",-5,'@hush,'+mine\r\n`,
      )
    })

    it('contains one JSON object per line with format=ndjson, as in the list of artifacts', async () => {
      const { text, headers } = await exportTracker('alice', '?format=ndjson')
      expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8')
      const list = await server.as('alice').get(`trackers/${tracker}/artifacts?values=all`)
      expect(
        text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line)),
      ).toEqual(list.body)
      const selection = await exportTracker('alice', '?format=ndjson&fields=age,title&order=desc')
      const [line = ''] = selection.text.split('\n')
      const { id, values } = JSON.parse(line)
      expect([id, values.map(({ label }: any) => label)]).toEqual([first, ['title', 'age']])
    })

    it('is a workbook with format=xlsx: labels as titles, numbers and dates as such', async () => {
      const names = `title,age,height,planted,watered,fruit,links,%23${project.fields.get('id')}`
      const { status, headers, bytes } = await downloadFile(
        server,
        'alice',
        `/api/trackers/${tracker}/artifact_export?format=xlsx&fields=${names}`,
      )
      expect(status).toBe(200)
      expect(headers).toMatchObject({
        'content-type': workbookType,
        'content-disposition': 'attachment; filename="tree.xlsx"',
      })
      const numbers = { C: -5, D: 1.5, E: '2026-03-02', F: '2026-07-01T12:30:00' }
      const texts = { G: '"red;green";plain;"in ""quotes"""', H: `${second} (_is_child)`, I: '+mine' }
      expect(await readWorkbook(bytes)).toEqual([
        {
          name: 'tree',
          rows: [
            { A: 'id', B: 'title', C: 'age', D: 'height', E: 'planted', F: 'watered', G: 'fruit', H: 'links', I: 'id' },
            { A: second, B: 'second' },
            { A: first, B: '=1+1, "cited"', ...numbers, ...texts },
          ],
          filter: 'A1:I3',
          quoted: ['B3', 'I3'],
        },
      ])
    })

    it('contains the artifacts that a filter or query finds', async () => {
      for (const query of ['query={"title":"second"}', "expert_query=title = 'second'"])
        expect(await exportTable('alice', `?fields=title&${encodeURI(query)}`)).toEqual([
          ['id', 'title'],
          [`${second}`, 'second'],
        ])
      expect(
        await exportTable('alice', `?fields=title&query=${encodeURIComponent('{"title":"nothing such"}')}`),
      ).toEqual([['id', 'title']])
    })

    it.each([
      ['fields=nothing', 400, 'Following fields do not exist: nothing'],
      ['fields=secret', 400, 'Following fields do not exist: secret'],
      ['fields=gone', 400, 'Following fields do not exist: gone'],
      ['fields=box', 400, 'Following fields do not exist: box'],
      ['fields=%2399999', 400, 'Following fields do not exist: #99999'],
      ['query={"secret":"x"}', 400, 'Following fields do not exist: secret'],
      ['query={', 400, 'Criteria syntax error'],
      ['expert_query=title', 400, ''],
      ["expert_query=title = 'a' ORDER BY title ASC", 400, 'An export is ordered by id'],
      ['format=ods', 400, ''],
      ['format=xlsx&fields=secret', 400, 'Following fields do not exist: secret'],
      ['bom=perhaps', 400, 'bom'],
    ])('rejects %s', async (query, status, message) => {
      const response = await exportTracker('alice', `?${encodeURI(query).replace('%2523', '%23')}`)
      expect(response.status).toBe(status)
      expect(response.body.error.message).toContain(message)
    })

    it('accepts the media types of an export and general ones, and returns 406 for others', async () => {
      for (const accept of [
        'text/csv',
        'application/x-ndjson',
        workbookType,
        'text/*',
        '*/*',
        'application/json',
        undefined,
      ])
        expect(
          (
            await server
              .as('alice')
              .get(`trackers/${tracker}/artifact_export`, { headers: accept === undefined ? {} : { accept } })
          ).status,
        ).toBe(200)
      expect(
        (await server.as('alice').get(`trackers/${tracker}/artifact_export`, { headers: { accept: 'image/png' } }))
          .status,
      ).toBe(406)
      expect(
        (await server.as('alice').get(`trackers/99999/artifact_export`, { headers: { accept: 'text/csv' } })).body.error
          .code,
      ).toBe(404)
    })

    it('returns only headers for HEAD', async () => {
      const { status, text, headers } = await server.as('alice').send('HEAD', `trackers/${tracker}/artifact_export`)
      expect([status, text, headers['content-type']]).toEqual([200, '', 'text/csv; charset=utf-8'])
    })

    it('contains only artifacts that the caller can see', async () => {
      const [alice, olga] = [server.idOf('alice'), server.idOf('olga')]
      const own = project.trackers.get('own') as TrackerId
      const [mine] = await project.createArtifacts(
        { tracker: 'own', changes: [{ by: olga, values: { 'own:title': 'mine' } }] },
        { tracker: 'own', changes: [{ by: alice, values: { 'own:title': 'other' } }] },
      )
      for (const format of ['csv', 'ndjson']) {
        const { text } = await exportTracker('olga', `?format=${format}`, own)
        expect(text).toContain(`${mine}`)
        expect(text).toContain('mine')
        expect(text).not.toContain('other')
      }
      const hidden = project.trackers.get('hidden') as TrackerId
      expect((await exportTracker('olga', '', hidden)).status).toBe(404)
      expect((await exportTracker('boss', '', hidden)).status).toBe(200)
    })

    describe('of many artifacts', () => {
      const count = 1000
      let many: TrackerId

      beforeAll(async () => {
        many = project.trackers.get('many') as TrackerId
        const seeds = Array.from({ length: count }, (_, i) => ({
          tracker: 'many',
          changes: [{ values: { 'many:title': `n ${i} ${'x'.repeat(20_000)}` } }],
        }))
        await project.createArtifacts(...seeds)
      })

      const exportPages = (caller: string) =>
        exportArtifacts(
          server.world,
          {
            caller: createMember({ id: server.idOf(caller), login: caller }),
            origin: 'http://localhost',
            timezone: 'UTC',
            revisionKey: 'now',
          },
          {
            trackerId: many,
            where: undefined,
            order: 'asc',
            form: { kind: 'csv', fields: [], hasMark: false, isDefused: false },
          },
        )

      it('contains each artifact once, in order', async () => {
        const { text } = await exportTracker('alice', '?fields=', many)
        const ids = readCsv(text)
          .rows.slice(1)
          .map(({ cells: [id] }) => Number(id))
        expect(ids).toHaveLength(count)
        expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b))
        const descending = await exportTracker('alice', '?order=desc&format=ndjson', many)
        expect(
          descending.text
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line).id),
        ).toEqual(ids.toReversed())
      })

      it('fails when the tracker is deleted during the export, so that the output is visibly incomplete', async () => {
        const texts = exportPages('alice')
        await texts.next()
        await texts.next()
        const setDeleted = (deleted_on: number | null) =>
          server.world.db.write(async (tx) => {
            await tx.updateTable('tracker').set({ deleted_on }).where('id', '=', many).execute()
            await bumpRevision(tx, 'trackers')
          })
        await setDeleted(server.world.clock.now())
        await expect(texts.next()).rejects.toBeInstanceOf(Refusal)
        await setDeleted(null)
        await server.world.cache.refresh()
      })

      it('stops reading while the client does not read, and when the client disconnects', async () => {
        if (!server.app.server.listening) await server.app.listen({ port: 0, host: '127.0.0.1' })
        const { port } = server.app.server.address() as AddressInfo
        // The export refreshes the cache once per chunk.
        const refresh = vi.spyOn(server.world.cache, 'refresh')
        const path = `/api/trackers/${many}/artifact_export?format=ndjson`
        const request = get({ port, host: '127.0.0.1', path, headers: { ...server.credentials('alice') } })
        const [response] = await once(request, 'response')
        response.pause()
        const settledCallCount = async () => {
          for (let before = -1; before !== refresh.mock.calls.length; await sleep(500))
            before = refresh.mock.calls.length
          return refresh.mock.calls.length
        }
        await expect.poll(() => refresh.mock.calls.length).toBeGreaterThan(1)
        // The export fills the buffers between server and client, and then pauses.
        const callsWhilePaused = await settledCallCount()
        expect(callsWhilePaused).toBeLessThan(count / 200)
        response.destroy()
        expect(await settledCallCount()).toBe(callsWhilePaused)
        refresh.mockRestore()
      })
    })
  })

  describe('GET /trackers/{id}/artifacts with a cursor', () => {
    const server = createServer(dialect)
    let project: ProjectFixture
    let tracker: TrackerId

    beforeAll(async () => {
      await server.createUser('alice')
      project = await createProjectFixture(server, 'walked', {
        members: [server.idOf('alice')],
        trackers: () => [
          createTrackerDefinition('step', [
            createFieldDefinition('string', 'title'),
            createFieldDefinition('int', 'size'),
          ]),
          createTrackerDefinition('other', [createFieldDefinition('string', 'other:title')]),
        ],
      })
      tracker = project.trackers.get('step') as TrackerId
    })

    const createArtifacts = (...titles: readonly string[]) =>
      project.createArtifacts(
        ...titles.map((title, size) => ({ tracker: 'step', changes: [{ values: { title, size } }] })),
      )
    const nextPath = (headers: Readonly<Record<string, unknown>>): string | null => {
      const link = headers['link']
      if (link === undefined) return null
      const [, path] = /^<http:\/\/[^/]+(\/[^>]*)>; rel="next"$/.exec(String(link)) ?? []
      if (path === undefined) throw new Error(`Not a link: ${link}`)
      return path
    }
    const walkPages = async (
      path: string,
      afterPage: (n: number) => Promise<unknown> = async () => {},
      body?: object,
    ) => {
      const ids: number[] = []
      const offsets: string[] = []
      let n = 0
      for (let currentPath: string | null = path; currentPath !== null; n++) {
        const {
          status,
          body: artifacts,
          headers,
        } = await server.as('alice').get(currentPath, body === undefined ? {} : { body })
        expect({ at: currentPath, status }).toEqual({ at: currentPath, status: 200 })
        ids.push(...artifacts.map(({ id }: { id: number }) => id))
        offsets.push(String(headers['x-pagination-offset']))
        currentPath = nextPath(headers)
        await afterPage(n)
      }
      return { ids, offsets }
    }

    it('returns each artifact once for any query, order and page size', async () => {
      await createArtifacts('a', 'b', 'a', 'b', 'a', 'b', 'a')
      for (const query of [
        '',
        'query={"title":"a"}',
        "expert_query=title = 'a'",
        'order=desc',
        'values=all&order=desc',
      ]) {
        const base = `/api/trackers/${tracker}/artifacts?${encodeURI(query)}`
        const whole = (await server.as('alice').get(base)).body.map(({ id }: { id: number }) => id)
        for (const limit of [1, 2, 3, 4, 7, 100]) {
          const { ids, offsets } = await walkPages(`${base}&limit=${limit}`)
          expect(ids).toEqual(whole)
          expect(offsets).toEqual(offsets.map((_, n) => `${n * limit}`))
        }
      }
    })

    it('continues a query that is sent in the request body', async () => {
      const base = `/api/trackers/${tracker}/artifacts?limit=1`
      const body = { title: 'b' }
      const { ids } = await walkPages(base, undefined, body)
      expect(ids).toHaveLength(3)
      const { headers } = await server.as('alice').get(base, { body })
      expect((await server.as('alice').get(nextPath(headers) ?? '')).status).toBe(400)
    })

    it('neither skips nor repeats existing artifacts during concurrent changes', async () => {
      const before = (await walkPages(`/api/trackers/${tracker}/artifacts`)).ids
      for (const order of ['asc', 'desc']) {
        const extra = await createArtifacts('extra')
        const { ids } = await walkPages(`/api/trackers/${tracker}/artifacts?limit=2&order=${order}`, async (n) => {
          await createArtifacts(`new ${n}`)
          if (n === 1) await server.as('admin').delete(`artifacts/${extra[0]}`)
          await project.addChangeset(before[n % before.length] as ArtifactId, { values: { title: `changed ${n}` } })
          if (n > 30) throw new Error('The walk does not end')
        })
        expect(new Set(ids).size).toBe(ids.length)
        expect(ids.filter((id) => before.includes(id)).sort((a, b) => a - b)).toEqual(before)
      }
    })

    it('rejects a cursor that is invalid, of another query, or combined with an offset', async () => {
      const base = `/api/trackers/${tracker}/artifacts?limit=1`
      const cursor = /cursor=([^&>]+)/.exec(String((await server.as('alice').get(base)).headers['link']))?.[1] ?? ''
      const other = project.trackers.get('other')
      const invalidPaths = [
        `${base}&cursor=x`,
        `${base}&cursor=${cursor.slice(0, -2)}`,
        `${base}&cursor=${cursor}&order=desc`,
        `${base}&cursor=${cursor}&query=${encodeURIComponent('{"title":"a"}')}`,
        `${base}&cursor=${cursor}&expert_query=${encodeURIComponent("title = 'a'")}`,
        `${base}&cursor=${cursor}&offset=1`,
        `/api/trackers/${other}/artifacts?cursor=${cursor}`,
        `${base}&cursor=${cursor}&expert_query=${encodeURIComponent("title = 'a' ORDER BY title ASC")}`,
      ]
      for (const path of invalidPaths) {
        const { status, body } = await server.as('alice').get(path)
        expect({ address: path, status }).toEqual({ address: path, status: 400 })
        expect(body.error.message).toMatch(/cursor/)
      }
      // The page size and the format may differ between pages.
      expect(
        (await server.as('alice').get(`/api/trackers/${tracker}/artifacts?limit=3&values=all&cursor=${cursor}`)).status,
      ).toBe(200)
    })

    it('is exposed to browsers as Link header, and omitted on the last page and for sorted results', async () => {
      const { headers } = await server.as('alice').get(`trackers/${tracker}/artifacts?limit=1000`)
      expect(headers['link']).toBeUndefined()
      expect(headers['access-control-expose-headers']).toMatch(/, Link$/)
      const sorted = await server
        .as('alice')
        .get(`trackers/${tracker}/artifacts?limit=1&expert_query=${encodeURIComponent('size > 0 ORDER BY size ASC')}`)
      expect([sorted.status, sorted.headers['link']]).toEqual([200, undefined])
    })
  })
})
