import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FieldDefinition } from '../../src/fields/definition.ts'
import type { UserGroupId } from '../../src/kit/ids.ts'
import {
  createProjectFixture,
  fieldDefinition,
  type ProjectFixture,
  staticBind,
  trackerDefinition,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

const inXml = { 'content-type': 'application/xml' }

/** A list of values, the last of which is hidden. */
function withHidden(...labels: readonly string[]): FieldDefinition['bind'] {
  const bind = staticBind(...labels.map((label) => [label, ''] as const))
  if (bind?.kind !== 'static') return bind
  return { ...bind, values: bind.values.map((each, n) => ({ ...each, isHidden: n === labels.length - 1 })) }
}

const groups = (key: string, ...ids: readonly number[]): FieldDefinition['bind'] => ({
  kind: 'ugroups',
  values: ids.map((id, n) => ({
    ...{ key: `${key} ${id}`, group: id as UserGroupId },
    ...{ isHidden: n === ids.length - 1, isDefault: false },
  })),
})

onEachDatabase((dialect) => {
  const server = createServer(dialect)
  let shop: ProjectFixture
  let id: number
  let typed: number

  beforeAll(async () => {
    const alice = await server.createUser('alice')
    shop = await createProjectFixture(server, 'shop', {
      members: [alice],
      groups: { painters: [alice] },
      trackers: (named) => [
        trackerDefinition('task', [
          fieldDefinition('string', 'title'),
          fieldDefinition('sb', 'single', { bind: withHidden('single', 'single hidden') }),
          fieldDefinition('msb', 'several', { bind: withHidden('several', 'several hidden') }),
          fieldDefinition('rb', 'radio', { bind: withHidden('radio', 'radio hidden') }),
          fieldDefinition('cb', 'box', { bind: withHidden('box', 'box hidden') }),
          fieldDefinition('tbl', 'tags', { bind: withHidden('red', '7', 'tag hidden') }),
          fieldDefinition('tbl', 'open team', { bind: groups('open team', 3, 4) }),
          fieldDefinition('sb', 'team', { bind: groups('team', 3, 4, 2, 5, 11, 14, Number(named.get('painters'))) }),
        ]),
      ],
    })
  })
  beforeEach(async () => {
    const tracker = { id: shop.trackers.get('task') }
    const values = [
      { field_id: field('title'), value: 'A task' },
      { field_id: field('tags'), bind_value_ids: ['typed'] },
    ]
    const created = await server.as('alice').post('artifacts', { tracker, values })
    id = created.body.id
    typed = Number((await shownValue('tags')).bind_value_objects[0].id.slice(1))
  })

  const field = (name: string): number => Number(shop.fields.get(name))
  const value = (label: string): number => Number(shop.values.get(label))
  const put = (entry: object) => server.as('alice').put(`artifacts/${id}`, { values: [entry] })
  const shownValue = async (name: string) =>
    (await server.as('alice').get(`artifacts/${id}`)).body.values.find((each: any) => each.field_id === field(name))

  it.each(['team', 'open team'])('a filter by an unknown group of the list "%s" finds nothing', async (name) => {
    for (const group of [`${shop.projectId}_999999`, [`${shop.projectId}_999999`]]) {
      const query = encodeURIComponent(JSON.stringify({ [name]: group }))
      const { status, body, text } = await server
        .as('alice')
        .get(`trackers/${shop.trackers.get('task')}/artifacts?query=${query}`)
      expect([status, body], text).toEqual([200, []])
    }
  })

  describe('the values of an open list', () => {
    const tags = async () => (await shownValue('tags')).bind_value_ids

    it.each<[string, () => readonly unknown[], readonly string[]]>([
      ['the id of a value of the field', () => [value('red')], ['red']],
      ['the id of a hidden value', () => [value('tag hidden')], ['tag hidden']],
      ['the id of a free value', () => [typed], ['typed']],
      ['a label', () => [7], ['7']],
      ['neither', () => [987_654_321], ['987654321']],
      ['an id and a label in one list', () => [value('red'), 'typed', 7], ['red', 'typed', '7']],
      ['a fraction, which is a label', () => [1.5], ['1.5']],
    ])('are chosen by a JSON integer that is %s', async (_, sent, expected) => {
      expect((await put({ field_id: field('tags'), bind_value_ids: sent() })).status).toBe(200)
      expect(await tags()).toEqual(expected)
    })

    it('are labels when they are texts, also texts of digits', async () => {
      const red = `${value('red')}`
      await put({ field_id: field('tags'), bind_value_ids: [red] })
      expect(await tags()).toEqual([red])
      // Now a value has this label, so the integer means that one.
      await put({ field_id: field('tags'), bind_value_ids: [] })
      await put({ field_id: field('tags'), bind_value_ids: [value('red')] })
      expect(await tags()).toEqual([red])
    })

    it('are labels in XML, where every number is text', async () => {
      const label = `${value('tag hidden')}`
      const body = `<request><values><item><field_id>${field('tags')}</field_id><bind_value_ids><item>${label}</item></bind_value_ids></item></values></request>`
      expect((await server.as('alice').put(`artifacts/${id}`, body, { headers: inXml })).status).toBe(200)
      expect(await tags()).toEqual([label])
    })

    it('are not created by a refused request', async () => {
      const before = await server.rowCounts()
      const values = [{ field_id: field('tags'), bind_value_ids: [123_456_789, { a: 1 }] }]
      expect((await server.as('alice').put(`artifacts/${id}`, { values })).status).toBe(400)
      expect(await server.rowCounts()).toEqual(before)
    })
  })

  describe('a hidden value', () => {
    it.each([
      ['single', 'single hidden'],
      ['several', 'several hidden'],
      ['radio', 'radio hidden'],
      ['box', 'box hidden'],
    ])('of the list %s is offered and may be chosen', async (name, label) => {
      const { body } = await server.as('alice').get(`trackers/${shop.trackers.get('task')}`)
      const offered = body.fields.find((each: any) => each.field_id === field(name)).values
      expect(offered).toContainEqual(expect.objectContaining({ id: value(label), is_hidden: true }))
      expect((await put({ field_id: field(name), bind_value_ids: [value(label)] })).status).toBe(200)
      expect((await shownValue(name)).bind_value_ids).toEqual([value(label)])
    })

    it('of an artifact that is created may be chosen, in XML as well', async () => {
      const entry = `<item><field_id>${field('single')}</field_id><bind_value_ids><item>${value('single hidden')}</item></bind_value_ids></item>`
      const body = `<request><tracker><id>${shop.trackers.get('task')}</id></tracker><values>${entry}</values></request>`
      const created = await server.as('alice').post('artifacts', body, { headers: inXml })
      expect(created.status, created.text).toBe(201)
    })

    it('of a list of user groups may be chosen', async () => {
      const group = Number(shop.groups.get('painters'))
      expect((await put({ field_id: field('team'), bind_value_ids: [group] })).status).toBe(200)
      expect((await shownValue('team')).bind_value_ids).toEqual([`${group}`])
    })
  })

  describe('a group in a query', () => {
    const found = async (query: string) => {
      const url = `trackers/${shop.trackers.get('task')}/artifacts?expert_query=${encodeURIComponent(query)}`
      const { status, body } = await server.as('alice').get(url)
      return status === 200 ? body.map((each: { id: number }) => each.id) : body.error.message
    }

    // docs/api/queries.md §2.4.
    it.each([
      [3, ['Project members', 'Membres du projet', 'project_members', 'MEMBRES DU PROJET']],
      [4, ['Project administrators', 'Administrateurs du projet', 'project_admins']],
      [
        2,
        ['Registered users', 'Utilisateurs enregistrés', 'registered_users', 'Usuários registrados', '등록된 사용자'],
      ],
      [5, ['Registered and restricted users', 'Utilisateurs enregistrés + restreints', 'authenticated_users']],
      [14, ['wiki_admins', 'admins_wiki', 'Wiki administrators', 'Administrateurs du wiki']],
      [
        11,
        [
          ...['file_manager_admins', 'admins_gestionnaire_fichier'],
          ...['File manager administrators', 'Administrateurs du gestionnaire de fichiers'],
        ],
      ],
    ])('%i has its names of every language: %j', async (group, names) => {
      await put({ field_id: field('team'), bind_value_ids: [group] })
      for (const name of names) expect(await found(`team = "${name}"`), name).toContain(id)
      for (const name of names) expect(await found(`TEAM != "${name}"`), name).not.toContain(id)
    })

    it('has no other name', async () => {
      expect(await found('team = "Anonymes"')).toBe(
        "Bad Request: The value 'Anonymes' doesn't exist for the list field 'team'.",
      )
    })
  })

  describe('a field in a query', () => {
    it.each(['Title', 'TITLE', 'tItLe'])('is found as %s', async (name) => {
      const query = encodeURIComponent(`${name} = "A task" ORDER BY ${name.toUpperCase()}`)
      const url = `trackers/${shop.trackers.get('task')}/artifacts?limit=1000&expert_query=${query}`
      const { status, body } = await server.as('alice').get(url)
      expect([status, body.some((each: { id: number }) => each.id === id)]).toEqual([200, true])
    })
  })
})
