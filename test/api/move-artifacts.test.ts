import { beforeAll, describe, expect, it } from 'vitest'
import type { FieldDefinition } from '../../src/fields/model/definition.ts'
import type { FieldTypeName } from '../../src/fields/model/field.ts'
import type { ArtifactId, UserGroupId } from '../../src/kit/values/ids.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
  projectMembers,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

onEachDatabase((dialect) => {
  const server = createServer(dialect)
  let here: ProjectFixture
  let there: ProjectFixture

  const entriesOf = async (id: ArtifactId): Promise<Record<string, Record<string, unknown>>> => {
    const { body } = await server.as('ada').get(`artifacts/${id}`)
    return Object.fromEntries(body.values.map((entry: { label: string }) => [entry.label, entry]))
  }
  const createPear = async (): Promise<ArtifactId> => {
    const by = server.idOf('mel')
    const values = {
      title: 'A bruised pear',
      details: { format: 'text', content: 'One line\nand another, see art #1' },
      weight: 3,
      price: 2.5,
      state: [here.values.get('Ripe')],
      stamps: [here.values.get('Bio'), here.values.get('Local')],
      pickers: [by],
      own: 'stays behind',
    }
    const [id] = await here.createArtifacts({
      tracker: 'pear',
      changes: [
        { by, values: { ...values, title: 'A pear' } },
        { by, values },
      ],
    })
    return id as ArtifactId
  }
  const move = (login: string, id: ArtifactId, tracker: number | undefined, more: object = {}, headers = {}) =>
    server.as(login).patch(`artifacts/${id}`, { move: { tracker_id: tracker, ...more } }, { headers })

  beforeAll(async () => {
    const mel = await server.createUser('mel')
    const ada = await server.createUser('ada')
    await server.createUser('odd')
    here = await createProjectFixture(server, 'garden', {
      members: [mel],
      administrators: [ada],
      groups: { pickers: [mel], tasters: [mel] },
      trackers: () => [
        createTrackerDefinition(
          'pear',
          [
            createFieldDefinition('string', 'title'),
            createFieldDefinition('text', 'details'),
            createFieldDefinition('int', 'weight'),
            createFieldDefinition('float', 'price'),
            createFieldDefinition('sb', 'state', { bind: createStaticBind(['Green', ''], ['Ripe', '']) }),
            createFieldDefinition('msb', 'stamps', { bind: createStaticBind(['Bio', ''], ['Local', '']) }),
            createFieldDefinition('sb', 'pickers', { bind: projectMembers }),
            createFieldDefinition('string', 'own'),
            createFieldDefinition('perm', 'access'),
            createFieldDefinition('lud', 'changed'),
          ],
          { title: { field: 'title' } },
        ),
        createTrackerDefinition('bare', [createFieldDefinition('string', 'bare:nothing')]),
      ],
    })
    there = await createProjectFixture(server, 'market', {
      members: [mel],
      administrators: [ada],
      groups: { pickers: [mel] },
      trackers: () => [
        createTrackerDefinition(
          'fruit',
          [
            createFieldDefinition('text', 'fruit:title'),
            createFieldDefinition('string', 'fruit:details'),
            createFieldDefinition('float', 'fruit:weight'),
            createFieldDefinition('int', 'fruit:price'),
            createFieldDefinition('rb', 'fruit:state', { bind: createStaticBind(['ripe', ''], ['Rotten', '']) }),
            createFieldDefinition('cb', 'fruit:stamps', { bind: createStaticBind(['Bio', '']) }),
            createFieldDefinition('rb', 'fruit:pickers', { bind: projectMembers }),
            createFieldDefinition('perm', 'fruit:access'),
            createFieldDefinition('lud', 'fruit:changed'),
            createFieldDefinition('atid', 'fruit:number'),
          ],
          { title: { field: 'fruit:title' } },
        ),
      ],
    })
  })

  describe('PATCH /artifacts/{id} with a move', () => {
    it('moves the artifact with its history and converts its values to the fields of the target', async () => {
      const id = await createPear()
      const fruit = there.trackers.get('fruit')
      const moved = await move('ada', id, fruit)
      expect([moved.status, moved.body]).toEqual([200, { dry_run: null }])
      const { body } = await server.as('ada').get(`artifacts/${id}`)
      expect(body).toMatchObject({
        id,
        tracker: { id: fruit },
        project: { id: there.projectId },
        title: 'A bruised pear',
      })
      expect(await entriesOf(id)).toMatchObject({
        title: { type: 'text', format: 'text', value: 'A bruised pear' },
        details: { type: 'string', value: 'One line and another, see art #1' },
        weight: { value: 3 },
        price: { value: 2 },
        state: { values: [{ label: 'ripe' }] },
        stamps: { values: [{ label: 'Bio' }] },
        pickers: { bind_value_ids: [server.idOf('mel')] },
        number: { value: 1 },
      })
      expect(await entriesOf(id)).not.toHaveProperty('own')
      const history = await server.as('ada').get(`artifacts/${id}/changesets`)
      expect(history.body.map((each: { last_comment: { body: string } }) => each.last_comment.body)).toEqual([
        '',
        '',
        "Artifact was moved from 'pears' tracker in 'garden' project.",
      ])
      const [first] = history.body
      expect(first.values.find(({ label }: { label: string }) => label === 'title').value).toBe('A pear')
    })

    it('changes the ETag and lists the artifact in the target tracker, where it can be updated', async () => {
      const id = await createPear()
      const before = await server.as('mel').get(`artifacts/${id}`)
      await move('ada', id, there.trackers.get('fruit'))
      const after = await server.as('mel').get(`artifacts/${id}`)
      expect(after.headers['etag']).not.toBe(before.headers['etag'])
      expect(Date.parse(String(after.headers['last-modified']))).toBeGreaterThan(
        Date.parse(String(before.headers['last-modified'])),
      )
      const idsIn = async (tracker: number | undefined) => {
        const { body } = await server.as('mel').get(`trackers/${tracker}/artifacts?limit=1000`)
        return body.map((each: { id: number }) => each.id)
      }
      expect(await idsIn(here.trackers.get('pear'))).not.toContain(id)
      expect(await idsIn(there.trackers.get('fruit'))).toContain(id)
      const update = await server
        .as('mel')
        .put(`artifacts/${id}`, { values: [{ field_id: there.fields.get('fruit:weight'), value: 4 }] })
      expect(update.status).toBe(200)
    })

    it('with dry_run reports the outcome for each field and changes nothing', async () => {
      const id = await createPear()
      const before = await server.rowCounts()
      const response = await move('ada', id, there.trackers.get('fruit'), { dry_run: true })
      const names = (list: readonly { name: string }[]) => list.map(({ name }) => name)
      const { fields } = response.body.dry_run
      expect(names(fields.fields_migrated)).toEqual([
        'title',
        'details',
        'weight',
        'price',
        'state',
        'pickers',
        'changed',
      ])
      expect(names(fields.fields_partially_migrated)).toEqual(['stamps'])
      expect(names(fields.fields_not_migrated)).toEqual(['own', 'access'])
      expect(await server.rowCounts()).toEqual(before)
      expect((await server.as('ada').get(`artifacts/${id}`)).body.tracker.id).toBe(here.trackers.get('pear'))
    })

    it('maps restricted groups by name, and restricts the artifact to no user when no group exists in the target', async () => {
      const [pickers, tasters] = [here.groups.get('pickers'), here.groups.get('tasters')]
      const by = server.idOf('mel')
      const [known, unknown] = (await here.createArtifacts(
        { tracker: 'pear', changes: [{ by, values: { title: 'a', access: [pickers] } }] },
        { tracker: 'pear', changes: [{ by, values: { title: 'b', access: [tasters] } }] },
      )) as [ArtifactId, ArtifactId]
      for (const id of [known, unknown]) await move('ada', id, there.trackers.get('fruit'))
      expect((await entriesOf(known))['access']).toMatchObject({ granted_groups: ['pickers'] })
      expect((await entriesOf(unknown))['access']).toMatchObject({ granted_groups: ['nobody'] })
      expect((await server.as('mel').get(`artifacts/${known}`)).status).toBe(200)
      expect((await server.as('mel').get(`artifacts/${unknown}`)).status).toBe(403)
    })

    it.each([
      { login: 'visitor', status: 401, message: 'Unauthorized' },
      { login: 'odd', status: 400, message: 'Bad Request: User must be admin of both trackers' },
      { login: 'mel', status: 400, message: 'Bad Request: User must be admin of both trackers' },
    ])(
      'responds to $login, who does not administer both trackers, with $status',
      async ({ login, status, message }) => {
        const id = await createPear()
        const before = await server.rowCounts()
        const response = await move(login, id, there.trackers.get('fruit'))
        expect(response.body.error).toEqual({ code: status, message })
        expect(await server.rowCounts()).toEqual(before)
      },
    )

    it.each([
      { name: 'a larger id than any', to: () => 2 ** 53, status: 404, message: 'Not Found: Target tracker not found' },
      { name: 'an unknown tracker', to: () => 99_999, status: 404, message: 'Not Found: Target tracker not found' },
      {
        name: 'its present tracker',
        to: () => here.trackers.get('pear'),
        status: 400,
        message: 'Bad Request: An artifact cannot be moved in the same tracker',
      },
      {
        name: 'a tracker without matching fields',
        to: () => here.trackers.get('bare'),
        status: 400,
        message: 'Bad Request: No fields in the artifact can be moved in the destination tracker.',
      },
      {
        name: 'no tracker',
        to: () => undefined,
        status: 400,
        message: 'Bad Request: `patch[move][tracker_id]` is required.',
      },
    ])('rejects a move to $name', async ({ to, status, message }) => {
      const id = await createPear()
      const before = await server.rowCounts()
      const response = await move('ada', id, to())
      expect(response.body.error).toEqual({ code: status, message })
      expect(await server.rowCounts()).toEqual(before)
    })

    it('requires the member "move"', async () => {
      const response = await server.as('ada').patch(`artifacts/${await createPear()}`, { other: 1 })
      expect(response.body.error).toEqual({ code: 400, message: 'Bad Request: `patch[move]` is required.' })
    })

    it('rejects a stale If-Match header with 412', async () => {
      const id = await createPear()
      const { headers } = await server.as('ada').get(`artifacts/${id}`)
      await server.as('mel').put(`artifacts/${id}`, { values: [], comment: { body: 'Wait', format: 'text' } })
      const stale = await move('ada', id, there.trackers.get('fruit'), {}, { 'if-match': String(headers['etag']) })
      expect(stale.status).toBe(412)
      expect((await server.as('ada').get(`artifacts/${id}`)).body.tracker.id).toBe(here.trackers.get('pear'))
    })

    it('moves the artifact once when two requests move it concurrently', async () => {
      const id = await createPear()
      const responses = await Promise.all([1, 2].map(() => move('ada', id, there.trackers.get('fruit'))))
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 400])
      const history = await server.as('ada').get(`artifacts/${id}/changesets`)
      expect(history.body).toHaveLength(3)
    })
  })

  describe('the dry run of a move (docs/api/artifacts.md §3.9)', () => {
    type List = 'migrated' | 'partially_migrated' | 'not_migrated'
    type Binds = (groups: ReadonlyMap<string, UserGroupId>) => FieldDefinition['bind']
    interface Row {
      readonly name: string
      readonly from: readonly [FieldTypeName, Binds?]
      /** Same type and bind when left out, no field when null. */
      readonly to?: readonly [FieldTypeName, Binds?] | null
      /** Labels of list values, names of groups. Undefined when the field has no value. */
      readonly value?: unknown
      readonly list: List
    }

    const labels =
      (...some: readonly string[]): Binds =>
      () =>
        createStaticBind(...some.map((label) => [label, ''] as const))
    const users: Binds = () => projectMembers
    const teams =
      (...names: readonly string[]): Binds =>
      (groups) => ({
        kind: 'ugroups',
        values: names.flatMap((key) => {
          const group = groups.get(key)
          return group === undefined ? [] : [{ key, group, isHidden: false, isDefault: false }]
        }),
      })
    const text = (content: string) => ({ format: 'text', content })
    const rows: readonly Row[] = [
      { name: 'missing', from: ['string'], to: null, value: 'x', list: 'not_migrated' },
      { name: 'other_plugin', from: ['ttmstepdef'], to: ['Encrypted'], list: 'not_migrated' },
      {
        name: 'steps',
        from: ['ttmstepdef'],
        value: [{ id: 1, description: text('a'), expectedResults: text('b') }],
        list: 'migrated',
      },
      { name: 'results', from: ['ttmstepexec'], list: 'not_migrated' },
      { name: 'chart', from: ['burnup'], list: 'not_migrated' },
      { name: 'sealed', from: ['Encrypted'], value: 'x', list: 'not_migrated' },
      { name: 'string_text', from: ['string'], to: ['text'], value: 'x', list: 'migrated' },
      { name: 'text_string', from: ['text'], to: ['string'], value: text('x'), list: 'migrated' },
      { name: 'text_never', from: ['text'], list: 'migrated' },
      { name: 'int_float', from: ['int'], to: ['float'], value: 3, list: 'migrated' },
      { name: 'float_int', from: ['float'], to: ['int'], value: 2.5, list: 'migrated' },
      { name: 'number_string', from: ['int'], to: ['string'], value: 3, list: 'not_migrated' },
      ...(
        [
          ...['date', 'subon', 'lud', 'aid', 'atid', 'priority', 'cross', 'luby', 'subby', 'computed', 'burndown'],
          ...['shared', 'file', 'art_link'],
        ] as FieldTypeName[]
      ).map((type): Row => ({ name: `same_${type}`, from: [type], list: 'migrated' })),
      { name: 'date_lud', from: ['date'], to: ['lud'], value: 5, list: 'not_migrated' },
      { name: 'open', from: ['tbl', labels('Oak')], to: ['tbl', labels('Elm')], value: ['Oak'], list: 'migrated' },
      { name: 'open_never', from: ['tbl', labels('Ash')], list: 'migrated' },
      { name: 'open_bind', from: ['tbl', labels('Fir')], to: ['tbl', users], value: ['Fir'], list: 'not_migrated' },
      { name: 'open_closed', from: ['tbl', labels('Yew')], to: ['msb', labels('Yew')], list: 'not_migrated' },
      { name: 'one_found', from: ['sb', labels('Red')], to: ['rb', labels('red')], value: ['Red'], list: 'migrated' },
      { name: 'one_none', from: ['rb', labels('Tan')], to: ['sb', labels('Pink')], value: [], list: 'migrated' },
      {
        name: 'one_lost',
        from: ['sb', labels('Blue')],
        to: ['sb', labels('Gray')],
        value: ['Blue'],
        list: 'partially_migrated',
      },
      { name: 'one_never', from: ['sb', labels('Lime')], list: 'partially_migrated' },
      { name: 'users_never', from: ['msb', users], list: 'partially_migrated' },
      { name: 'users', from: ['sb', users], value: ['mel'], list: 'migrated' },
      {
        name: 'team_found',
        from: ['cb', teams('crew')],
        to: ['msb', teams('crew')],
        value: ['crew'],
        list: 'migrated',
      },
      {
        name: 'team_lost',
        from: ['cb', teams('band')],
        to: ['cb', teams('staff')],
        value: ['band'],
        list: 'partially_migrated',
      },
      {
        name: 'many_found',
        from: ['msb', labels('One', 'Two')],
        to: ['cb', labels('Two', 'One')],
        value: ['One', 'Two'],
        list: 'migrated',
      },
      {
        name: 'many_lost',
        from: ['cb', labels('Six', 'Ten')],
        to: ['msb', labels('Six')],
        value: ['Six', 'Ten'],
        list: 'partially_migrated',
      },
      { name: 'list_bind', from: ['sb', labels('Iron')], to: ['sb', users], value: ['Iron'], list: 'not_migrated' },
      {
        name: 'one_many',
        from: ['sb', labels('Gold')],
        to: ['msb', labels('Gold')],
        value: ['Gold'],
        list: 'not_migrated',
      },
      {
        name: 'many_one',
        from: ['cb', labels('Tin')],
        to: ['rb', labels('Tin')],
        value: ['Tin'],
        list: 'not_migrated',
      },
    ]
    const permissionFields = [
      { name: 'groups that exist in the target project', granted: ['crew'], list: 'migrated' },
      {
        name: 'groups of which some do not exist in the target project',
        granted: ['crew', 'band'],
        list: 'partially_migrated',
      },
      { name: 'no groups', granted: null, list: 'not_migrated' },
      { name: 'no value', granted: undefined, list: 'not_migrated' },
    ] as const
    let source: ProjectFixture
    let target: ProjectFixture

    beforeAll(async () => {
      const members = [server.idOf('mel')]
      const administrators = [server.idOf('ada')]
      const groups = { crew: members, band: members }
      source = await createProjectFixture(server, 'rows-here', {
        members,
        administrators,
        groups,
        trackers: (known) => [
          createTrackerDefinition('row', [
            ...rows.map(({ name, from: [type, bind] }) =>
              createFieldDefinition(type, name, { bind: bind?.(known) ?? null }),
            ),
            createFieldDefinition('perm', 'access'),
          ]),
          createTrackerDefinition('gate', [
            createFieldDefinition('perm', 'gate:access'),
            createFieldDefinition('ttmstepexec', 'gate:results'),
          ]),
        ],
      })
      target = await createProjectFixture(server, 'rows-there', {
        members,
        administrators,
        groups: { crew: members, staff: members },
        trackers: (known) => [
          createTrackerDefinition('row', [
            ...rows.flatMap(({ name, from, to = from }) =>
              to === null ? [] : [createFieldDefinition(to[0], name, { bind: to[1]?.(known) ?? null })],
            ),
            createFieldDefinition('perm', 'access'),
          ]),
          createTrackerDefinition('gate', [
            createFieldDefinition('perm', 'gate:access'),
            createFieldDefinition('ttmstepexec', 'gate:results'),
          ]),
        ],
      })
    })

    /** Converts labels of list values, logins and group names to the stored ids. */
    const storedValue = ({ from: [type, bind], value }: Row): unknown => {
      if (bind === undefined || !Array.isArray(value)) return value
      const ids = value.map((each: string) => source.values.get(each) ?? server.idOf(each))
      return type === 'tbl' ? ids.map((id) => `b${id}`) : ids
    }
    const createRow = async (granted: readonly string[] | null | undefined) => {
      const values = Object.fromEntries(
        rows.filter(({ value }) => value !== undefined).map((row) => [row.name, storedValue(row)]),
      )
      const groups = granted?.map((name) => source.groups.get(name)) ?? granted
      const by = server.idOf('mel')
      const change = { by, values: { ...values, ...(groups !== undefined && { access: groups }) } }
      return (await source.createArtifacts({ tracker: 'row', changes: [change] }))[0] as ArtifactId
    }
    const dryRunLists = async (id: ArtifactId): Promise<Record<List, string[]>> => {
      const { body } = await move('ada', id, target.trackers.get('row'), { dry_run: true })
      const names = (list: List) => body.dry_run.fields[`fields_${list}`].map(({ name }: { name: string }) => name)
      return {
        migrated: names('migrated'),
        partially_migrated: names('partially_migrated'),
        not_migrated: names('not_migrated'),
      }
    }

    it('lists each field once, by its type, its bind and its value, in the order of the tracker', async () => {
      const lists = await dryRunLists(await createRow(null))
      const expected = (list: List) => rows.filter((row) => row.list === list).map(({ name }) => name)
      expect(lists).toEqual({
        migrated: expected('migrated'),
        partially_migrated: expected('partially_migrated'),
        not_migrated: [...expected('not_migrated'), 'access'],
      })
    })

    it.each(permissionFields)('lists a permission field with $name as $list', async ({ granted, list }) => {
      const lists = await dryRunLists(await createRow(granted))
      expect(Object.keys(lists).filter((each) => lists[each as List].includes('access'))).toEqual([list])
    })

    it('matches the move, which leaves out the values that it does not migrate', async () => {
      const id = await createRow(['crew'])
      expect((await move('ada', id, target.trackers.get('row'))).status).toBe(200)
      const after = await entriesOf(id)
      expect(after).toMatchObject({
        one_found: { values: [{ label: 'red' }] },
        open: { bind_value_ids: ['Oak'] },
        float_int: { value: 2 },
        access: { granted_groups: ['crew'] },
      })
      // The fields that the move does not migrate.
      for (const name of ['one_many', 'many_one', 'list_bind', 'sealed']) expect(after).not.toHaveProperty(name)
    })

    it('is rejected like the move when a common field exists but none can be moved', async () => {
      const by = server.idOf('mel')
      const [id] = (await source.createArtifacts({ tracker: 'gate', changes: [{ by, values: {} }] })) as [ArtifactId]
      const before = await server.rowCounts()
      for (const more of [{ dry_run: true }, {}]) {
        const response = await move('ada', id, target.trackers.get('gate'), more)
        expect(response.body.error).toEqual({
          code: 400,
          message: 'Bad Request: No fields in the artifact can be moved in the destination tracker.',
        })
      }
      expect(await server.rowCounts()).toEqual(before)
    })
  })
})
