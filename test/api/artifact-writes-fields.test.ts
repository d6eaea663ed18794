import { beforeAll, describe, expect, it } from 'vitest'
import type { FieldDefinition } from '../../src/fields/model/definition.ts'
import { fieldTypes } from '../../src/fields/registry/registry.ts'
import type { ArtifactId, FieldId, FileId, UserGroupId, UserId } from '../../src/kit/values/ids.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
  projectMembers,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase, type TestServer } from '../kit/server.ts'

/** Ids that a row of the table can refer to. */
interface Fixture {
  readonly shop: ProjectFixture
  readonly alice: UserId
  readonly bob: UserId
  readonly project: number
  readonly group: UserGroupId
  readonly targets: readonly ArtifactId[]
  readonly files: readonly FileId[]
  value(label: string): number
  field(key: string): number
}

type InputOf = (fixture: Fixture) => object
type OutputOf = (fixture: Fixture) => object

interface Row {
  readonly type: string
  readonly key: string
  readonly firstInput: InputOf
  readonly firstOutput: OutputOf
  readonly nextInput: InputOf
  readonly nextOutput: OutputOf
  readonly invalidInput: InputOf
  readonly status?: number
  readonly message: (fixture: Fixture) => string
}

const readOnly = { rights: { read: [1] } }
const groupChoices = (group: UserGroupId): FieldDefinition['bind'] => ({
  kind: 'ugroups',
  values: [3 as UserGroupId, group].map((each) => ({
    key: `g${each}`,
    group: each,
    isHidden: false,
    isDefault: false,
  })),
})
const single = { key: 'single', type: 'sb' }

const list = (type: string): Row => ({
  type,
  key: type,
  firstInput: ({ value }) => ({ bind_value_ids: [`${value(`${type} red`)}`] }),
  firstOutput: ({ value }) => ({ bind_value_ids: [value(`${type} red`)], values: [{ label: `${type} red` }] }),
  nextInput: () => ({ bind_value_ids: [100] }),
  nextOutput: () => ({ bind_value_ids: [], values: [] }),
  invalidInput: () => ({ bind_value_ids: ['abc'] }),
  message: () => 'The submitted value abc is invalid',
})

