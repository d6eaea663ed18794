import type { Choices } from './choices.ts'
import { fieldNames, labels, structureNames } from './pools.ts'
import { buildElement, generateText, generateWord, type Xml } from './xml.ts'

/** Field kinds whose values are compared. */
const kinds = [
  'string',
  'text',
  'int',
  'float',
  'date',
  'time',
  'sb',
  'msb',
  'rb',
  'cb',
  'users',
  'tbl',
  'art_link',
  'file',
  'computed',
  'perm',
  'ttmstepdef',
] as const
type Kind = (typeof kinds)[number]

/** A list value and the key that refers to it. */
interface Choice {
  readonly key: string
  readonly label: string
}

/** A field whose history is known. */
export interface KnownField {
  readonly kind: Kind
  /** As in the archive. */
  readonly name: string
  /** As in the tracker. */
  readonly shortName: string
  readonly key: string
  readonly values: readonly Choice[]
}

export interface GeneratedForm {
  readonly formElements: Xml
  readonly fields: readonly KnownField[]
  /** Keys of all elements and list values, and some unknown keys. */
  readonly keys: readonly string[]
}

/** Ids that are unique in the archive. */
export type Keys = (letter: 'F' | 'V' | 'T') => string

export function listKeys(choices: Choices): Keys {
  let last = 0
  return (letter) => {
    last += 1
    return choices.pick([
      `${letter}${last}`,
      `${letter}_${last}_x`,
      `${letter.toLowerCase()}.${last}`,
      `${letter}\u00F6${last}`,
    ])
  }
}

export function generateForm(choices: Choices, keys: Keys): GeneratedForm {
  const fields: KnownField[] = []
  const used: string[] = []
  const knownElements = choices
    .shuffled(kinds)
    .slice(0, choices.integer(0, kinds.length))
    .map((kind, index) => {
      const { field, element } = knownField(kind, index, choices, keys)
      fields.push(field)
      used.push(field.key, ...field.values.map(({ key }) => key))
      return element
    })
  const odd = choices.some(5, () => oddElement(choices, keys))
  const elements = nested(choices.shuffled([...knownElements, ...odd]), choices, keys)
  const last = choices.some(2, () => lateElement(fields, choices, keys)).flat()
  return {
    formElements: buildElement('formElements', {}, [...elements, ...last]),
    fields,
    keys: [...used, 'F_of_nothing', 'V_of_nothing', '', '100'],
  }
}

const typeOf = (kind: Kind): string => (kind === 'time' ? 'date' : kind === 'users' ? 'msb' : kind)

function knownField(kind: Kind, index: number, choices: Choices, keys: Keys): { field: KnownField; element: Xml } {
  const key = keys('F')
  const name = `f${index}_${choices.pick(fieldNames)}`
  const values = ['sb', 'msb', 'rb', 'cb', 'tbl'].includes(kind)
    ? choices.some(6, () => ({ key: keys('V'), label: choices.pick(labels).replaceAll('\n', ' ') }))
    : []
  const shortName = name.replaceAll(' ', '_').slice(0, 255)
  const field = { kind, name, shortName, key, values }
  const tag = kind === 'ttmstepdef' && choices.once(2) ? 'externalField' : 'formElement'
  const attributes = { type: typeOf(kind), ID: key, rank: rankOf(choices), ...oddAttributes(choices) }
  return { field, element: buildElement(tag, attributes, parts(field, choices)) }
}

const rankOf = (choices: Choices): string =>
  choices.pick(['0', '1', '7', '-3', '2147483647', '999999999999', '1.5', 'first'])

/** Optional attributes, with valid and invalid values. */
function oddAttributes(choices: Choices): Record<string, string> {
  const flag = () => choices.pick(['1', '0', 'true', 'false', '', 'maybe'])
  return Object.fromEntries(
    choices
      .some(3, () => choices.pick(['required', 'notifications', 'scope', 'id', 'tracker_id', 'x-odd']))
      .map((name) => [name, flag()]),
  )
}

function parts(field: KnownField, choices: Choices): Xml[] {
  const { kind, name, values } = field
  const bind = kind === 'users' ? [usersBind(choices)] : typeHasBind.has(kind) ? [staticBind(values, choices)] : []
  return choices.shuffled([
    generateWord('name', name),
    generateWord('label', choices.pick(labels)),
    ...(choices.once(2) ? [] : [generateText('description', choices.pick(labels))]),
    ...propertiesOf(kind, choices),
    ...bind,
    ...(choices.once(12) ? [buildElement('x-odd', { of: 'a field' }, [generateText('x', 'y')])] : []),
  ])
}

const typeHasBind: ReadonlySet<Kind> = new Set(['sb', 'msb', 'rb', 'cb', 'tbl', 'users'])

/** Properties as exporters of several years wrote them, and invalid ones. */
function propertiesOf(kind: Kind, choices: Choices): Xml[] {
  if (kind !== 'time' && choices.once(3)) return []
  const number = () => choices.pick(['0', '5', '', '-1', '99999999999999999999', 'many', '1e999'])
  const timeProperty =
    kind === 'time' ? { display_time: '1' } : kind === 'date' ? { display_time: choices.pick(['0', '']) } : {}
  const more: Record<string, string> = Object.fromEntries(
    choices
      .some(4, () =>
        choices.pick([
          'maxchars',
          'size',
          'rows',
          'cols',
          'default_value',
          'hint',
          'target_field_name',
          'fast_compute',
          'use_cache',
          'can_edit_reverse_links',
          'x-odd',
        ]),
      )
      .map((name) => [
        name,
        name === 'default_value' ? choices.pick(['today', '1760000000', '1.5', 'text', '']) : number(),
      ]),
  )
  return [buildElement('properties', { ...more, ...timeProperty })]
}

