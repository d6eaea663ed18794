import { beforeAll, describe, expect, it } from 'vitest'
import type { FieldDefinition } from '../../src/fields/definition.ts'
import { fieldTypes } from '../../src/fields/registry.ts'
import type { ArtifactId, FieldId, FileId, UserGroupId, UserId } from '../../src/kit/ids.ts'
import {
  createProjectFixture,
  fieldDefinition,
  type ProjectFixture,
  projectMembers,
  staticBind,
  trackerDefinition,
} from '../kit/project-fixture.ts'
import { createServer, onEachDatabase, type TestServer } from '../kit/server.ts'

/** What a row of the table may name. */
interface Known {
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

type Sent = (known: Known) => object
type Seen = (known: Known) => object

interface Row {
  readonly type: string
  readonly key: string
  readonly first: Sent
  readonly firstSeen: Seen
  readonly next: Sent
  readonly nextSeen: Seen
  readonly refused: Sent
  readonly status?: number
  readonly message: (known: Known) => string
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
  first: ({ value }) => ({ bind_value_ids: [`${value(`${type} red`)}`] }),
  firstSeen: ({ value }) => ({ bind_value_ids: [value(`${type} red`)], values: [{ label: `${type} red` }] }),
  next: () => ({ bind_value_ids: [100] }),
  nextSeen: () => ({ bind_value_ids: [], values: [] }),
  refused: () => ({ bind_value_ids: ['abc'] }),
  message: () => 'The submitted value abc is invalid',
})