const rows: readonly Row[] = [
  {
    type: 'string',
    key: 'string',
    firstInput: () => ({ value: ' One <b> ' }),
    firstOutput: () => ({ value: ' One <b> ' }),
    nextInput: () => ({ value: '' }),
    nextOutput: () => ({ value: '' }),
    invalidInput: () => ({ value: 5 }),
    message: () => 'error: string is not a string.\n',
  },
  {
    type: 'text',
    key: 'text',
    firstInput: () => ({ value: { content: 'a < b', format: 'text' } }),
    firstOutput: () => ({ value: 'a < b', format: 'text', post_processed_value: 'a &lt; b' }),
    nextInput: () => ({ value: '**x**', format: 'commonmark' }),
    nextOutput: () => ({ format: 'html', commonmark: '**x**', value: '<p><strong>x</strong></p>\n' }),
    invalidInput: () => ({ value: ['x'] }),
    message: () => 'error: text is not a text.\n',
  },
  {
    type: 'int',
    key: 'int',
    firstInput: () => ({ value: '12' }),
    firstOutput: () => ({ value: 12 }),
    nextInput: () => ({ value: '' }),
    nextOutput: () => ({ value: null }),
    invalidInput: () => ({ value: 1.5 }),
    message: () => 'error: int is not an integer.\n',
  },
  {
    type: 'float',
    key: 'float',
    firstInput: () => ({ value: 2.5 }),
    firstOutput: () => ({ value: 2.5 }),
    nextInput: () => ({ value: '-1e3' }),
    nextOutput: () => ({ value: -1000 }),
    invalidInput: () => ({ value: true }),
    message: () => 'error: float is not a float.\n',
  },
  {
    type: 'duration',
    key: 'duration',
    firstInput: () => ({ value: '2h 30m' }),
    firstOutput: () => ({ value: 150 }),
    nextInput: () => ({ value: 45 }),
    nextOutput: () => ({ value: 45 }),
    invalidInput: () => ({ value: '2 days' }),
    message: () => 'error: duration is not a duration, such as 2h 30m or a number of minutes.\n',
  },
  {
    type: 'date',
    key: 'date',
    firstInput: () => ({ value: '2026-04-01' }),
    firstOutput: () => ({ value: '2026-04-01T00:00:00+02:00', is_time_displayed: false }),
    nextInput: () => ({ value: '' }),
    nextOutput: () => ({ value: null }),
    invalidInput: () => ({ value: 'soon' }),
    message: () => 'error: date is not a date',
  },
  {
    type: 'date',
    key: 'datetime',
    firstInput: () => ({ value: '2026-04-01T10:30:59+02:00' }),
    firstOutput: () => ({ value: '2026-04-01T10:30:00+02:00', is_time_displayed: true }),
    nextInput: () => ({ value: '2026-04-02 08:15' }),
    nextOutput: () => ({ value: '2026-04-02T08:15:00+02:00' }),
    invalidInput: () => ({ value: '2026-02-31' }),
    message: () => 'error: datetime is not a date',
  },
  ...['sb', 'rb', 'msb', 'cb'].map(list),
  {
    ...single,
    key: 'person',
    firstInput: ({ alice }) => ({ bind_value_ids: [alice] }),
    firstOutput: ({ alice }) => ({ bind_value_ids: [alice], values: [{ username: 'alice' }] }),
    nextInput: ({ bob }) => ({ bind_value_ids: [bob] }),
    nextOutput: ({ bob }) => ({ bind_value_ids: [bob] }),
    invalidInput: ({ alice, bob }) => ({ bind_value_ids: [alice, bob] }),
    message: () => 'Selectbox fields can only have one value',
  },
  {
    type: 'msb',
    key: 'teams',
    firstInput: ({ project, group }) => ({ bind_value_ids: [`${project}_3`, group] }),
    firstOutput: ({ project, group }) => ({ bind_value_ids: [`${project}_3`, `${group}`] }),
    nextInput: ({ group }) => ({ bind_value_ids: [group] }),
    nextOutput: ({ group }) => ({ bind_value_ids: [`${group}`] }),
    invalidInput: () => ({ bind_value_ids: [9999] }),
    message: () => 'The submitted value 9999 is invalid',
  },
  {
    type: 'tbl',
    key: 'tags',
    firstInput: () => ({ value: { bind_value_objects: [{ label: 'tag red' }, { label: 'teal' }] } }),
    firstOutput: () => ({ bind_value_ids: ['tag red', 'teal'] }),
    nextInput: () => ({ bind_value_ids: ['teal', 'plum'] }),
    nextOutput: () => ({ bind_value_ids: ['teal', 'plum'] }),
    invalidInput: () => ({ value: { bind_value_objects: [{ id: 999_999 }] } }),
    message: ({ field }) => `Bind Value with ID 999999 does not exist for field ID ${field('tags')}`,
  },
  {
    type: 'file',
    key: 'files',
    firstInput: ({ files }) => ({ value: [files[0]] }),
    firstOutput: ({ files }) => ({ file_descriptions: [{ id: files[0], name: 'a.txt' }] }),
    nextInput: ({ files }) => ({ value: [files[1]] }),
    nextOutput: ({ files }) => ({ file_descriptions: [{ id: files[1] }] }),
    invalidInput: () => ({ value: [999_999] }),
    status: 404,
    message: () => 'File #999999 not found',
  },
  {
    type: 'art_link',
    key: 'links',
    firstInput: ({ targets }) => ({ links: [{ id: targets[0], type: '_is_child' }, { id: `${targets[1]}` }] }),
    firstOutput: ({ targets }) => ({
      links: [
        { id: targets[0], type: '_is_child' },
        { id: targets[1], type: null },
      ],
    }),
    nextInput: ({ targets }) => ({ all_links: [{ id: targets[1], direction: 'forward', type: '' }] }),
    nextOutput: ({ targets }) => ({ links: [{ id: targets[1] }] }),
    invalidInput: () => ({ links: [{ id: 999_999 }] }),
    message: () => 'error: links: 999999 is not an artifact id.\n',
  },
  {
    type: 'perm',
    key: 'access',
    firstInput: ({ project, group }) => ({ value: { granted_groups: [`${project}_3`, group] } }),
    firstOutput: ({ project, group }) => ({ granted_groups_ids: [`${project}_3`, `${group}`] }),
    nextInput: () => ({ value: { granted_groups: [] } }),
    nextOutput: () => ({ granted_groups_ids: [] }),
    invalidInput: () => ({ value: { granted_groups: ['999_3'] } }),
    message: ({ field }) => `Invalid value "999_3" for field ${field('access')}`,
  },
  {
    type: 'computed',
    key: 'sum',
    firstInput: () => ({ manual_value: '12.5' }),
    firstOutput: () => ({ is_autocomputed: false, manual_value: 12.5 }),
    nextInput: () => ({ is_autocomputed: true }),
    nextOutput: () => ({ is_autocomputed: true, manual_value: null }),
    invalidInput: () => ({ value: 5 }),
    message: () =>
      'Expected format for a computed field  : {"field_id" : 15458, "manual_value" : 12} or {"field_id" : 15458, "is_autocomputed" : true}',
  },
  {
    type: 'ttmstepdef',
    key: 'steps',
    firstInput: () => ({ value: [createStep('Open'), createStep('Close')] }),
    firstOutput: () => ({
      value: [
        { description: 'Open', rank: 1 },
        { description: 'Close', rank: 2 },
      ],
    }),
    nextInput: () => ({
      value: [
        { ...createStep('Close'), rank: 7 },
        { ...createStep('Knock'), rank: 2 },
      ],
    }),
    nextOutput: () => ({
      value: [
        { description: 'Knock', rank: 1 },
        { description: 'Close', rank: 2 },
      ],
    }),
    invalidInput: () => ({ value: [{ description: 'x' }] }),
    message: () => 'Description or Expected Result text field missing',
  },
]

