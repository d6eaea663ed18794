import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FieldDefinition } from '../../src/fields/model/definition.ts'
import type { UserGroupId } from '../../src/kit/values/ids.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

const inXml = { 'content-type': 'application/xml' }

/** Returns a static bind whose last value is hidden. */
function withHidden(...labels: readonly string[]): FieldDefinition['bind'] {
  const bind = createStaticBind(...labels.map((label) => [label, ''] as const))
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
  let openValueId: number

  beforeAll(async () => {
    const alice = await server.createUser('alice')
    shop = await createProjectFixture(server, 'shop', {
      members: [alice],
      groups: { painters: [alice] },
      trackers: (projectGroups) => [
        createTrackerDefinition('task', [
          createFieldDefinition('string', 'title'),
          createFieldDefinition('sb', 'single', { bind: withHidden('single', 'single hidden') }),
          createFieldDefinition('msb', 'several', { bind: withHidden('several', 'several hidden') }),
          createFieldDefinition('rb', 'radio', { bind: withHidden('radio', 'radio hidden') }),
          createFieldDefinition('cb', 'box', { bind: withHidden('box', 'box hidden') }),
          createFieldDefinition('tbl', 'tags', { bind: withHidden('red', '7', 'tag hidden') }),
          createFieldDefinition('tbl', 'open team', { bind: groups('open team', 3, 4) }),
          createFieldDefinition('sb', 'team', {
            bind: groups('team', 3, 4, 2, 5, 11, 14, Number(projectGroups.get('painters'))),
          }),
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
    openValueId = Number((await readValue('tags')).bind_value_objects[0].id.slice(1))
  })

  const field = (name: string): number => Number(shop.fields.get(name))
  const value = (label: string): number => Number(shop.values.get(label))
  const put = (entry: object) => server.as('alice').put(`artifacts/${id}`, { values: [entry] })
  const readValue = async (name: string) =>
    (await server.as('alice').get(`artifacts/${id}`)).body.values.find((each: any) => each.field_id === field(name))

  it.each(['team', 'open team'])('a filter by an unknown group of the list "%s" matches nothing', async (name) => {
    for (const group of [`${shop.projectId}_999999`, [`${shop.projectId}_999999`]]) {
      const query = encodeURIComponent(JSON.stringify({ [name]: group }))
      const { status, body, text } = await server
        .as('alice')
        .get(`trackers/${shop.trackers.get('task')}/artifacts?query=${query}`)
      expect([status, body], text).toEqual([200, []])
    }
  })

  describe('values of an open list in a request', () => {
    const tags = async () => (await readValue('tags')).bind_value_ids

    it.each<[string, () => readonly unknown[], readonly string[]]>([
      ['the id of a value of the field', () => [value('red')], ['red']],
      ['the id of a hidden value', () => [value('tag hidden')], ['tag hidden']],
      ['the id of an open value', () => [openValueId], ['typed']],
      ['a label', () => [7], ['7']],
      ['neither an id nor a label', () => [987_654_321], ['987654321']],
      ['an id and a label in one list', () => [value('red'), 'typed', 7], ['red', 'typed', '7']],
      ['a fraction, which is a label', () => [1.5], ['1.5']],
    ])('a JSON number that is %s selects the value', async (_, createInput, expected) => {
      expect((await put({ field_id: field('tags'), bind_value_ids: createInput() })).status).toBe(200)
      expect(await tags()).toEqual(expected)
    })

    it('strings are labels, even if they consist of digits', async () => {
      const red = `${value('red')}`
      await put({ field_id: field('tags'), bind_value_ids: [red] })
      expect(await tags()).toEqual([red])
      // A value has this label now, so the integer refers to its label.
      await put({ field_id: field('tags'), bind_value_ids: [] })
      await put({ field_id: field('tags'), bind_value_ids: [value('red')] })
      expect(await tags()).toEqual([red])
    })

    it('numbers in XML are labels', async () => {
      const label = `${value('tag hidden')}`
      const body = `<request><values><item><field_id>${field('tags')}</field_id><bind_value_ids><item>${label}</item></bind_value_ids></item></values></request>`
      expect((await server.as('alice').put(`artifacts/${id}`, body, { headers: inXml })).status).toBe(200)
      expect(await tags()).toEqual([label])
    })

    it('a rejected request creates no values', async () => {
      const before = await server.rowCounts()
      const values = [{ field_id: field('tags'), bind_value_ids: [123_456_789, { a: 1 }] }]
      expect((await server.as('alice').put(`artifacts/${id}`, { values })).status).toBe(400)
      expect(await server.rowCounts()).toEqual(before)
    })
  })

  describe('hidden values', () => {
    it.each([
      ['single', 'single hidden'],
      ['several', 'several hidden'],
      ['radio', 'radio hidden'],
      ['box', 'box hidden'],
    ])('of the list %s are offered and can be selected', async (name, label) => {
      const { body } = await server.as('alice').get(`trackers/${shop.trackers.get('task')}`)
      const offered = body.fields.find((each: any) => each.field_id === field(name)).values
      expect(offered).toContainEqual(expect.objectContaining({ id: value(label), is_hidden: true }))
      expect((await put({ field_id: field(name), bind_value_ids: [value(label)] })).status).toBe(200)
      expect((await readValue(name)).bind_value_ids).toEqual([value(label)])
    })

    it('can be selected for a new artifact in XML', async () => {
      const entry = `<item><field_id>${field('single')}</field_id><bind_value_ids><item>${value('single hidden')}</item></bind_value_ids></item>`
      const body = `<request><tracker><id>${shop.trackers.get('task')}</id></tracker><values>${entry}</values></request>`
      const created = await server.as('alice').post('artifacts', body, { headers: inXml })
      expect(created.status, created.text).toBe(201)
    })

    it('of a list of user groups can be selected', async () => {
      const group = Number(shop.groups.get('painters'))
      expect((await put({ field_id: field('team'), bind_value_ids: [group] })).status).toBe(200)
      expect((await readValue('team')).bind_value_ids).toEqual([`${group}`])
    })
  })

  describe('user groups in TQL', () => {
    const search = async (query: string) => {
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
    ])('group %i matches its names in every language: %j', async (group, names) => {
      await put({ field_id: field('team'), bind_value_ids: [group] })
      for (const name of names) expect(await search(`team = "${name}"`), name).toContain(id)
      for (const name of names) expect(await search(`TEAM != "${name}"`), name).not.toContain(id)
    })

    it('an unknown name is rejected', async () => {
      expect(await search('team = "Anonymes"')).toBe(
        "Bad Request: The value 'Anonymes' doesn't exist for the list field 'team'.",
      )
    })
  })

  describe('field names in TQL', () => {
    it.each(['Title', 'TITLE', 'tItLe'])('are case-insensitive: %s', async (name) => {
      const query = encodeURIComponent(`${name} = "A task" ORDER BY ${name.toUpperCase()}`)
      const url = `trackers/${shop.trackers.get('task')}/artifacts?limit=1000&expert_query=${query}`
      const { status, body } = await server.as('alice').get(url)
      expect([status, body.some((each: { id: number }) => each.id === id)]).toEqual([200, true])
    })
  })
})