const rows: readonly Row[] = [
  {
    type: 'string',
    key: 'string',
    first: () => ({ value: ' One <b> ' }),
    firstSeen: () => ({ value: ' One <b> ' }),
    next: () => ({ value: '' }),
    nextSeen: () => ({ value: '' }),
    refused: () => ({ value: 5 }),
    message: () => 'error: string is not a string.\n',
  },
  {
    type: 'text',
    key: 'text',
    first: () => ({ value: { content: 'a < b', format: 'text' } }),
    firstSeen: () => ({ value: 'a < b', format: 'text', post_processed_value: 'a &lt; b' }),
    next: () => ({ value: '**x**', format: 'commonmark' }),
    nextSeen: () => ({ format: 'html', commonmark: '**x**', value: '<p><strong>x</strong></p>\n' }),
    refused: () => ({ value: ['x'] }),
    message: () => 'error: text is not a text.\n',
  },
  {
    type: 'int',
    key: 'int',
    first: () => ({ value: '12' }),
    firstSeen: () => ({ value: 12 }),
    next: () => ({ value: '' }),
    nextSeen: () => ({ value: null }),
    refused: () => ({ value: 1.5 }),
    message: () => 'error: int is not an integer.\n',
  },
  {
    type: 'float',
    key: 'float',
    first: () => ({ value: 2.5 }),
    firstSeen: () => ({ value: 2.5 }),
    next: () => ({ value: '-1e3' }),
    nextSeen: () => ({ value: -1000 }),
    refused: () => ({ value: true }),
    message: () => 'error: float is not a float.\n',
  },
  {
    type: 'date',
    key: 'date',
    first: () => ({ value: '2026-04-01' }),
    firstSeen: () => ({ value: '2026-04-01T00:00:00+02:00', is_time_displayed: false }),
    next: () => ({ value: '' }),
    nextSeen: () => ({ value: null }),
    refused: () => ({ value: 'soon' }),
    message: () => 'error: date is not a date',
  },
  {
    type: 'date',
    key: 'datetime',
    first: () => ({ value: '2026-04-01T10:30:59+02:00' }),
    firstSeen: () => ({ value: '2026-04-01T10:30:00+02:00', is_time_displayed: true }),
    next: () => ({ value: '2026-04-02 08:15' }),
    nextSeen: () => ({ value: '2026-04-02T08:15:00+02:00' }),
    refused: () => ({ value: '2026-02-31' }),
    message: () => 'error: datetime is not a date',
  },
  ...['sb', 'rb', 'msb', 'cb'].map(list),
  {
    ...single,
    key: 'person',
    first: ({ alice }) => ({ bind_value_ids: [alice] }),
    firstSeen: ({ alice }) => ({ bind_value_ids: [alice], values: [{ username: 'alice' }] }),
    next: ({ bob }) => ({ bind_value_ids: [bob] }),
    nextSeen: ({ bob }) => ({ bind_value_ids: [bob] }),
    refused: ({ alice, bob }) => ({ bind_value_ids: [alice, bob] }),
    message: () => 'Selectbox fields can only have one value',
  },
  {
    type: 'msb',
    key: 'teams',
    first: ({ project, group }) => ({ bind_value_ids: [`${project}_3`, group] }),
    firstSeen: ({ project, group }) => ({ bind_value_ids: [`${project}_3`, `${group}`] }),
    next: ({ group }) => ({ bind_value_ids: [group] }),
    nextSeen: ({ group }) => ({ bind_value_ids: [`${group}`] }),
    refused: () => ({ bind_value_ids: [9999] }),
    message: () => 'The submitted value 9999 is invalid',
  },
  {
    type: 'tbl',
    key: 'tags',
    first: () => ({ value: { bind_value_objects: [{ label: 'tag red' }, { label: 'teal' }] } }),
    firstSeen: () => ({ bind_value_ids: ['tag red', 'teal'] }),
    next: () => ({ bind_value_ids: ['teal', 'plum'] }),
    nextSeen: () => ({ bind_value_ids: ['teal', 'plum'] }),
    refused: () => ({ value: { bind_value_objects: [{ id: 999_999 }] } }),
    message: ({ field }) => `Bind Value with ID 999999 does not exist for field ID ${field('tags')}`,
  },
  {
    type: 'file',
    key: 'files',
    first: ({ files }) => ({ value: [files[0]] }),
    firstSeen: ({ files }) => ({ file_descriptions: [{ id: files[0], name: 'a.txt' }] }),
    next: ({ files }) => ({ value: [files[1]] }),
    nextSeen: ({ files }) => ({ file_descriptions: [{ id: files[1] }] }),
    refused: () => ({ value: [999_999] }),
    status: 404,
    message: () => 'File #999999 not found',
  },
  {
    type: 'art_link',
    key: 'links',
    first: ({ targets }) => ({ links: [{ id: targets[0], type: '_is_child' }, { id: `${targets[1]}` }] }),
    firstSeen: ({ targets }) => ({
      links: [
        { id: targets[0], type: '_is_child' },
        { id: targets[1], type: null },
      ],
    }),
    next: ({ targets }) => ({ all_links: [{ id: targets[1], direction: 'forward', type: '' }] }),
    nextSeen: ({ targets }) => ({ links: [{ id: targets[1] }] }),
    refused: () => ({ links: [{ id: 999_999 }] }),
    message: () => 'error: links: 999999 is not an artifact id.\n',
  },
  {
    type: 'perm',
    key: 'access',
    first: ({ project, group }) => ({ value: { granted_groups: [`${project}_3`, group] } }),
    firstSeen: ({ project, group }) => ({ granted_groups_ids: [`${project}_3`, `${group}`] }),
    next: () => ({ value: { granted_groups: [] } }),
    nextSeen: () => ({ granted_groups_ids: [] }),
    refused: () => ({ value: { granted_groups: ['999_3'] } }),
    message: ({ field }) => `Invalid value "999_3" for field ${field('access')}`,
  },
  {
    type: 'computed',
    key: 'sum',
    first: () => ({ manual_value: '12.5' }),
    firstSeen: () => ({ is_autocomputed: false, manual_value: 12.5 }),
    next: () => ({ is_autocomputed: true }),
    nextSeen: () => ({ is_autocomputed: true, manual_value: null }),
    refused: () => ({ value: 5 }),
    message: () =>
      'Expected format for a computed field  : {"field_id" : 15458, "manual_value" : 12} or {"field_id" : 15458, "is_autocomputed" : true}',
  },
  {
    type: 'ttmstepdef',
    key: 'steps',
    first: () => ({ value: [aStep('Open'), aStep('Close')] }),
    firstSeen: () => ({
      value: [
        { description: 'Open', rank: 1 },
        { description: 'Close', rank: 2 },
      ],
    }),
    next: () => ({
      value: [
        { ...aStep('Close'), rank: 7 },
        { ...aStep('Knock'), rank: 2 },
      ],
    }),
    nextSeen: () => ({
      value: [
        { description: 'Knock', rank: 1 },
        { description: 'Close', rank: 2 },
      ],
    }),
    refused: () => ({ value: [{ description: 'x' }] }),
    message: () => 'Description or Expected Result text field missing',
  },
]

