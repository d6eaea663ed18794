import { beforeAll, describe, expect, it } from 'vitest'
import { insertProject } from '../kit/project.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

onEachDatabase((dialect) => {
  describe('the categories of a new site (docs/api/projects.md §10)', () => {
    const server = createServer(dialect)

    it('are Topic and License with one value, neither is mandatory', async () => {
      const { status, body, headers } = await server.as('admin').get('project_categories')
      expect(status).toBe(200)
      expect(headers['x-pagination-size']).toBe('2')
      const root = { description: '', is_mandatory: false, max_values: 3 }
      const osi = { id: 3, shortname: 'osi', label: 'Open Source Approved license', description: '', values: [] }
      expect(body).toEqual([
        { id: 2, shortname: 'license', label: 'License', ...root, values: [osi] },
        { id: 1, shortname: 'topic', label: 'Topic', ...root, values: [] },
      ])
    })

    it('are followed by category 4, and the first project field has the id 1 (docs/api/site.md §1)', async () => {
      const { body } = await server.as('admin').post('project_categories', { shortname: 'area', label: 'Area' })
      expect(body.id).toBe(4)
      expect((await server.as('admin').post('project_fields', { name: 'Cost centre' })).body.id).toBe(1)
    })
  })

  describe('the categories of projects (docs/api/projects.md §10)', () => {
    const server = createServer(dialect)
    const admin = () => server.as('admin')
    let project = 0
    let hidden = 0

    beforeAll(async () => {
      for (const login of ['alice', 'bob', 'eve']) await server.createUser(login)
      await server.createUser('rita', { status: 'R' })
      const members = { administrators: ['alice'], members: ['bob'] }
      project = await insertProject(server, { shortName: 'orchard', ...members })
      hidden = await insertProject(server, { shortName: 'hidden', access: 'private', ...members })
      await admin().patch('site_settings', { project_creation: true })
    })

    const createCategory = async (body: object): Promise<number> => {
      const response = await admin().post('project_categories', body)
      expect(response.status).toBe(201)
      return response.body.id
    }
    const categoryByLabel = async (label: string) => {
      const { body } = await admin().get('project_categories')
      return body.find((each: { label: string }) => each.label === label)
    }
    const request = (more: object) => ({
      label: 'With categories',
      description: 'x',
      is_public: true,
      xml_template_name: 'empty',
      ...more,
    })

    it('can be nested, updated, moved and deleted with their descendants', async () => {
      const id = await createCategory({
        shortname: ' lang ',
        label: ' Language ',
        description: 'Of the code',
        max_values: 2,
      })
      const compiled = await createCategory({ shortname: 'compiled', label: 'Compiled', parent_id: id })
      const rust = await createCategory({ shortname: 'rust', label: 'Rust', parent_id: compiled })
      const value = (of: number, shortname: string, label: string, values: object[] = []) => ({
        id: of,
        shortname,
        label,
        description: '',
        values,
      })
      expect(await categoryByLabel('Language')).toEqual({
        ...value(id, 'lang', 'Language', [value(compiled, 'compiled', 'Compiled', [value(rust, 'rust', 'Rust')])]),
        description: 'Of the code',
        is_mandatory: false,
        max_values: 2,
      })
      const moved = await admin().patch(`project_categories/${rust}`, { parent_id: id, label: 'Rust 2024' })
      expect([moved.status, moved.body]).toEqual([200, value(rust, 'rust', 'Rust 2024')])
      expect((await categoryByLabel('Language')).values.map((each: { id: number }) => each.id)).toEqual([
        compiled,
        rust,
      ])
      const root = await admin().patch(`project_categories/${compiled}`, { parent_id: null, is_mandatory: true })
      expect(root.body).toEqual({ ...value(compiled, 'compiled', 'Compiled'), is_mandatory: true, max_values: 3 })
      expect((await admin().delete(`project_categories/${id}`)).status).toBe(200)
      expect(await categoryByLabel('Language')).toBeUndefined()
      expect((await admin().patch(`project_categories/${rust}`, {})).status).toBe(404)
      await admin().delete(`project_categories/${compiled}`)
      const { body: entries } = await admin().get('audit_log?limit=100')
      expect(entries.map((each: { action: string }) => each.action)).toEqual(
        expect.arrayContaining(['category added', 'category changed', 'category deleted']),
      )
    })

    it.each([
      [{ shortname: 'x' }, 'You must provide category full name.'],
      [{ shortname: 'x', label: ' ' }, 'You must provide category full name.'],
      [{ label: 'X' }, 'You must provide category short name.'],
      [{ shortname: 'x', label: 'A :: B' }, "Category full name cannot contain '::'."],
      [{ shortname: 'a::b', label: 'X' }, "Category short name cannot contain '::'."],
      [{ shortname: 'x', label: 'X', parent_id: 99999 }, 'Category 99999 does not exist.'],
      [
        { shortname: 'x', label: 'X', parent_id: 1, is_mandatory: true },
        'Only a root category has is_mandatory and max_values.',
      ],
      [{ shortname: 'x', label: 'X', max_values: 0 }, 'max_values'],
      [{ shortname: 'x', label: 'x'.repeat(256) }, 'label'],
    ])('are rejected with %j', async (body, message) => {
      const before = await server.rowCounts()
      const added = await admin().post('project_categories', body)
      expect([added.status, added.body.error.message]).toEqual([400, expect.stringContaining(message)])
      expect(await server.rowCounts()).toEqual(before)
    })

    it('cannot be moved below themselves or deeper than 20 levels', async () => {
      const ids = [await createCategory({ shortname: 'deep', label: 'Deep' })]
      for (let level = 2; level <= 20; level += 1)
        ids.push(await createCategory({ shortname: `d${level}`, label: `D${level}`, parent_id: ids.at(-1) }))
      for (const below of [ids[0], ids[1], ids[19]]) {
        const response = await admin().patch(`project_categories/${ids[0]}`, { parent_id: below })
        expect([response.status, response.body.error.message]).toEqual([
          400,
          `Bad Request: The category ${ids[0]} cannot be moved below itself.`,
        ])
      }
      const deeper = await admin().post('project_categories', { shortname: 'x', label: 'X', parent_id: ids[19] })
      expect(deeper.status).toBe(400)
      expect((await admin().patch(`project_categories/${ids[0]}`, { parent_id: 1 })).status).toBe(400)
      expect((await admin().delete(`project_categories/${ids[0]}`)).status).toBe(200)
    })

    it.each([
      ['visitor', 401, 401],
      ['eve', 200, 403],
      ['alice', 200, 403],
      ['rita', 403, 403],
      ['admin', 200, 404],
    ])('as %s: reading returns %s, changing returns %s', async (login, reads, changes) => {
      const before = await server.rowCounts()
      const client = server.as(login)
      expect((await client.get('project_categories')).status).toBe(reads)
      expect((await client.patch('project_categories/99999', { label: 'X' })).status).toBe(changes)
      expect((await client.delete('project_categories/99999')).status).toBe(changes)
      if (login !== 'admin') {
        const response = await client.post('project_categories', { shortname: 'x', label: 'X' })
        expect(response.status).toBe(changes)
      }
      expect(await server.rowCounts()).toEqual(before)
    })

    it('can be set when a project is created, with several values of one category', async () => {
      const id = await createCategory({ shortname: 'topics', label: 'Topics', max_values: 2 })
      const values = [
        await createCategory({ shortname: 'a', label: 'A', parent_id: id }),
        await createCategory({ shortname: 'b', label: 'B', parent_id: id }),
        await createCategory({ shortname: 'c', label: 'C', parent_id: id }),
      ]
      const choose = (...chosen: number[]) => chosen.map((each) => ({ category_id: id, value_id: values[each] }))
      const created = await server
        .as('alice')
        .post('projects', request({ shortname: 'chosen', categories: choose(1, 0) }))
      expect(created.status).toBe(201)
      const uri = `projects/${created.body.id}/categories`
      expect((await server.as('visitor').get(uri)).body).toEqual(choose(0, 1))
      const tooMany = await server
        .as('alice')
        .post('projects', request({ shortname: 'many', categories: choose(0, 1, 2) }))
      expect([tooMany.status, tooMany.body.error.message]).toEqual([
        400,
        `Bad Request: The category ${id} only allows 2 values`,
      ])

      // A value that moves to another category keeps its assignments. A deleted value loses them.
      const other = await createCategory({ shortname: 'other', label: 'Other' })
      await admin().patch(`project_categories/${values[0]}`, { parent_id: other })
      expect((await server.as('visitor').get(uri)).body).toEqual([
        { category_id: id, value_id: values[1] },
        { category_id: other, value_id: values[0] },
      ])
      await admin().delete(`project_categories/${id}`)
      expect((await server.as('visitor').get(uri)).body).toEqual([{ category_id: other, value_id: values[0] }])
      await admin().delete(`project_categories/${other}`)
    })

    it('are replaced by project administrators under the rules for new projects', async () => {
      const id = await createCategory({ shortname: 'must', label: 'Must', is_mandatory: true, max_values: 1 })
      const uri = `projects/${project}/categories`
      // A mandatory category is enforced only when it has values.
      expect((await server.as('alice').put(uri, [])).status).toBe(200)
      const value = await createCategory({ shortname: 'v', label: 'V', parent_id: id })
      const untyped = await server.as('alice').put(uri, { category_id: 1, value_id: 2 })
      expect([untyped.status, untyped.body.error.message]).toEqual([
        400,
        'Bad Request: Invalid value specified for `body`. Expecting a list of items but an item is given',
      ])
      const missing = await server.as('alice').put(uri, [])
      expect([missing.status, missing.body.error.message]).toEqual([
        400,
        `Bad Request: Mandatory categories where missing: Must (${id})`,
      ])
      const choice = [{ category_id: id, value_id: value }]
      const response = await server.as('alice').put(uri, choice)
      expect([response.status, response.body]).toEqual([200, choice])
      for (const [invalid, message] of [
        [[{ category_id: 9999, value_id: value }], 'The category id 9999 is not a valid root category'],
        [[{ category_id: id, value_id: id }], `${id} does not belong to Must (${id}) category hierarchy`],
        [[{ category_id: id, value_id: 3 }], `3 does not belong to Must (${id}) category hierarchy`],
      ] as const) {
        const rejected = await server.as('alice').put(uri, invalid)
        expect([rejected.status, rejected.body.error.message]).toEqual([400, `Bad Request: ${message}`])
      }
      expect((await server.as('bob').get(uri)).body).toEqual(choice)
      await admin().delete(`project_categories/${id}`)
    })

    it.each([
      ['visitor', 200, 401, 401, 401],
      ['eve', 200, 403, 403, 403],
      ['bob', 200, 403, 200, 403],
      ['alice', 200, 200, 200, 200],
      ['admin', 200, 200, 200, 200],
    ])('are readable and writable by role: %s', async (login, reads, writes, readsHidden, writesHidden) => {
      const client = server.as(login)
      expect((await client.get(`projects/${project}/categories`)).status).toBe(reads)
      expect((await client.put(`projects/${project}/categories`, [])).status).toBe(writes)
      expect((await client.get(`projects/${hidden}/categories`)).status).toBe(readsHidden)
      expect((await client.put(`projects/${hidden}/categories`, [])).status).toBe(writesHidden)
    })
  })
})