const createStep = (description: string) => ({
  description,
  description_format: 'text',
  expected_results: '',
  expected_results_format: 'text',
})

async function createFixture(server: TestServer): Promise<Fixture> {
  const [alice, bob] = [await server.createUser('alice'), await server.createUser('bob')]
  const colors = (type: string) => ({ bind: createStaticBind([`${type} red`, ''], [`${type} blue`, '']) })
  const shop = await createProjectFixture(server, 'fields', {
    members: [alice, bob],
    groups: { painters: [alice] },
    trackers: (groups) => [
      createTrackerDefinition('thing', [
        createFieldDefinition('string', 'string'),
        createFieldDefinition('text', 'text'),
        createFieldDefinition('int', 'int'),
        createFieldDefinition('float', 'float'),
        createFieldDefinition('duration', 'duration'),
        createFieldDefinition('date', 'date'),
        createFieldDefinition('date', 'datetime', { properties: { display_time: 1 } }),
        ...(['sb', 'rb', 'msb', 'cb'] as const).map((type) => createFieldDefinition(type, type, colors(type))),
        createFieldDefinition('sb', 'person', { bind: projectMembers }),
        createFieldDefinition('msb', 'teams', { bind: groupChoices(groups.get('painters') as UserGroupId) }),
        createFieldDefinition('tbl', 'tags', { bind: createStaticBind(['tag red', '']) }),
        createFieldDefinition('file', 'files'),
        createFieldDefinition('art_link', 'links'),
        createFieldDefinition('perm', 'access'),
        createFieldDefinition('computed', 'sum'),
        createFieldDefinition('ttmstepdef', 'steps'),
        createFieldDefinition('Encrypted', 'cipher'),
        ...(['aid', 'atid', 'priority', 'subon', 'lud', 'subby', 'luby', 'cross', 'burndown'] as const).map((type) =>
          createFieldDefinition(type, type, readOnly),
        ),
      ]),
    ],
  })
  const field = (key: string): number => Number(shop.fields.get(key))
  const targets = await shop.createArtifacts({ tracker: 'thing', changes: [{}] }, { tracker: 'thing', changes: [{}] })
  const files = [9001, 9002] as FileId[]
  await server.world.db.write((tx) =>
    tx
      .insertInto('file')
      .values(
        files.map((id) => ({
          id,
          name: 'a.txt',
          size: 1,
          media_type: 'text/plain',
          description: '',
          submitted_by: alice,
          created_on: server.world.clock.now(),
          blob: 'x',
          field_id: field('files') as FieldId,
          artifact_id: null,
          status: 'complete',
        })),
      )
      .execute(),
  )
  const group = shop.groups.get('painters') as UserGroupId
  const value = (label: string): number => Number(shop.values.get(label))
  return { shop, alice, bob, project: shop.projectId, group, targets: targets, files, value, field }
}

