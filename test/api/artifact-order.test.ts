import { beforeAll, describe, expect, it } from 'vitest'
import type { UserGroupId } from '../../src/kit/values/ids.ts'
import { findContradictions } from '../kit/find-contradictions.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { getRounds } from '../kit/rounds.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'

const administrators = 4
const rounds = getRounds('TULIPWOOD_RACE_ROUNDS', { quick: 2, full: 10 })

alwaysOnEachDatabase((dialect) => {
  const server = createServer(dialect)
  let project: ProjectFixture
  let hidden: readonly UserGroupId[]
  const tracker = (name: string): number => project.trackers.get(name) as number
  const field = (key: string): number => project.fields.get(key) as number

  interface Order {
    readonly ids: readonly number[]
    readonly direction: string
    readonly compared_to: number
  }
  const order = (login: string, body: Order, of = 'card') =>
    server.as(login).patch(`trackers/${tracker(of)}/artifact_order`, { order: body })
  async function move(ids: readonly number[], direction: 'before' | 'after', target: number, of = 'card') {
    const { status, body, text } = await order('alice', { ids, direction, compared_to: target }, of)
    expect([status, body ?? text]).toEqual([204, ''])
  }
  const list = async (query: string, login = 'alice', of = 'card'): Promise<number[]> => {
    const { status, body } = await server.as(login).get(`trackers/${tracker(of)}/artifacts?limit=1000&${query}`)
    expect([status, body.error]).toEqual([200, undefined])
    return body.map(({ id }: { id: number }) => id)
  }
  const listOrdered = (of = 'card') => list('sort=rank', 'boss', of)
  const create = async (count: number, of = 'card', values: object = {}): Promise<number[]> => {
    const seeds = Array.from({ length: count }, (_, index) => ({
      tracker: of,
      changes: [{ by: server.idOf('alice'), values: { [`${of}:title`]: `card ${index}`, ...values } }],
    }))
    return (await project.createArtifacts(...seeds)).map(Number)
  }
  const rankOf = async (id: number, login = 'alice'): Promise<number> => {
    const { body } = await server.as(login).get(`artifacts/${id}`)
    return body.values.find(({ field_id: each }: { field_id: number }) => each === field('card:rank')).value
  }

  beforeAll(async () => {
    const [alice, boss] = [await server.createUser('alice'), await server.createUser('boss')]
    const reader = await server.createUser('reader')
    await server.createUser('outsider')
    const updated = (groups: readonly number[]) => ({ read: [2], submit: groups, update: groups })
    project = await createProjectFixture(server, 'boards', {
      members: [alice, reader],
      administrators: [boss],
      groups: { writers: [alice] },
      trackers: (groups) => {
        const writers = [groups.get('writers') as number, administrators]
        const cards = (name: string, more: readonly Parameters<typeof createTrackerDefinition>[1][number][] = []) =>
          createTrackerDefinition(
            name,
            [
              createFieldDefinition('string', `${name}:title`, { rights: updated(writers) }),
              createFieldDefinition('sb', `${name}:state`, {
                bind: createStaticBind([`${name} todo`, ''], [`${name} done`, '']),
                rights: updated(writers),
              }),
              ...more,
            ],
            { title: { field: `${name}:title` } },
          )
        return [
          cards('card', [
            createFieldDefinition('priority', 'card:rank'),
            createFieldDefinition('perm', 'card:access', { rights: updated(writers) }),
          ]),
          cards('other'),
          cards('race'),
        ]
      },
    })
    hidden = [administrators as UserGroupId]
    await create(2, 'other')
  })

  describe('PATCH /trackers/{id}/artifact_order', () => {
    it('moves artifacts before and after another one, in the order of the request', async () => {
      const [a, b, c, d, e] = (await create(5)) as [number, number, number, number, number]
      await move([d, b], 'before', a)
      expect(await listOrdered()).toEqual([d, b, a, c, e])
      await move([d], 'after', c)
      expect(await listOrdered()).toEqual([b, a, c, d, e])
      await move([b, a], 'after', e)
      expect(await listOrdered()).toEqual([c, d, e, b, a])
      const [last] = await create(1)
      expect(await listOrdered()).toEqual([c, d, e, b, a, last])
    })

    it('is the order of `sort=rank`, ORDER BY, groups and pages', async () => {
      const [a, b, c] = (await create(3, 'card', {
        'card:state': [project.values.get('card done')],
      })) as [number, number, number]
      await move([c], 'before', a)
      const done = encodeURIComponent(JSON.stringify({ state: project.values.get('card done') }))
      expect(await list(`query=${done}&sort=rank`)).toEqual([c, a, b])
      expect(await list(`query=${done}&sort=-rank`)).toEqual([b, a, c])
      expect(await list(`query=${done}&sort=rank&offset=1`)).toEqual([a, b])
      expect(await list(`query=${done}&sort=${field('card:rank')}`)).toEqual([c, a, b])
      const query = encodeURIComponent("state = 'card done' ORDER BY rank ASC")
      expect(await list(`expert_query=${query}`)).toEqual([c, a, b])
      const { body } = await server
        .as('alice')
        .get(`trackers/${tracker('card')}/artifact_groups?by=${field('card:state')}&sort=rank`)
      const group = body.find(({ value_id }: { value_id: number }) => value_id === project.values.get('card done'))
      expect(group.artifacts.map(({ id }: { id: number }) => id)).toEqual([c, a, b])
    })

    it('shows an integer that does not contradict the order, to filters as well', async () => {
      const [a, b, c] = (await create(3)) as [number, number, number]
      await move([c], 'after', a)
      const shown = [await rankOf(a), await rankOf(c), await rankOf(b)]
      expect(shown).toEqual([a, a, b])
      const filter = (value: object | number) =>
        list(`sort=rank&query=${encodeURIComponent(JSON.stringify({ rank: value }))}`)
      expect(await filter(a)).toEqual([a, c])
      expect(await filter({ operator: 'contains', value: `/^${a}$/` })).toEqual([a, c])
      const { text } = await server
        .as('alice')
        .get(`trackers/${tracker('card')}/artifact_export?format=csv&fields=rank&ids=${c}`)
      expect(text.split(/\r?\n/)[1]).toContain(String(a))
    })

    it('outdates what is cached of the moved artifacts, and gives them no version', async () => {
      const [a, , c] = (await create(3)) as [number, number, number]
      const before = await server.as('alice').get(`artifacts/${c}`)
      await move([c], 'before', a)
      const after = await server.as('alice').get(`artifacts/${c}`)
      expect(after.headers['etag']).not.toBe(before.headers['etag'])
      expect(await rankOf(c)).toBeLessThan(a)
      expect(after.body.last_modified_date).toBe(before.body.last_modified_date)
      const { body } = await server.as('alice').get(`artifacts/${c}/changesets`)
      expect(body).toHaveLength(1)
      // A precondition names the version, which is the same.
      const update = await server
        .as('alice')
        .put(
          `artifacts/${c}`,
          { values: [{ field_id: field('card:title'), value: 'new' }] },
          { headers: { 'if-match': String(before.headers['etag']) } },
        )
      expect(update.status).toBe(200)
    })

    it('notifies no user and no webhook, and is in the change feed for those who request ranks', async () => {
      const [a, b] = (await create(2)) as [number, number]
      const webhook = { url: 'https://hook.example/', events: ['update'] }
      const added = await server.as('boss').post(`trackers/${tracker('card')}/webhooks`, webhook)
      await runJobs(server.world)
      const { next } = (await server.as('alice').get('changes')).body
      const rows = await server.rowCounts()
      await move([b], 'before', a)
      const now = await server.rowCounts()
      expect([now['job'], now['changeset'], now['inbox_item']]).toEqual([
        rows['job'],
        rows['changeset'],
        rows['inbox_item'],
      ])
      const read = async (query: string) => (await server.as('alice').get(`changes?since=${next}${query}`)).body
      expect((await read('')).changes).toEqual([])
      const { changes } = await read('&ranks=true')
      expect(changes).toMatchObject([{ kind: 'ranked', artifact: { id: b }, changeset: null }])
      expect(changes[0].user.username).toBe('alice')
      expect((await server.as('alice').get(`projects/${project.projectId}/activity`)).text).not.toContain('ranked')
      expect((await server.as('boss').delete(`tracker_webhooks/${added.body.id}`)).status).toBe(200)
    })

    it('refuses wrong orders with a reason, and changes nothing', async () => {
      const [a, b] = (await create(2)) as [number, number]
      const foreign = await listOrdered('other')
      const before = await listOrdered()
      const rows = await server.rowCounts()
      const refused = async (status: number, body: object, text: string | RegExp) => {
        const response = await server.as('alice').patch(`trackers/${tracker('card')}/artifact_order`, body)
        expect([response.status, response.text]).toEqual([status, expect.stringMatching(text)])
      }
      const of = (ids: unknown, compared: unknown = a, direction: unknown = 'before') => ({
        order: { ids, direction, compared_to: compared },
      })
      await refused(400, of([b, b]), /listed more than once/)
      await refused(400, of([a, b]), /before or after itself/)
      await refused(400, of([]), /ids/)
      await refused(400, of(Array.from({ length: 101 }, (_, index) => index + 1000)), /ids/)
      await refused(400, of([b], a, 'around'), /direction/)
      await refused(400, of(['x']), /ids/)
      await refused(400, {}, /order/)
      await refused(404, of([b, 987_654_321]), /does not exist in this tracker/)
      await refused(404, of([b, foreign[0]]), /does not exist in this tracker/)
      await refused(404, of([b], foreign[0]), /does not exist in this tracker/)
      expect(await listOrdered()).toEqual(before)
      expect(await server.rowCounts()).toEqual(rows)
      const unknown = await server.as('alice').patch('trackers/987654/artifact_order', of([b]))
      expect(unknown.status).toBe(404)
    })

    it('is for users who see each artifact and may update a field', async () => {
      const [a, b] = (await create(2)) as [number, number]
      const [secret] = (await create(1, 'card', { 'card:access': hidden })) as [number]
      const before = await listOrdered()
      const status = async (login: string, ids: readonly number[], compared: number) =>
        (await order(login, { ids, direction: 'before', compared_to: compared })).status
      expect(await status('visitor', [b], a)).toBe(401)
      expect(await status('outsider', [b], a)).toBe(403)
      expect(await status('reader', [b], a)).toBe(403)
      expect(await status('alice', [secret], a)).toBe(403)
      expect(await status('alice', [b, secret], a)).toBe(403)
      expect(await status('alice', [b], secret)).toBe(403)
      expect(await listOrdered()).toEqual(before)
      expect(await status('boss', [b], secret)).toBe(204)
      expect(await status('admin', [secret], a)).toBe(204)
    })

    it('keeps places beyond 64 neighbours when one place is used again and again', async () => {
      const ids = await create(90, 'other')
      const first = ids[0] as number
      const moved = ids.slice(1, 71)
      for (const id of moved) await move([id], 'after', first, 'other')
      const ordered = await listOrdered('other')
      const at = ordered.indexOf(first)
      expect(ordered.slice(at, at + 71)).toEqual([first, ...moved.toReversed()])
    })

    it('keeps all of many concurrent moves, in a total order', async () => {
      const ids = await create(24, 'race')
      for (let round = 0; round < rounds; round++) {
        const [first, second, ...others] = await listOrdered('race')
        const answers = await Promise.all(
          others.map((id, index) =>
            order(
              index % 2 === 0 ? 'alice' : 'boss',
              { ids: [id], direction: 'after', compared_to: first as number },
              'race',
            ),
          ),
        )
        expect(answers.map(({ status }) => status)).toEqual(others.map(() => 204))
        const now = await listOrdered('race')
        expect(now[0]).toBe(first)
        expect(now.at(-1)).toBe(second)
        expect(now.toSorted((a, b) => a - b)).toEqual(ids)
        const keys = await server.world.db.read
          .selectFrom('artifact')
          .select(({ fn }) => fn.coalesce('moved_rank', 'rank').as('key'))
          .where('tracker_id', '=', tracker('race') as never)
          .execute()
        expect(new Set(keys.map(({ key }) => key)).size).toBe(ids.length)
      }
    })

    it('keeps moves and updates of the same artifacts that run together', async () => {
      const ids = await create(6, 'race')
      const [first, ...others] = ids
      const answers = await Promise.all(
        others.flatMap((id) => [
          order('alice', { ids: [id], direction: 'before', compared_to: first as number }, 'race'),
          server.as('boss').put(`artifacts/${id}`, {
            values: [{ field_id: field('race:title'), value: `renamed ${id}` }],
          }),
        ]),
      )
      expect(answers.map(({ status }) => status).filter((status) => status !== 204 && status !== 200)).toEqual([])
      const ordered = await listOrdered('race')
      expect(ordered.slice(ordered.indexOf(first as number) - 5, ordered.indexOf(first as number)).toSorted()).toEqual(
        [...others].toSorted(),
      )
      for (const id of others) expect((await server.as('boss').get(`artifacts/${id}`)).body.title).toBe(`renamed ${id}`)
    })

    it('still orders an artifact that moved to another tracker, and those of the tracker that it left', async () => {
      const [a, b, c] = (await create(3, 'race')) as [number, number, number]
      const [d, e] = (await create(2, 'other')) as [number, number]
      await move([c], 'before', a, 'race')
      const { status, text } = await server
        .as('boss')
        .patch(`artifacts/${c}`, { move: { tracker_id: tracker('other'), dry_run: false } })
      expect([status, text]).toEqual([200, expect.anything()])
      const left = await listOrdered('race')
      expect(left.indexOf(a)).toBeLessThan(left.indexOf(b))
      expect(left).not.toContain(c)
      expect(await listOrdered('other')).toContain(c)
      await move([c], 'after', d, 'other')
      expect((await listOrdered('other')).filter((id) => [c, d, e].includes(id))).toEqual([d, c, e])
      await move([e, c], 'before', d, 'other')
      expect((await listOrdered('other')).filter((id) => [c, d, e].includes(id))).toEqual([e, c, d])
    })

    it('leaves data that are consistent', async () => {
      expect(await findContradictions(server.world.db)).toEqual([])
    })
  })
})
