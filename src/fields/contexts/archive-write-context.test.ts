import fc, { type Arbitrary } from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ArtifactId, BindValueId, FieldId, FileId, TrackerId, UserGroupId, UserId } from '../../kit/values/ids.ts'
import { NONE_USER } from '../../kit/values/ids.ts'
import { parseMoment } from '../../kit/values/time.ts'
import { parseXml } from '../../kit/xml/read.ts'
import type { Bind, Field, FieldTypeName } from '../model/field.ts'
import { fieldTypes, getFieldType } from '../registry/registry.ts'
import type { ArchiveReadContext } from './archive-read-context.ts'
import type { ArchiveWriteContext } from './archive-write-context.ts'

const zones = ['UTC', 'Europe/Paris', 'America/New_York', 'Asia/Kathmandu'] as const
const people = new Map([
  [101, { format: 'username', name: 'mira' }],
  [102, { format: 'ldap', name: 'uid=ole,ou=people' }],
  [103, { format: 'username', name: 'Ünal & <co>' }],
] as const)
const groups = new Map([
  [3, 'ugroup_project_members_name_key'],
  [105, 'testers'],
] as const)
const openLabels = new Map([
  [1, 'teal'],
  [2, 'two words ]]> & <more>'],
  [3, '12'],
])

const bindValue = (id: number, label: string) => ({
  id: id as BindValueId,
  label,
  description: '',
  rank: id,
  isHidden: false,
  isDefault: false,
  color: '',
})
const binds: Readonly<Record<Bind['kind'], Bind>> = {
  static: { kind: 'static', isAlphabetical: false, values: [bindValue(11, 'red'), bindValue(12, 'green')] },
  users: { kind: 'users', sources: [{ kind: 'members' }], defaults: [] },
  ugroups: {
    kind: 'ugroups',
    values: [3, 105].map((groupId, index) => ({
      id: (21 + index) as BindValueId,
      groupId: groupId as UserGroupId,
      isHidden: false,
      isDefault: false,
    })),
  },
}
const keysOf: Readonly<Record<Bind['kind'], readonly number[]>> = {
  static: [11, 12],
  users: [101, 102, 103],
  ugroups: [21, 22],
}

const aField = (type: FieldTypeName, more: Partial<Field> = {}): Field => ({
  id: 7 as FieldId,
  trackerId: 1 as TrackerId,
  parentId: null,
  type,
  name: 'some_field',
  label: 'Some field',
  description: '',
  rank: 0,
  isUsed: true,
  isRequired: false,
  hasNotifications: false,
  properties: {},
  bind: null,
  permissions: { read: [], submit: [], update: [] },
  ...more,
})

const writing = (timezone: string): ArchiveWriteContext => ({
  timezone,
  userReferenceOf: (id) => (id === NONE_USER ? { format: 'username', name: 'None' } : people.get(id as never)),
  groupKeyOf: (id) => groups.get(id as never),
  openLabelOf: (id) => openLabels.get(id),
  fileOf: (id) => `fileinfo_${id}`,
  artifactOf: (id) => `${id}`,
})

const reading = (timezone: string): ArchiveReadContext => {
  let steps = 0
  return {
    timezone,
    userOf: (format, reference) =>
      reference === 'None'
        ? NONE_USER
        : ([...people].find(([, each]) => each.format === format && each.name === reference)?.[0] as
            | UserId
            | undefined),
    valueOf: (key) => Number(key.replace('V', '')) as BindValueId,
    groupOf: (name) => [...groups].find(([, each]) => each === name)?.[0] as UserGroupId | undefined,
    fileOf: (reference) => Number(reference.replace('fileinfo_', '')) as FileId,
    artifactOf: (oldId) => Number(oldId) as ArtifactId,
    linkType: (nature) => nature,
    openValueOf: (_field, label) => [...openLabels].find(([, each]) => each === label)?.[0],
    nextStepId: () => ++steps,
    reportProblem(_line, text) {
      throw new Error(text)
    },
  }
}