onEachDatabase((dialect) => {
  describe('values of fields', () => {
    const server = createServer(dialect)
    let fixture: Fixture

    beforeAll(async () => {
      fixture = await createFixture(server)
    })

    const tracker = () => ({ id: fixture.shop.trackers.get('thing') })
    const post = (...values: readonly object[]) => server.as('alice').post('artifacts', { tracker: tracker(), values })
    const entry = (key: string, input: object) => ({ field_id: fixture.field(key), ...input })
    const readValue = async (id: number, key: string) => {
      const { body } = await server.as('alice').get(`artifacts/${id}`)
      return body.values.find((each: { field_id: number }) => each.field_id === fixture.field(key))
    }

    it.each(rows)('$type ($key) can be set and changed, and the history contains both values', async (row) => {
      const created = await post(entry(row.key, row.firstInput(fixture)))
      expect(created.text).toContain('"uri"')
      const { id } = created.body
      expect(await readValue(id, row.key)).toMatchObject(row.firstOutput(fixture))

      const changed = await server
        .as('alice')
        .put(`artifacts/${id}`, { values: [entry(row.key, row.nextInput(fixture))] })
      expect({ status: changed.status, text: changed.text }).toEqual({ status: 200, text: '' })
      expect(changed.headers['etag']).not.toBe(created.headers['etag'])
      expect(await readValue(id, row.key)).toMatchObject(row.nextOutput(fixture))

      const { body } = await server.as('alice').get(`artifacts/${id}/changesets`)
      const history = body.map(({ values }: { values: readonly { field_id: number }[] }) =>
        values.find(({ field_id }) => field_id === fixture.field(row.key)),
      )
      expect(history).toMatchObject([row.firstOutput(fixture), row.nextOutput(fixture)])
    })

    it.each(rows)('$type ($key) is not changed by its current value', async (row) => {
      const { body } = await post(entry('string', { value: 'x' }))
      const input = { values: [entry(row.key, row.key === 'files' ? { value: [] } : row.nextInput(fixture))] }
      const once = await server.as('alice').put(`artifacts/${body.id}`, input)
      const before = await server.rowCounts()
      const twice = await server.as('alice').put(`artifacts/${body.id}`, input)
      expect(twice.status).toBe(200)
      expect(twice.headers['etag']).toBe(once.headers['etag'])
      expect(await server.rowCounts()).toEqual(before)
    })

    it.each(rows)('$type ($key) rejects an invalid value and changes nothing', async (row) => {
      const { body } = await post(entry('string', { value: 'x' }))
      const read = await server.as('alice').get(`artifacts/${body.id}`)
      const before = await server.rowCounts()
      const input = entry(row.key, row.invalidInput(fixture))
      const { status = 400 } = row
      const refusedPost = await post(input)
      expect(refusedPost.status).toBe(status)
      const reason = status === 404 ? 'Not Found' : 'Bad Request'
      expect(refusedPost.body.error.message).toContain(`${reason}: ${row.message(fixture)}`)
      const refusedPut = await server.as('alice').put(`artifacts/${body.id}`, { values: [input] })
      expect(refusedPut.status).toBe(status)
      expect(await server.rowCounts()).toEqual(before)
      expect((await server.as('alice').get(`artifacts/${body.id}`)).text).toBe(read.text)
    })

    it.each([
      { key: 'aid', value: 5, message: 'You are not allowed to update the field aid.' },
      { key: 'atid', value: 5, message: 'You are not allowed to update the field atid.' },
      { key: 'burndown', value: {}, message: 'You are not allowed to update the field burndown.' },
    ])('$key is rejected because the system sets it', async ({ key, value, message }) => {
      const before = await server.rowCounts()
      const response = await post(entry('string', { value: 'x' }), entry(key, { value }))
      expect(response.status).toBe(400)
      expect(response.body.error.message).toBe(`Bad Request: error: ${message}\n`)
      expect(await server.rowCounts()).toEqual(before)
    })

    it.each(['priority', 'subon', 'lud', 'subby', 'luby', 'cross'])('%s is ignored', async (key) => {
      const response = await post(entry('string', { value: 'x' }), entry(key, { value: 1 }))
      expect(response.status).toBe(201)
    })

    it('every editable field type has a row in this table', () => {
      const fillable = Object.values(fieldTypes).filter(({ isReadOnly, kind }) => kind === 'field' && !isReadOnly)
      const tested = new Set([...rows.map(({ type }) => type), 'Encrypted', 'ttmstepexec'])
      expect(fillable.map(({ type }) => type).filter((type) => !tested.has(type))).toEqual([])
    })

    it('Encrypted is rejected because no key is configured', async () => {
      const response = await post(entry('string', { value: 'x' }), entry('cipher', { value: 'secret' }))
      expect(response.status).toBe(400)
    })
  })
})