function staticBind(values: readonly Choice[], choices: Choices): Xml {
  const items = values.map(({ key, label }) =>
    buildElement(
      'item',
      { ID: key, label, is_hidden: choices.pick(['0', '1', 'false', undefined]) },
      choices.once(4) ? [generateText('description', choices.pick(labels))] : [],
    ),
  )
  const reference = () => ({ REF: choices.pick([...values.map(({ key }) => key), 'V_of_nothing', '', undefined]) })
  const decorators = choices.some(3, () =>
    buildElement('decorator', {
      ...reference(),
      ...choices.pick([
        { tlp_color_name: 'fiesta-red' },
        { tlp_color_name: 'fiesta_red' },
        { tlp_color_name: 'no-such-colour' },
        { r: '255', g: '0', b: '16' },
        { r: '256', g: '-1', b: 'x' },
        { r: '', g: '', b: '' },
      ]),
    }),
  )
  const defaults = choices.some(2, () => buildElement('value', reference()))
  return buildElement(
    'bind',
    {
      type: choices.pick(['static', 'static', 'static', 'of old', undefined]),
      is_rank_alpha: choices.pick(['0', '1']),
    },
    choices.shuffled([
      buildElement('items', {}, items),
      ...(decorators.length > 0 ? [buildElement('decorators', {}, decorators)] : []),
      ...(choices.once(2) ? [buildElement('default_values', {}, defaults)] : []),
    ]),
  )
}

function usersBind(choices: Choices): Xml {
  const sources = [
    'group_members',
    'group_admins',
    'artifact_submitters',
    'artifact_modifiers',
    'ugroup_2',
    'ugroup_4711',
    'ghosts',
    '',
  ]
  const items = choices.some(3, () => buildElement('item', { label: choices.pick(sources) }))
  const defaults = choices.some(2, () =>
    generateText('value', choices.pick(['mira', 'ghost', '', 'None']), {
      format: choices.pick(['username', 'ldap', 'odd', undefined]),
    }),
  )
  return buildElement('bind', { type: 'users' }, [
    buildElement('items', {}, items),
    buildElement('default_values', {}, defaults),
  ])
}

/** Form elements without a value, or with one that is not compared. */
function oddElement(choices: Choices, keys: Keys): Xml {
  const of = (type: string | undefined, more: readonly Xml[] = [], name = choices.pick(structureNames)) =>
    buildElement('formElement', { type, ID: keys('F'), rank: rankOf(choices) }, [
      generateWord('name', name),
      generateWord('label', choices.pick(labels)),
      ...more,
    ])
  return choices.pick([
    () => of('fieldset'),
    () => of('column', [buildElement('formElements')]),
    () => of('separator'),
    () => of('linebreak'),
    () => of('staticrichtext', [buildElement('properties', { static_value: '<p>Hello</p><script>x</script>' })]),
    () => of('riddle'),
    () => buildElement('formElement', { type: 'riddle' }),
    () => buildElement('externalField'),
    () => buildElement('externalField', { type: 'of-another-plugin', ID: keys('F') }),
    () => buildElement('widget', {}, [generateText('x', 'y')]),
    () => of('burndown', [buildElement('properties', { use_cache: '1', include_weekends: 'x' })]),
    () =>
      of(choices.pick(['aid', 'atid', 'subon', 'subby', 'lud', 'luby', 'cross', 'priority', 'burnup', 'encrypted'])),
    () =>
      of('sb', [
        buildElement('bind', { type: 'ugroups', is_rank_alpha: 'x' }, [
          buildElement('items', {}, [
            buildElement('item', { ID: keys('V'), label: 'UGROUP_PROJECT_MEMBERS', is_hidden: '0' }),
            buildElement('item', { ID: keys('V'), label: 'ghosts', is_hidden: '0' }),
          ]),
        ]),
      ]),
  ])()
}

/** Comes last, so that it takes no name from a known field. */
function lateElement(fields: readonly KnownField[], choices: Choices, keys: Keys): Xml[] {
  const other = fields.length === 0 ? undefined : choices.pick(fields)
  const name = other?.name ?? 'late'
  const type = choices.pick(['string', 'art_link', 'perm', 'fieldset', 'int'])
  // Only the first field of these types is used.
  if ((type === 'art_link' || type === 'perm') && !fields.some(({ kind }) => kind === type)) return []
  const attributes = { type, ID: keys('F'), rank: '0', use_it: choices.pick(['1', '0', undefined]) }
  return [buildElement('formElement', attributes, [generateWord('name', name), generateWord('label', 'Late')])]
}

/** The same elements, some of them nested in others. */
function nested(elements: readonly Xml[], choices: Choices, keys: Keys): Xml[] {
  const depth = choices.integer(0, 3)
  let inside = [...elements]
  for (let level = 0; level < depth; level += 1) {
    const from = choices.integer(0, inside.length)
    const to = choices.integer(from, inside.length)
    const holder = buildElement(
      'formElement',
      { type: choices.pick(['fieldset', 'column', 'riddle', 'string']), ID: keys('F'), rank: rankOf(choices) },
      choices.shuffled([
        generateWord('name', `holder_${level}`),
        generateWord('label', choices.pick(labels)),
        buildElement('formElements', {}, inside.slice(from, to)),
      ]),
    )
    inside = [...inside.slice(0, from), holder, ...inside.slice(to)]
  }
  return inside
}