/** Text that XML can contain: everything except control characters. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('', ' ', ']]>', '<![CDATA[x]]>', '&amp;', 'a\nb\tc', 'line\r\nline', '<b>', '😀'),
)
const richText = fc.record({ format: fc.constantFrom('text', 'html', 'commonmark'), content: text })
const someOf = <T>(list: readonly T[]): Arbitrary<T[]> => fc.shuffledSubarray([...list])
const lists = (['sb', 'rb', 'msb', 'cb'] as const).flatMap((type) =>
  (['static', 'users', 'ugroups'] as const).map((kind) => {
    const chosen = someOf(keysOf[kind])
    const isMultiple = type === 'msb' || type === 'cb'
    return [
      `${type} of ${kind}`,
      aField(type, { bind: binds[kind] }),
      isMultiple ? chosen : chosen.map((all) => all.slice(0, 1)),
    ] as const
  }),
)
const openItems = [...openLabels.keys()].map((id) => `o${id}`)
const openLists = (['static', 'users', 'ugroups'] as const).map(
  (kind) =>
    [
      `tbl of ${kind}`,
      aField('tbl', { bind: binds[kind] }),
      someOf([...keysOf[kind].map((id) => `b${id}`), ...openItems]),
    ] as const,
)
const midnight = (zone: string) =>
  fc
    .record({
      year: fc.integer({ min: 1971, max: 2300 }),
      month: fc.integer({ min: 1, max: 12 }),
      day: fc.integer({ min: 1, max: 28 }),
    })
    .map((wall) => parseMoment(wall, zone))
const links = fc.uniqueArray(
  fc.record({ id: fc.integer({ min: 1, max: 1e9 }), type: fc.constantFrom('', '_is_child', 'fixed_in') }),
  { selector: ({ id }) => id },
)

const cases: readonly (readonly [string, Field, Arbitrary<unknown>])[] = [
  ['string', aField('string'), text],
  ['text', aField('text'), richText],
  ['int', aField('int'), fc.option(fc.maxSafeInteger())],
  ['duration', aField('duration'), fc.option(fc.maxSafeNat())],
  ['float', aField('float'), fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }))],
  [
    'date with time',
    aField('date', { properties: { display_time: 1 } }),
    fc.option(fc.integer({ min: -1e9, max: 1e10 })),
  ],
  ['computed', aField('computed'), fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }))],
  ['file', aField('file'), fc.uniqueArray(fc.integer({ min: 1 }))],
  ['art_link', aField('art_link'), links],
  ['perm', aField('perm'), fc.option(fc.shuffledSubarray([3, 105], { minLength: 1 }))],
  ['Encrypted', aField('Encrypted'), text],
  [
    'ttmstepdef',
    aField('ttmstepdef'),
    fc.array(fc.record({ id: fc.constant(0), description: richText, expectedResults: richText })),
  ],
  ...lists,
  ...openLists,
]

const afterWriting = (field: Field, value: unknown, zone: string): unknown => {
  const { archive } = getFieldType(field.type)
  const xml = archive?.write(value, field, writing(zone)) ?? ''
  const change = parseXml(xml)
  expect(change.attributes).toMatchObject({ field_name: field.name, type: archive?.changeType })
  return archive?.read(change, field, reading(zone))
}

describe('values in archives', () => {
  it.each(cases)('round-trip: %s', (_name, field, values) => {
    const { storage } = getFieldType(field.type)
    fc.assert(
      fc.property(values, fc.constantFrom(...zones), (value, zone) => {
        const again = afterWriting(field, value, zone)
        if (storage?.isSameValue(value, again) !== true) expect(again).toEqual(value)
      }),
    )
  })

  it.each(zones)('keep their day in %s', (zone) => {
    const field = aField('date')
    fc.assert(
      fc.property(fc.option(midnight(zone)), (value) => {
        expect(afterWriting(field, value, zone)).toBe(value)
      }),
    )
  })

  it('round-trip for every type with an archive format', () => {
    const tried = new Set([...cases.map(([, { type }]) => type), 'date'])
    const all = Object.values(fieldTypes).flatMap(({ type, archive }) => (archive === undefined ? [] : [type]))
    expect(all.filter((type) => !tried.has(type))).toEqual([])
  })

  it.each([
    ['users', '<value format="username"><![CDATA[None]]></value>'],
    ['static', '<value/>'],
    ['ugroups', '<value/>'],
  ] as const)('represent an empty list of %s as %s', (kind, value) => {
    const xml = getFieldType('sb').archive?.write([], aField('sb', { bind: binds[kind] }), writing('UTC'))
    expect(xml).toContain(`bind="${kind}">${value}</field_change>`)
  })

  it('lose only characters that XML cannot contain', () => {
    expect(afterWriting(aField('string'), 'a\u0000b\u0008c\ud800d', 'UTC')).toBe('abcd')
  })
})