const aStep = (description: string) => ({
  description,
  description_format: 'text',
  expected_results: '',
  expected_results_format: 'text',
})

async function aShop(server: TestServer): Promise<Known> {
  const [alice, bob] = [await server.createUser('alice'), await server.createUser('bob')]
  const colors = (type: string) => ({ bind: staticBind([`${type} red`, ''], [`${type} blue`, '']) })
  const shop = await createProjectFixture(server, 'fields', {
    members: [alice, bob],
    groups: { painters: [alice] },
    trackers: (groups) => [
      trackerDefinition('thing', [
        fieldDefinition('string', 'string'),
        fieldDefinition('text', 'text'),
        fieldDefinition('int', 'int'),
        fieldDefinition('float', 'float'),
        fieldDefinition('date', 'date'),
        fieldDefinition('date', 'datetime', { properties: { display_time: 1 } }),
        ...(['sb', 'rb', 'msb', 'cb'] as const).map((type) => fieldDefinition(type, type, colors(type))),
        fieldDefinition('sb', 'person', { bind: projectMembers }),
        fieldDefinition('msb', 'teams', { bind: groupChoices(groups.get('painters') as UserGroupId) }),
        fieldDefinition('tbl', 'tags', { bind: staticBind(['tag red', '']) }),
        fieldDefinition('file', 'files'),
        fieldDefinition('art_link', 'links'),
        fieldDefinition('perm', 'access'),
        fieldDefinition('computed', 'sum'),
        fieldDefinition('ttmstepdef', 'steps'),
        fieldDefinition('Encrypted', 'cipher'),
        ...(['aid', 'atid', 'priority', 'subon', 'lud', 'subby', 'luby', 'cross', 'burndown'] as const).map((type) =>
          fieldDefinition(type, type, readOnly),
        ),
      ]),
    ],
  })
  const field = (key: string): number => Number(shop.fields.get(key))
  const planted = await shop.createArtifacts({ tracker: 'thing', changes: [{}] }, { tracker: 'thing', changes: [{}] })
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
          state: 'complete',
        })),
      )
      .execute(),
  )
  const group = shop.groups.get('painters') as UserGroupId
  const value = (label: string): number => Number(shop.values.get(label))
  return { shop, alice, bob, project: shop.projectId, group, targets: planted, files, value, field }
}

