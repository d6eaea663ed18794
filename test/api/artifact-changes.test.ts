import { beforeAll, describe, expect, it } from 'vitest'
import type { ArtifactId } from '../../src/kit/values/ids.ts'
import { type BugProject, createBugProject } from '../kit/bug-tracker-fixture.ts'
import { findContradictions } from '../kit/find-contradictions.ts'
import type { ProjectFixture } from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'
import { createWriteFixture, getField, getTracker, type WriteFixture } from './writes/write-fixture.ts'

onEachDatabase((dialect) => {
  describe('POST /trackers/{id}/artifact_changes', () => {
    const server = createServer(dialect)
    let fixture: WriteFixture
    let shop: ProjectFixture
    let task: number
    let ids: ArtifactId[]

    beforeAll(async () => {
      fixture = await createWriteFixture(server)
      ;({ shop } = fixture)
      task = getTracker(shop, 'task').id
    })

    const createArtifacts = async (...titles: readonly string[]) => {
      ids = await shop.createArtifacts(
        ...titles.map((title) => ({ tracker: 'task', changes: [{ values: { title } }] })),
      )
      return ids
    }
    const entry = (key: string, value: unknown) => ({ field_id: getField(shop, key), value })
    const change = (caller: string, body: object, url = '') =>
      server.as(caller).post(`trackers/${task}/artifact_changes${url}`, body)
    const titles = async (artifactIds: readonly number[] = ids) => {
      const result: string[] = []
      for (const id of artifactIds) result.push((await server.as('boss').get(`artifacts/${id}`)).body.title)
      return result
    }

    it('changes each listed artifact with one comment and returns the outcome of each', async () => {
      const [first, second, third] = await createArtifacts('one', 'two', 'same')
      const { status, body } = await change('alice', {
        artifacts: [third, { id: first }, second],
        values: [entry('title', 'same')],
        comment: { body: '' },
      })
      expect(status).toBe(200)
      expect(body).toMatchObject({ dry_run: false, total: 3, changed: 2, unchanged: 1, refused: 0 })
      expect(body.results.map(({ id, outcome, status }: any) => [id, outcome, status])).toEqual([
        [third, 'unchanged', 200],
        [first, 'changed', 200],
        [second, 'changed', 200],
      ])
      expect(await titles()).toEqual(['same', 'same', 'same'])
      const { headers } = await server.as('alice').get(`artifacts/${first}`)
      expect(body.results[1].etag).toBe(headers['etag'])
    })

    it('adds the same history entries as a change of a single artifact', async () => {
      const [id] = await createArtifacts('one')
      await change('alice', {
        artifacts: [id],
        values: [entry('effort', 2)],
        comment: { body: 'All of you', format: 'text' },
      })
      const { body } = await server.as('alice').get(`artifacts/${id}/changesets?order=desc`)
      expect(body).toHaveLength(2)
      expect(body[0].last_comment.body).toBe('All of you')
      expect(body[0].submitted_by).toBe(server.idOf('alice'))
      expect(await findContradictions(server.world.db)).toEqual([])
    })

    it('changes the artifacts that a filter or query finds, ordered by id', async () => {
      const all = await createArtifacts('found a', 'lost', 'found b')
      const expectedIds = [all[0], all[2]]
      for (const source of [
        { query: { title: { operator: 'contains', value: 'found' } } },
        { query: '{"title":"found"}' },
        { expert_query: "title = 'found'" },
      ]) {
        const { status, body } = await change('alice', { ...source, values: [entry('effort', Math.random())] })
        expect({ question: source, status, text: body.error }).toEqual({
          question: source,
          status: 200,
          text: undefined,
        })
        expect(body.results.map(({ id }: any) => id)).toEqual(expectedIds)
        expect(body.changed).toBe(2)
      }
      await change('boss', { expert_query: "title = 'found'", values: [entry('title', 'done')] })
    })

    it('accepts values by field name', async () => {
      await createArtifacts('one')
      const { body } = await change('alice', { artifacts: ids, values_by_field: { title: { value: 'named' } } })
      expect(body.changed).toBe(1)
      expect(await titles()).toEqual(['named'])
    })

    it('returns the status of PUT for each artifact, and changes the other ones', async () => {
      const [first, second] = await createArtifacts('one', 'two')
      const [note] = await shop.createArtifacts({
        tracker: 'note',
        changes: [{ values: { 'note:title': { format: 'text', content: 'n' } } }],
      })
      const missing = 9_999_999
      const body = { values: [entry('shown', 'mine')] }
      const put = await server.as('alice').put(`artifacts/${first}`, body)
      expect(put.status).toBe(400)
      const all = await change('alice', { artifacts: [first, note, missing, second], ...body })
      expect(all.body).toMatchObject({ total: 4, changed: 0, refused: 4 })
      expect(all.body.results[0].error).toEqual(put.body.error)
      expect(all.body.results.map(({ status }: any) => status)).toEqual([400, 404, 404, 400])
      const mixed = await change('alice', { artifacts: [note, second], values: [entry('title', 'new')] })
      expect(mixed.body).toMatchObject({ changed: 1, refused: 1 })
      expect(await titles()).toEqual(['one', 'new'])
    })

    it('writes nothing for a rejected artifact, with and without an Idempotency-Key', async () => {
      for (const key of [null, `each-${dialect}`]) {
        const headers: Record<string, string> = key === null ? {} : { 'idempotency-key': key }
        const [first] = await createArtifacts('one')
        const before = await server.rowCounts()
        const { body } = await server
          .as('alice')
          .post(
            `trackers/${task}/artifact_changes`,
            { artifacts: [first], values: [entry('title', 'x'.repeat(21)), entry('details', 'fine')] },
            { headers },
          )
        expect(body).toMatchObject({ changed: 0, refused: 1 })
        const after = await server.rowCounts()
        expect({ ...after, idempotent_response: 0 }).toEqual({ ...before, idempotent_response: 0 })
      }
    })

    it('with all_or_nothing, changes nothing if one artifact fails, and returns all results', async () => {
      const [first, second, third] = await createArtifacts('one', 'two', 'three')
      const tag = (await server.as('alice').get(`artifacts/${second}`)).headers['etag']
      await server.as('alice').put(`artifacts/${second}`, { values: [entry('effort', 7)] })
      const before = await server.rowCounts()
      const { status, body } = await change('alice', {
        artifacts: [first, { id: second, etag: tag }, third, 9_999_999],
        values: [entry('title', 'new')],
        all_or_nothing: true,
      })
      expect(status).toBe(422)
      expect(body.error.message).toContain('Nothing was changed: 2 of 4 artifacts were rejected.')
      expect(body.error.results.map(({ status }: any) => status)).toEqual([200, 412, 200, 404])
      expect(body.error.results[1].error.current.changed_fields).toEqual([
        { field_id: getField(shop, 'effort'), label: 'effort' },
      ])
      expect(await server.rowCounts()).toEqual(before)
      expect(await titles()).toEqual(['one', 'two', 'three'])
      const done = await change('alice', {
        artifacts: [first, second, third],
        values: [entry('title', 'new')],
        all_or_nothing: true,
      })
      expect(done.body).toMatchObject({ changed: 3, refused: 0 })
      expect(await titles()).toEqual(['new', 'new', 'new'])
    })

    it.each([
      ['?dry_run=true', {}],
      ['', { prefer: 'dry-run' }],
    ])('changes nothing with %s %j (dry run)', async (url, headers) => {
      const [first] = await createArtifacts('one', 'two')
      const before = await server.rowCounts()
      const { status, body } = await server
        .as('alice')
        .post(
          `trackers/${task}/artifact_changes${url}`,
          { artifacts: [first, 9_999_999], values: [entry('title', 'new')] },
          { headers },
        )
      expect(status).toBe(200)
      expect(body).toMatchObject({ dry_run: true, changed: 1, refused: 1 })
      expect(await server.rowCounts()).toEqual(before)
      expect(await titles()).toEqual(['one', 'two'])
    })

    it('is executed once for an Idempotency-Key', async () => {
      await createArtifacts('one', 'two')
      const send = () =>
        server
          .as('alice')
          .post(
            `trackers/${task}/artifact_changes`,
            { artifacts: ids, values: [], comment: { body: 'once' } },
            { headers: { 'idempotency-key': `changes-${dialect}` } },
          )
      const first = await send()
      expect(first.body.changed).toBe(2)
      const after = await server.rowCounts()
      const repeated = await send()
      expect(repeated.body).toEqual(first.body)
      expect(repeated.headers['idempotency-replayed']).toBe('true')
      expect(await server.rowCounts()).toEqual(after)
    })

    it.each<readonly [string, object, number, string]>([
      ['nothing to change', { artifacts: [1] }, 400, 'Nothing to change'],
      ['no artifacts', { values: [{ field_id: 1, value: 'x' }] }, 400, 'Exactly one of `artifacts`'],
      [
        'two sources',
        { artifacts: [1], expert_query: "title = 'a'", values: [{ field_id: 1, value: '' }] },
        400,
        'Exactly one of `artifacts`',
      ],
      ['an empty filter', { query: '', values: [{ field_id: 1, value: 'x' }] }, 400, 'The query is empty'],
      [
        'an artifact twice',
        { artifacts: [5, { id: 5 }], comment: { body: 'x' } },
        400,
        'Artifact 5 is listed more than once.',
      ],
      ['invalid JSON as filter', { query: '{', comment: { body: 'x' } }, 400, 'Criteria syntax error'],
      ['an invalid query', { expert_query: 'title =', comment: { body: 'x' } }, 400, ''],
      [
        'two forms of values',
        { artifacts: [1], values: [{ field_id: 1 }], values_by_field: { a: {} } },
        400,
        'both formats',
      ],
      [
        'too many artifacts',
        { artifacts: Array.from({ length: 1001 }, (_, i) => i + 1), comment: { body: 'x' } },
        400,
        'At most 1000 artifacts can be changed by one request. 1001 are listed.',
      ],
      ['an invalid id', { artifacts: ['x'], comment: { body: 'x' } }, 400, ''],
    ])('rejects %s and changes nothing', async (_, body, status, message) => {
      const before = await server.rowCounts()
      const response = await change('alice', body)
      expect(response.status).toBe(status)
      expect(response.body.error.message).toContain(message)
      expect(await server.rowCounts()).toEqual(before)
    })

    it.each([
      ['visitor', 401],
      ['rita', 403],
      ['olga', 200],
      ['alice', 200],
      ['boss', 200],
      ['admin', 200],
      ['auditor', 200],
    ])('for %s, returns %i and the same status for the artifact as PUT', async (caller, status) => {
      const [id] = await createArtifacts('one')
      const values = [entry('title', 'two')]
      const before = await server.rowCounts()
      const response = await change(caller, { artifacts: [id], values })
      expect(response.status).toBe(status)
      const isDone = response.body.results?.[0].status === 200
      if (!isDone) expect(await server.rowCounts()).toEqual(before)
      expect(await titles()).toEqual([isDone ? 'two' : 'one'])
      const put = await server.as(caller).put(`artifacts/${id}`, { values })
      if (status === 200) expect(put.status).toBe(response.body.results[0].status)
    })

    it('does not change artifacts that the caller cannot access', async () => {
      const hidden = getTracker(shop, 'hidden').id
      const rejected = await server
        .as('alice')
        .post(`trackers/${hidden}/artifact_changes`, { artifacts: [1], comment: { body: 'x' } })
      expect(rejected.status).toBe(404)
      const suspended = getTracker(fixture.attic, 'box').id
      const before = await server.rowCounts()
      const response = await server
        .as('boss')
        .post(`trackers/${suspended}/artifact_changes`, { artifacts: [fixture.box], comment: { body: 'x' } })
      expect([response.status, response.body.results?.[0]?.outcome ?? 'refused']).toEqual([response.status, 'refused'])
      expect(await server.rowCounts()).toEqual(before)
    })

    it('logs each change and enqueues one job for the webhooks of all, but nothing for a rolled back change', async () => {
      const { body: hook } = await server.as('boss').post(`trackers/${task}/webhooks`, { url: 'https://hook.example/' })
      const logged = async () =>
        (await server.world.db.read.selectFrom('change').select(['kind', 'artifact_id']).orderBy('id').execute()).slice(
          from,
        )
      const from = (await server.world.db.read.selectFrom('change').select('id').execute()).length
      const [first, second] = await createArtifacts('one', 'two')
      const jobs = async () => (await server.rowCounts())['job'] ?? 0
      const jobsBefore = await jobs()
      await change('alice', { artifacts: [first, 9_999_999], values: [entry('title', 'x')], all_or_nothing: true })
      expect([await jobs(), await logged()]).toEqual([jobsBefore, []])
      await change('alice', { artifacts: [second, first], values: [entry('title', 'x')] })
      expect(await logged()).toEqual([
        { kind: 'updated', artifact_id: first },
        { kind: 'updated', artifact_id: second },
      ])
      expect(await jobs()).toBe(jobsBefore + 1)
      const { payload } = await server.world.db.read
        .selectFrom('job')
        .select('payload')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      expect(JSON.parse(String(payload)).changes).toHaveLength(2)
      await server.as('boss').delete(`tracker_webhooks/${hook.id}`)
    })

    it('serializes concurrent changes of the same artifacts in any order', async () => {
      const all = await createArtifacts(...Array.from({ length: 60 }, (_, i) => `n ${i}`))
      const senders = Array.from({ length: 6 }, (_, n) => ({
        artifacts: n % 2 === 0 ? all : all.toReversed(),
        values: [entry('effort', n + 1)],
        comment: { body: `by ${n}` },
        all_or_nothing: n < 3,
      }))
      const putStatuses = await Promise.all(senders.map((body) => change('alice', body)))
      expect(putStatuses.map(({ status, body }) => [status, body.changed])).toEqual(senders.map(() => [200, 60]))
      for (const id of [all[0], all[59]]) {
        const { headers } = await server.as('alice').get(`artifacts/${id}/changesets?limit=1`)
        expect(headers['x-pagination-size']).toBe('7')
      }
      expect(await findContradictions(server.world.db)).toEqual([])
    })

    it('accepts one of two concurrent changes of the same version', async () => {
      const all = await createArtifacts('a', 'b', 'c')
      const versions = await Promise.all(
        all.map(async (id) => ({ id, etag: (await server.as('alice').get(`artifacts/${id}`)).headers['etag'] })),
      )
      const send = (title: string) =>
        change('alice', { artifacts: versions, values: [entry('title', title)], all_or_nothing: true })
      const statuses = (await Promise.all([send('x'), send('y')])).map(({ status }) => status)
      expect(statuses.sort()).toEqual([200, 422])
      const [one, ...others] = await titles()
      expect(others).toEqual([one, one])
    })
  })

  describe('POST /trackers/{id}/artifact_changes with a workflow', () => {
    const server = createServer(dialect)
    let bugs: BugProject

    beforeAll(async () => {
      await server.createUser('boss')
      const boss = server.idOf('boss')
      bugs = await createBugProject(server.world, {
        shortName: 'bugs',
        access: 'public',
        members: [],
        administrators: [boss],
      })
      await server.world.cache.refresh()
    })

    it('checks the workflow for each artifact', async () => {
      const boss = server.idOf('boss')
      const [open, closed] = [
        await bugs.createBug('a', boss),
        await bugs.createBug('b', boss, { [bugs.status]: [bugs.closed] }),
      ]
      const values = [{ field_id: bugs.status, bind_value_ids: [bugs.open] }]
      const putStatuses = async () => [
        (await server.as('boss').put(`artifacts/${open}`, { values })).status,
        (await server.as('boss').put(`artifacts/${closed}`, { values })).status,
      ]
      const { body } = await server
        .as('boss')
        .post(`trackers/${bugs.tracker}/artifact_changes`, { artifacts: [open, closed], values })
      const statuses = body.results.map(({ status }: any) => status)
      expect(statuses).toEqual([200, 400])
      expect(await putStatuses()).toEqual(statuses)
    })
  })
})
