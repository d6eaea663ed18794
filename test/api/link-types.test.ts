import { beforeAll, describe, expect, it } from 'vitest'
import {
  baseTime,
  createFieldDefinition,
  createProjectFixture,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase, type TestResponse } from '../kit/server.ts'

const asXml = { 'content-type': 'application/xml' }

onEachDatabase((dialect) => {
  const server = createServer(dialect)
  let project: ProjectFixture
  const admin = () => server.as('admin')
  const boss = () => server.as('boss')
  const bob = () => server.as('bob')
  const refusal = ({ status, body }: TestResponse) => [status, body.error.message]

  beforeAll(async () => {
    const boss = await server.createUser('boss')
    const bob = await server.createUser('bob')
    await server.createUser('outsider')
    project = await createProjectFixture(server, 'orchard', {
      members: [boss, bob],
      administrators: [boss],
      trackers: () => [
        createTrackerDefinition('bug', [
          createFieldDefinition('string', 'title'),
          createFieldDefinition('art_link', 'links'),
        ]),
      ],
    })
  })

  const type = (shortname: string, more: object = {}) => ({
    ...{ shortname, forward_label: `${shortname} to`, reverse_label: `${shortname} from` },
    ...more,
  })
  const add = async (shortname: string) => {
    const { status } = await admin().post('artifact_link_types', type(shortname))
    expect(status).toBe(201)
  }
  const listTypes = async (): Promise<any[]> => (await admin().get('artifact_link_types')).body
  const allowedTypes = async (): Promise<string[]> => {
    const { body } = await bob().get(`trackers/${project.trackers.get('bug')}`)
    const field = body.fields.find((each: { type: string }) => each.type === 'art_link')
    return field.allowed_types.map(({ shortname }: { shortname: string }) => shortname)
  }
  const links = (...input: readonly object[]) => ({ field_id: project.fields.get('links'), links: input })
  const post = (...values: readonly object[]) =>
    bob().post('artifacts', { tracker: { id: project.trackers.get('bug') }, values })
  const createBug = async (): Promise<number> =>
    (await post({ field_id: project.fields.get('title'), value: 'Bug' })).body.id
  const natures = async (id: number) =>
    (await bob().get(`artifacts/${id}/links`)).body.natures.map((each: any) => `${each.direction} ${each.label}`)
  const projectTypes = async (): Promise<any[]> =>
    (await bob().get(`projects/${project.projectId}/artifact_link_types`)).body
  const enable = (shortname: string, isEnabled: boolean, login = 'boss') =>
    server.as(login).put(`projects/${project.projectId}/artifact_link_types/${shortname}`, { is_enabled: isEnabled })

  describe('POST /artifact_link_types', () => {
    it('returns the new type, which is listed after the system types by short name', async () => {
      const { status, body } = await admin().post('artifact_link_types', {
        ...{ shortname: 'fixed_in', forward_label: ' Fixed in ', reverse_label: 'Fixes' },
      })
      const fixedIn = {
        ...{ shortname: 'fixed_in', forward_label: 'Fixed in', reverse_label: 'Fixes' },
        ...{ is_system: false, is_used: false },
      }
      expect([status, body]).toEqual([201, fixedIn])
      await add('duplicates')
      await add('Zebra2')
      const { body: types, headers } = await server.as('visitor').get('artifact_link_types')
      expect(types.map(({ shortname }: { shortname: string }) => shortname)).toEqual([
        ...['_is_child', '_covered_by', 'Zebra2', 'duplicates', 'fixed_in'],
      ])
      expect(types[0]).toEqual({
        ...{ shortname: '_is_child', forward_label: 'Child', reverse_label: 'Parent' },
        ...{ is_system: true, is_used: false },
      })
      expect(types.at(-1)).toEqual(fixedIn)
      expect(headers['x-pagination-size']).toBe('5')
      const page = await server.as('visitor').get('artifact_link_types?limit=1&offset=2')
      expect(page.body.map(({ shortname }: { shortname: string }) => shortname)).toEqual(['Zebra2'])
      expect((await admin().get('artifact_link_types?limit=50')).status).toBe(200)
      expect((await admin().get('artifact_link_types?limit=51')).status).toBe(400)
    })

    it('makes link fields offer the new type immediately, in the same order', async () => {
      expect(await allowedTypes()).toEqual(['_is_child', '_covered_by', 'Zebra2', 'duplicates', 'fixed_in'])
      await add('blocks')
      expect(await allowedTypes()).toEqual(['_is_child', '_covered_by', 'Zebra2', 'blocks', 'duplicates', 'fixed_in'])
    })

    it('makes the type usable in JSON and in XML, with labels in both directions', async () => {
      const [first, second] = [await createBug(), await createBug()]
      const created = await post(links({ id: first, type: 'fixed_in' }, { id: second, type: '' }))
      expect(created.status).toBe(201)
      const { id } = created.body
      expect(await natures(id)).toEqual(['forward Fixed in', 'forward is Linked to'])
      expect(await natures(first)).toEqual(['reverse Fixes'])
      const field = project.fields.get('links')
      const xml = `<request><values><item><field_id>${field}</field_id><links><item><id>${first}</id></item><item><id>${second}</id><type>blocks</type></item></links></item></values></request>`
      expect((await bob().send('PUT', `artifacts/${id}`, { body: xml, headers: asXml })).status).toBe(200)
      expect(await natures(id)).toEqual(['forward is Linked to', 'forward blocks to'])
      const { body } = await bob().get(`artifacts/${id}`)
      const entry = body.values.find((each: { type: string }) => each.type === 'art_link')
      expect(entry.links.map((link: any) => [link.id, link.type])).toEqual([
        [first, null],
        [second, 'blocks'],
      ])
      const used = await bob().get(`trackers/${project.trackers.get('bug')}/used_artifact_links`)
      expect(used.body).toEqual([
        { shortname: '', forward_label: 'is Linked to' },
        { shortname: 'blocks', forward_label: 'blocks to' },
      ])
      const linked = await bob().get(`artifacts/${second}/linked_artifacts?direction=reverse&nature=blocks`)
      expect(linked.body.collection.map((each: { id: number }) => each.id)).toEqual([id])
    })

    it('makes the type usable in queries, CSV imports and bulk changes', async () => {
      const tracker = project.trackers.get('bug')
      const target = await createBug()
      const source = (await post(links({ id: target, type: 'Zebra2' }))).body.id
      const search = async (query: string) => bob().get(`trackers/${tracker}/artifacts?expert_query=${query}`)
      expect((await search('IS LINKED TO WITH TYPE "Zebra2"')).body.map(({ id }: any) => id)).toEqual([source])
      expect(refusal(await search('IS LINKED TO WITH TYPE "nope"'))).toEqual([
        ...[400, expect.stringContaining("Link type 'nope' is invalid. Available types: _is_child, _covered_by, ")],
      ])
      const csv = await bob().get(`trackers/${tracker}/artifact_export?expert_query=IS LINKED TO WITH TYPE "Zebra2"`)
      expect(csv.text).toContain(`${target} (Zebra2)`)
      const table = { content: `title,links\nImported,${target} (duplicates)` }
      expect((await bob().post(`trackers/${tracker}/artifact_imports`, table)).status).toBeLessThan(300)
      const change = { artifacts: [source], values: [links({ id: target, type: 'blocks' })] }
      expect((await bob().post(`trackers/${tracker}/artifact_changes`, change)).status).toBeLessThan(300)
      expect(await natures(target)).toEqual(['reverse blocks from', 'reverse duplicates from'])
    })

    it.each([
      [{ ...type('x'), shortname: undefined }, 'missing shortname'],
      [type(' '), 'missing shortname'],
      [type('_mine'), /^Only letters, digits and underscore are allowed for shortname \(must start with a letter/],
      [type('a-b'), /^Only letters, digits and underscore are allowed/],
      [type('9lives'), /^Only letters, digits and underscore are allowed/],
      [type('a'.repeat(256)), 'The shortname has 256 characters, at most 255 are allowed.'],
      [type('x', { forward_label: undefined }), 'missing forward label'],
      [type('x', { forward_label: ' ' }), 'missing forward label'],
      [type('x', { reverse_label: '' }), 'missing reverse label'],
      [type('x', { reverse_label: 'é'.repeat(256) }), 'The reverse label has 256 characters, at most 255 are allowed.'],
      [type('fixed_in'), 'a type with fixed_in as shortname already exists.'],
    ])('rejects %j', async (input, message) => {
      const before = await server.rowCounts()
      const [status, text] = refusal(await admin().post('artifact_link_types', input))
      expect(status).toBe(400)
      expect(String(text).replace('Bad Request: ', '')).toMatch(message)
      expect(await server.rowCounts()).toEqual(before)
    })

    it('treats names that differ only in case as different types', async () => {
      await add('Fixed_In')
      expect((await listTypes()).filter(({ shortname }) => /^fixed_in$/i.test(shortname))).toHaveLength(2)
      expect((await admin().delete('artifact_link_types/Fixed_In')).status).toBe(200)
    })

    it('adds a type once when several requests add it concurrently', async () => {
      const responses = await Promise.all([1, 2, 3].map(() => admin().post('artifact_link_types', type('once'))))
      expect(responses.map(({ status }) => status).sort()).toEqual([201, 400, 400])
      await admin().delete('artifact_link_types/once')
    })
  })

  describe('PATCH /artifact_link_types/{shortname}', () => {
    it('changes the labels, which take effect immediately', async () => {
      const { status, body } = await admin().patch('artifact_link_types/blocks', { forward_label: 'Blocks' })
      expect([status, body]).toMatchObject([200, { forward_label: 'Blocks', reverse_label: 'blocks from' }])
      const target = await createBug()
      const source = (await post(links({ id: target, type: 'blocks' }))).body.id
      expect(await natures(source)).toEqual(['forward Blocks'])
      await admin().patch('artifact_link_types/blocks', { forward_label: 'Stops', reverse_label: 'Is stopped by' })
      expect([...(await natures(source)), ...(await natures(target))]).toEqual([
        ...['forward Stops', 'reverse Is stopped by'],
      ])
      const { body: tracker } = await bob().get(`trackers/${project.trackers.get('bug')}`)
      const offered = tracker.fields.find((each: any) => each.type === 'art_link').allowed_types
      expect(offered).toContainEqual({
        ...{ shortname: 'blocks', forward_label: 'Stops', reverse_label: 'Is stopped by' },
      })
    })

    it.each([
      ['blocks', { forward_label: '' }, [400, 'Bad Request: missing forward label']],
      ['blocks', { forward_label: 'ok', reverse_label: ' ' }, [400, 'Bad Request: missing reverse label']],
      ['_is_child', { forward_label: 'Kid' }, [400, expect.stringContaining('is a system type')]],
      ['nope', { forward_label: 'x' }, [404, 'Not Found: Link type "nope" not found.']],
    ])('rejects for %s the labels %j', async (shortname, input, expected) => {
      const before = await listTypes()
      expect(refusal(await admin().patch(`artifact_link_types/${shortname}`, input))).toEqual(expected)
      expect(await listTypes()).toEqual(before)
    })
  })

  describe('DELETE /artifact_link_types/{shortname}', () => {
    it('deletes an unused type with its columns in reports and its project settings', async () => {
      await add('brief')
      expect((await enable('brief', false)).status).toBe(200)
      const table = { columns: [column('brief'), column('blocks')], sort: [], chunkSize: 15, isMultisort: false }
      await server.world.db.write(async (tx) => {
        const rendererRow = {
          kind: 'table',
          name: 'Table',
          description: '',
          rank: 1,
          definition: JSON.stringify({ table }),
        }
        const tracker = project.trackers.get('bug') as never
        const report = { is_default: 0, is_query_displayed: 1, is_in_expert_mode: 0, expert_query: '' } as const
        const reportRow = { name: 'R', name_key: 'r', description: '', definition: '{"criteria":[]}' }
        await tx
          .insertInto('report')
          .values({ id: 90_001 as never, tracker_id: tracker, user_id: null, ...report, ...reportRow })
          .execute()
        await tx
          .insertInto('renderer')
          .values({ id: 90_002 as never, report_id: 90_001 as never, ...rendererRow })
          .execute()
      })
      expect((await admin().delete('artifact_link_types/brief')).status).toBe(200)
      expect((await listTypes()).map(({ shortname }) => shortname)).not.toContain('brief')
      const { read } = server.world.db
      expect(await read.selectFrom('disabled_link_type').selectAll().execute()).toEqual([])
      const { definition } = await read
        .selectFrom('renderer')
        .select('definition')
        .where('id', '=', 90_002)
        .executeTakeFirstOrThrow()
      expect(JSON.parse(definition).table.columns).toEqual([column('blocks')])
      expect(refusal(await admin().delete('artifact_link_types/brief'))).toEqual([
        ...[404, 'Not Found: Link type "brief" not found.'],
      ])
    })
    const column = (linkType: string) => ({ field: project.fields.get('links'), linkType, linkTypeFormat: 'x' })

    it('rejects a type that a link has had, even when the link is gone', async () => {
      await add('past')
      const target = await createBug()
      const source = (await post(links({ id: target, type: 'past' }))).body.id
      expect((await bob().put(`artifacts/${source}`, { values: [links()] })).status).toBe(200)
      expect((await listTypes()).find(({ shortname }) => shortname === 'past')).toMatchObject({ is_used: true })
      expect(refusal(await admin().delete('artifact_link_types/past'))).toEqual([
        ...[400, "Bad Request: type can't be deleted because it is or has been already used."],
      ])
    })

    it('rejects a system type and a type from which progress is computed', async () => {
      expect(refusal(await admin().delete('artifact_link_types/_covered_by'))).toEqual([
        ...[400, expect.stringContaining('is a system type')],
      ])
      await add('progress')
      const semantics = `trackers/${project.trackers.get('bug')}/semantics`
      const set = await boss().put(semantics, { progress: { artifact_link_type: 'progress' } })
      expect(set.status).toBe(200)
      expect(refusal(await admin().delete('artifact_link_types/progress'))).toEqual([
        ...[400, "Bad Request: type can't be deleted because progress is computed from it in: bugs."],
      ])
      expect((await boss().put(semantics, {})).status).toBe(200)
      expect((await admin().delete('artifact_link_types/progress')).status).toBe(200)
    })

    it('never deletes a type that a concurrent request uses for a link', async () => {
      const target = await createBug()
      const outcomes = new Set<string>()
      for (let round = 0; round < 20; round += 1) {
        const name = `race${round}`
        await add(name)
        const [deleted, linked] = await Promise.all([
          admin().delete(`artifact_link_types/${name}`),
          post(links({ id: target, type: name })),
        ])
        outcomes.add(`${deleted.status} ${linked.status}`)
        const isListed = (await listTypes()).some(({ shortname }) => shortname === name)
        expect([deleted.status === 200, linked.status === 201]).toEqual([!isListed, isListed])
      }
      expect([...outcomes].every((each) => ['200 400', '400 201'].includes(each))).toBe(true)
    })
  })

  describe('PUT /projects/{id}/artifact_link_types/{shortname}', () => {
    it('rejects a system type that fields of the project need', async () => {
      expect((await enable('_covered_by', false)).status).toBe(200)
      expect((await enable('_covered_by', true)).status).toBe(200)
      const tracker = project.trackers.get('bug')
      const { body } = await boss().post(`trackers/${tracker}/fields`, { type: 'ttmstepdef', label: 'Steps' })
      const refused = await enable('_covered_by', false)
      expect(refusal(refused)).toEqual([
        ...[400, expect.stringContaining('The link type "_covered_by" cannot be disabled: trackers of the project')],
      ])
      expect((await projectTypes()).find(({ shortname }) => shortname === '_covered_by')).toMatchObject({
        is_enabled: true,
      })
      expect((await boss().delete(`tracker_fields/${body.field_id}`)).status).toBe(204)
      expect((await enable('_covered_by', false)).status).toBe(200)
      expect((await enable('_covered_by', true)).status).toBe(200)
    })

    it('disables a type for new links, and existing links keep it', async () => {
      const target = await createBug()
      const source = (await post(links({ id: target, type: 'blocks' }))).body.id
      expect((await projectTypes()).find(({ shortname }) => shortname === 'blocks')).toMatchObject({
        ...{ is_enabled: true, is_used: true, is_system: false },
      })
      expect((await enable('blocks', false)).status).toBe(200)
      expect((await enable('blocks', false)).status).toBe(200)
      expect((await projectTypes()).find(({ shortname }) => shortname === 'blocks')).toMatchObject({
        is_enabled: false,
      })
      expect(await allowedTypes()).not.toContain('blocks')
      const text = `The artifact link type "blocks" is disabled and cannot be used to link artifact #${target}`
      const rejected = await post(links({ id: target, type: 'blocks' }))
      expect(refusal(rejected)).toEqual([400, expect.stringContaining(text)])
      expect(await natures(source)).toEqual(['forward Stops'])
      expect((await bob().put(`artifacts/${source}`, { values: [links({ id: target, type: 'blocks' })] })).status).toBe(
        200,
      )
      expect((await enable('blocks', true)).status).toBe(200)
      expect(await allowedTypes()).toContain('blocks')
      const log = await boss().get(`projects/${project.projectId}/log`)
      expect(log.body.slice(0, 2).map((entry: any) => [entry.action, entry.detail])).toEqual([
        ['link type enabled', { shortName: 'blocks' }],
        ['link type disabled', { shortName: 'blocks' }],
      ])
    })

    it.each([
      ['visitor', 401],
      ['bob', 403],
      ['outsider', 403],
    ])('rejects %s with %i', async (login, status) => {
      const before = await server.rowCounts()
      expect((await enable('blocks', false, login)).status).toBe(status)
      expect(await server.rowCounts()).toEqual(before)
    })

    it('returns 404 for an unknown type', async () => {
      expect((await enable('nope', false)).status).toBe(404)
    })
  })

  it.each([
    ['visitor', 401],
    ['boss', 403],
  ])('writes to link types as %s are rejected with %i', async (login, status) => {
    const before = [await listTypes(), await server.rowCounts()]
    const client = server.as(login)
    for (const response of [
      await client.post('artifact_link_types', type('mine')),
      await client.patch('artifact_link_types/blocks', { forward_label: 'Mine' }),
      await client.delete('artifact_link_types/duplicates'),
    ])
      expect(response.status).toBe(status)
    expect([await listTypes(), await server.rowCounts()]).toEqual(before)
  })

  it('records changes of link types in the audit log', async () => {
    await admin().post('artifact_link_types', type('logged'))
    await admin().patch('artifact_link_types/logged', { forward_label: 'Logged' })
    await admin().patch('artifact_link_types/logged', { forward_label: 'Logged' })
    await admin().delete('artifact_link_types/logged')
    const { body } = await admin().get('audit_log?limit=3')
    expect(body.map((entry: any) => [entry.action, entry.subject, entry.detail.shortName])).toEqual([
      ['link type deleted', 'site', 'logged'],
      ['link type changed', 'site', 'logged'],
      ['link type added', 'site', 'logged'],
    ])
  })

  it('lists the types of an artifact in the order of the smallest linked artifact id', async () => {
    const [first, second, third] = [await createBug(), await createBug(), await createBug()]
    const list = async (...input: readonly (readonly [number, string])[]) => {
      const created = await post(links(...input.map(([id, name]) => ({ id, type: name }))))
      return natures(created.body.id)
    }
    expect(await list([second, ''], [first, '_is_child'])).toEqual(['forward Child', 'forward is Linked to'])
    expect(await list([second, '_is_child'], [first, ''])).toEqual(['forward is Linked to', 'forward Child'])
    expect(await list([third, 'blocks'], [second, '_is_child'], [first, 'blocks'])).toEqual([
      ...['forward Stops', 'forward Child'],
    ])
  })

  describe('links and searches', () => {
    const readers = { open: {}, closed: { read: [4], submit: [4], update: [4] } } as const
    it.each([
      ['include a link for every reader when the field has no permissions', readers.open, ['forward Child'], 1, 1],
      ['omit a link for a caller without permission to read the field', readers.closed, [], 0, 0],
    ])('%s', async (_, rights, expectedNatures, expectedFound, expectedUsed) => {
      const name = `p${expectedFound}`
      const project = await createProjectFixture(server, name, {
        members: [server.idOf('bob')],
        administrators: [server.idOf('boss')],
        trackers: () => [
          createTrackerDefinition(name, [
            createFieldDefinition('string', 'title'),
            createFieldDefinition('art_link', 'links', { rights }),
          ]),
        ],
      })
      const changes = [{ by: server.idOf('boss'), on: baseTime, values: { title: 'A' } }]
      const [target] = await project.createArtifacts({ tracker: name, changes })
      const values = { title: 'B', links: [{ id: target, type: '_is_child' }] }
      const [source] = await project.createArtifacts({ tracker: name, changes: [{ ...changes[0], values } as never] })
      const tracker = project.trackers.get(name)
      const client = bob()
      expect(await natures(Number(source))).toEqual(expectedNatures)
      const linked = await client.get(`artifacts/${source}/linked_artifacts?direction=forward&nature=_is_child`)
      expect(linked.body.collection).toHaveLength(expectedFound)
      const search = await client.get(`trackers/${tracker}/artifacts?expert_query=WITH CHILDREN`)
      expect(search.body).toHaveLength(expectedFound)
      const used = await client.get(`trackers/${tracker}/used_artifact_links`)
      expect(used.body).toHaveLength(expectedUsed)
      // The artifact itself contains the field only for callers with an explicit permission to read it.
      const { body } = await client.get(`artifacts/${source}`)
      expect(body.values.some((each: { type: string }) => each.type === 'art_link')).toBe(false)
    })
  })
})