onEachDatabase((dialect) => {
  describe('a field', () => {
    const server = createServer(dialect)
    let known: Known

    beforeAll(async () => {
      known = await aShop(server)
    })

    const tracker = () => ({ id: known.shop.trackers.get('thing') })
    const post = (...values: readonly object[]) => server.as('alice').post('artifacts', { tracker: tracker(), values })
    const entry = (key: string, sent: object) => ({ field_id: known.field(key), ...sent })
    const seen = async (id: number, key: string) => {
      const { body } = await server.as('alice').get(`artifacts/${id}`)
      return body.values.find((each: { field_id: number }) => each.field_id === known.field(key))
    }

    it.each(rows)('$type ($key) takes a value, another one, and shows both in its history', async (row) => {
      const made = await post(entry(row.key, row.first(known)))
      expect(made.text).toContain('"uri"')
      const { id } = made.body
      expect(await seen(id, row.key)).toMatchObject(row.firstSeen(known))

      const changed = await server.as('alice').put(`artifacts/${id}`, { values: [entry(row.key, row.next(known))] })
      expect({ status: changed.status, text: changed.text }).toEqual({ status: 200, text: '' })
      expect(changed.headers['etag']).not.toBe(made.headers['etag'])
      expect(await seen(id, row.key)).toMatchObject(row.nextSeen(known))

      const { body } = await server.as('alice').get(`artifacts/${id}/changesets`)
      const told = body.map(({ values }: { values: readonly { field_id: number }[] }) =>
        values.find(({ field_id }) => field_id === known.field(row.key)),
      )
      expect(told).toMatchObject([row.firstSeen(known), row.nextSeen(known)])
    })

    it.each(rows)('$type ($key) is not changed by the value it has', async (row) => {
      const { body } = await post(entry('string', { value: 'x' }))
      const sent = { values: [entry(row.key, row.key === 'files' ? { value: [] } : row.next(known))] }
      const once = await server.as('alice').put(`artifacts/${body.id}`, sent)
      const before = await server.rowCounts()
      const twice = await server.as('alice').put(`artifacts/${body.id}`, sent)
      expect(twice.status).toBe(200)
      expect(twice.headers['etag']).toBe(once.headers['etag'])
      expect(await server.rowCounts()).toEqual(before)
    })

    it.each(rows)('$type ($key) refuses what is none of its values, and nothing changes', async (row) => {
      const { body } = await post(entry('string', { value: 'x' }))
      const read = await server.as('alice').get(`artifacts/${body.id}`)
      const before = await server.rowCounts()
      const sent = entry(row.key, row.refused(known))
      const { status = 400 } = row
      const refusedPost = await post(sent)
      expect(refusedPost.status).toBe(status)
      const reason = status === 404 ? 'Not Found' : 'Bad Request'
      expect(refusedPost.body.error.message).toContain(`${reason}: ${row.message(known)}`)
      const refusedPut = await server.as('alice').put(`artifacts/${body.id}`, { values: [sent] })
      expect(refusedPut.status).toBe(status)
      expect(await server.rowCounts()).toEqual(before)
      expect((await server.as('alice').get(`artifacts/${body.id}`)).text).toBe(read.text)
    })

    it.each([
      { key: 'aid', value: 5, message: 'You are not allowed to update the field aid.' },
      { key: 'atid', value: 5, message: 'You are not allowed to update the field atid.' },
      { key: 'burndown', value: {}, message: 'You are not allowed to update the field burndown.' },
    ])('$key is refused: the product sets it', async ({ key, value, message }) => {
      const before = await server.rowCounts()
      const answer = await post(entry('string', { value: 'x' }), entry(key, { value }))
      expect(answer.status).toBe(400)
      expect(answer.body.error.message).toBe(`Bad Request: error: ${message}\n`)
      expect(await server.rowCounts()).toEqual(before)
    })

    it.each(['priority', 'subon', 'lud', 'subby', 'luby', 'cross'])('%s is passed over', async (key) => {
      const answer = await post(entry('string', { value: 'x' }), entry(key, { value: 1 }))
      expect(answer.status).toBe(201)
    })

    it('of every type that people fill in has its row here', () => {
      const fillable = Object.values(fieldTypes).filter(({ isReadOnly, kind }) => kind === 'field' && !isReadOnly)
      const tested = new Set([...rows.map(({ type }) => type), 'Encrypted', 'ttmstepexec'])
      expect(fillable.map(({ type }) => type).filter((type) => !tested.has(type))).toEqual([])
    })

    it('of encrypted text takes none, for there is no key', async () => {
      const answer = await post(entry('string', { value: 'x' }), entry('cipher', { value: 'secret' }))
      expect(answer.status).toBe(400)
    })
  })
})
