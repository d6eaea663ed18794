import { beforeAll, describe, expect, it } from 'vitest'
import type { UserGroupId, UserId } from '../../src/kit/values/ids.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
  projectMembers,
} from '../kit/project-fixture.ts'
import { alwaysOnEachDatabase, createServer } from '../kit/server.ts'

const [members, administrators] = [3, 4]
const none = 100

interface Group {
  readonly value_id: number | null
  readonly open_value?: { readonly id: string; readonly label: string }
  readonly size: number
  readonly sums?: readonly { readonly field_id: number; readonly sum: number | null }[]
  readonly artifacts: readonly { readonly title: string | null }[]
}

alwaysOnEachDatabase((dialect) => {
  describe('GET /trackers/{id}/artifact_groups by an open list', () => {
    const server = createServer(dialect)
    let project: ProjectFixture
    let users: Readonly<Record<'alice' | 'bob' | 'carol', UserId>>
    const field = (name: string): number => project.fields.get(`job:${name}`) as number
    const value = (label: string): number => project.values.get(label) as number
    const tracker = () => project.trackers.get('job') as number
    const get = (login: string, by: string, query = '') =>
      server.as(login).get(`trackers/${tracker()}/artifact_groups?by=${field(by)}${query}`)
    const expertQuery = (text: string): string => `&expert_query=${encodeURIComponent(text)}`

    /** Ids of values, or labels of those that users added, with sizes and titles. */
    async function read(login: string, by: string, query = ''): Promise<unknown[]> {
      const { status, body } = await get(login, by, query)
      expect([status, body.error]).toEqual([200, undefined])
      return (body as Group[]).map(({ value_id, open_value, size, artifacts }) => {
        expect(value_id === null).toBe(open_value !== undefined)
        return [open_value?.label ?? value_id, size, artifacts.map(({ title }) => title).join('')]
      })
    }

    async function countRows(login: string, condition: string): Promise<number> {
      const path = `trackers/${tracker()}/artifacts?limit=1${condition}`
      const { status, headers, body } = await server.as(login).get(path)
      expect([status, body.error]).toEqual([200, undefined])
      return Number(headers['x-pagination-size'])
    }

    const create = async (login: string, title: string, values: Readonly<Record<string, object>>): Promise<void> => {
      const { status, body } = await server.as(login).post('artifacts', {
        tracker: { id: tracker() },
        values: [
          { field_id: field('title'), value: title },
          ...Object.entries(values).map(([name, entry]) => ({ field_id: field(name), ...entry })),
        ],
      })
      expect([status, body.error]).toEqual([201, undefined])
    }
    const labels = (...texts: string[]) => ({ bind_value_ids: texts })
    const hours = (n: number) => ({ value: n })

    beforeAll(async () => {
      users = {
        alice: await server.createUser('alice'),
        bob: await server.createUser('bob'),
        carol: await server.createUser('carol'),
      }
      await server.createUser('outsider')
      await server.createUser('restricted', { status: 'R' })
      const ofAdministrators = { read: [administrators], submit: [administrators], update: [administrators] }
      const bind = createStaticBind(['red', ''], ['old', ''], ['blue', ''])
      if (bind?.kind !== 'static') throw new Error('The bind is not static')
      const tags = { ...bind, values: bind.values.map((each) => ({ ...each, isHidden: each.label === 'old' })) }
      project = await createProjectFixture(server, 'orchard', {
        members: [users.alice, users.bob],
        administrators: [users.carol],
        trackers: () => [
          createTrackerDefinition(
            'job',
            [
              createFieldDefinition('string', 'job:title'),
              createFieldDefinition('int', 'job:hours'),
              createFieldDefinition('sb', 'job:state', { bind: createStaticBind(['todo', '']) }),
              createFieldDefinition('tbl', 'job:tags', { bind: tags }),
              createFieldDefinition('tbl', 'job:free', { bind: createStaticBind() }),
              createFieldDefinition('tbl', 'job:helpers', { bind: projectMembers }),
              createFieldDefinition('tbl', 'job:teams', {
                bind: {
                  kind: 'ugroups',
                  values: [{ key: 'team', group: members as UserGroupId, isHidden: false, isDefault: false }],
                },
              }),
              createFieldDefinition('tbl', 'job:secret', { bind: createStaticBind(), rights: ofAdministrators }),
              createFieldDefinition('perm', 'job:access'),
            ],
            { title: { field: 'job:title' } },
            { permissions: { full: [1] } },
          ),
        ],
      })
      const granted = [`${project.projectId}_${administrators}`]
      await create('alice', 'a', {
        tags: labels('red', 'Teal'),
        hours: hours(5),
        helpers: labels('bob', 'x@y.example'),
      })
      await create('alice', 'b', { tags: labels('teal', 'amber'), hours: hours(3) })
      await create('alice', 'c', { hours: hours(4), helpers: labels('bob') })
      await create('alice', 'd', { tags: labels('red'), free: labels('solo'), hours: hours(1) })
      await create('carol', 'e', {
        tags: labels('teal', 'zinc'),
        hours: hours(9),
        secret: labels('hush'),
        access: { value: { is_used_by_default: true, granted_groups: granted } },
      })
    })

    it('returns the values of the list, then those that users added by label, and those without any last', async () => {
      expect(await read('alice', 'tags')).toEqual([
        [value('red'), 2, 'ad'],
        [value('blue'), 0, ''],
        ['amber', 1, 'b'],
        ['Teal', 2, 'ab'],
        [none, 1, 'c'],
      ])
      expect(await read('alice', 'free')).toEqual([
        ['solo', 1, 'd'],
        [none, 3, 'abc'],
      ])
    })

    it('groups by users and user groups, too', async () => {
      expect(await read('alice', 'helpers')).toEqual([
        [users.alice, 0, ''],
        [users.bob, 2, 'ac'],
        [users.carol, 0, ''],
        ['x@y.example', 1, 'a'],
        [none, 2, 'bd'],
      ])
      expect(await read('alice', 'teams')).toEqual([
        [value('team'), 0, ''],
        [none, 4, 'abcd'],
      ])
    })

    it('leaves out hidden artifacts, and values that only these hold', async () => {
      expect(await read('carol', 'tags')).toEqual([
        [value('red'), 2, 'ad'],
        [value('blue'), 0, ''],
        ['amber', 1, 'b'],
        ['Teal', 3, 'abe'],
        ['zinc', 1, 'e'],
        [none, 1, 'c'],
      ])
      for (const login of ['bob', 'outsider', 'visitor'])
        expect(await read(login, 'tags')).toEqual(await read('alice', 'tags'))
      expect((await get('restricted', 'tags')).status).toBe(403)
    })

    it('has the size of what a filter and a query with its value find', async () => {
      const { body } = await get('carol', 'tags')
      const added = (body as Group[]).filter(({ open_value }) => open_value !== undefined)
      expect(added.length).toBe(3)
      for (const { open_value, size } of added) {
        const filter = JSON.stringify({ tags: { operator: 'contains', value: [open_value?.id] } })
        expect(await countRows('carol', `&query=${encodeURIComponent(filter)}`)).toBe(size)
        expect(await countRows('carol', expertQuery(`tags = "${open_value?.label}"`))).toBe(size)
      }
      expect(await countRows('carol', expertQuery('tags = ""'))).toBe(1)
    })

    it('follows queries, limits and sorts', async () => {
      expect(await read('alice', 'tags', expertQuery('hours > 3'))).toEqual([
        [value('red'), 1, 'a'],
        [value('blue'), 0, ''],
        ['Teal', 1, 'a'],
        [none, 1, 'c'],
      ])
      expect(await read('alice', 'tags', '&limit=1&sort=hours')).toEqual([
        [value('red'), 2, 'd'],
        [value('blue'), 0, ''],
        ['amber', 1, 'b'],
        ['Teal', 2, 'b'],
        [none, 1, 'c'],
      ])
      expect(await read('alice', 'tags', '&total_limit=2')).toEqual([
        [value('red'), 2, 'ad'],
        [value('blue'), 0, ''],
        ['amber', 1, 'b'],
        ['Teal', 2, 'a'],
        [none, 1, 'c'],
      ])
    })

    it('returns the sums of each group', async () => {
      const readSums = async (login: string) =>
        ((await get(login, 'tags', '&sums=true')).body as Group[]).map(({ value_id, open_value, sums }) => [
          open_value?.label ?? value_id,
          sums?.find(({ field_id }) => field_id === field('hours'))?.sum,
        ])
      expect(await readSums('alice')).toEqual([
        [value('red'), 6],
        [value('blue'), null],
        ['amber', 3],
        ['Teal', 8],
        [none, 4],
      ])
      expect((await readSums('carol'))[3]).toEqual(['Teal', 17])
    })

    it('is not a group over time, the order of a list, or a lane, because an artifact has several values', async () => {
      const refusals = [
        `trackers/${tracker()}/artifact_group_history?by=${field('tags')}`,
        `trackers/${tracker()}/artifacts?by=${field('tags')}`,
        `trackers/${tracker()}/artifact_groups?by=${field('tags')}&lanes=${field('state')}`,
        `trackers/${tracker()}/artifact_groups?by=${field('state')}&lanes=${field('tags')}`,
        `trackers/${tracker()}/artifact_groups?by=-${field('tags')}`,
      ]
      for (const path of refusals) expect([path, (await server.as('alice').get(path)).status]).toEqual([path, 400])
    })

    it('groups by a field only for callers who can read it', async () => {
      expect(await read('carol', 'secret')).toEqual([
        ['hush', 1, 'e'],
        [none, 4, 'abcd'],
      ])
      for (const login of ['alice', 'outsider', 'visitor']) expect((await get(login, 'secret')).status).toBe(400)
    })

    it('has at most 400 groups', async () => {
      const some = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => `${from + n} of many`)
      await create('alice', 'f', { free: labels(...some(0, 200)) })
      await create('alice', 'g', { free: labels(...some(200, 398)) })
      expect((await read('alice', 'free')).length).toBe(400)
      await create('alice', 'h', { free: labels('one more') })
      const { status, body } = await get('alice', 'free')
      expect([status, body.error.message]).toEqual([
        400,
        'Bad Request: The matching artifacts are in more than 400 groups. Choose longer intervals or a narrower query.',
      ])
      expect((await read('alice', 'free', expertQuery('free = "one more"'))).at(0)).toEqual(['one more', 1, 'h'])
    })
  })
})
