import type { BindDefinition, UserSourceDefinition, ValueDefinition } from '../../fields/definition.ts'
import type { UserGroupId } from '../../kit/ids.ts'
import { child, children, textOf, type XmlElement } from '../../kit/xml/element.ts'
import { isStaticGroup } from '../../platform/model/groups.ts'
import { flagAttribute, idAttribute, readFlag, requiredAttribute } from './attributes.ts'
import { readColor } from './color.ts'
import type { Surroundings } from './surroundings.ts'

/** Where the values of a list come from (docs/api/archive-format.md §2.3). */
export function readBind(bind: XmlElement, name: string, around: Surroundings): BindDefinition {
  const type = bind.attributes['type']?.trim() ?? ''
  switch (type) {
    case 'static':
      return readStatic(bind, around)
    case 'users':
      return { kind: 'users', sources: readSources(bind, around), defaultUsers: readDefaultUsers(bind, around) }
    case 'ugroups':
      return { kind: 'ugroups', values: readGroups(bind, around) }
    default:
      around.notes.remark(
        'default-used',
        bind.line,
        `"${type}" is not a source of values: the list ${name} gets values of its own`,
      )
      return readStatic(bind, around)
  }
}

function readStatic(bind: XmlElement, { notes }: Surroundings): BindDefinition {
  const items = itemsIn(bind)
  const keys = new Set(items.map((item) => idAttribute(item, 'ID')))
  const colors = new Map<string, string>()
  for (const decorator of partsOf(bind, 'decorators', 'decorator')) {
    const key = idAttribute(decorator)
    // Without a key it colours "None", which static lists do not show.
    if (key === '') continue
    if (keys.has(key)) colors.set(key, readColor(decorator, notes))
    else noteUnknown(decorator, key, notes)
  }
  const defaults = readDefaults(bind, keys, notes)
  const values = items.map((item): ValueDefinition => {
    const key = requiredAttribute(item, 'ID', notes)
    return {
      key,
      label: item.attributes['label']?.trim() ?? '',
      description: textOf(item, 'description')?.trim() ?? '',
      isHidden: flagAttribute(item, 'is_hidden', false, notes),
      isDefault: defaults.has(key),
      color: colors.get(key) ?? '',
    }
  })
  return { kind: 'static', isAlphabetical: readFlag(bind.attributes['is_rank_alpha'], false), values }
}

function readDefaults(bind: XmlElement, keys: ReadonlySet<string>, notes: Surroundings['notes']): ReadonlySet<string> {
  const defaults = new Set<string>()
  for (const value of partsOf(bind, 'default_values', 'value')) {
    const key = idAttribute(value)
    if (keys.has(key)) defaults.add(key)
    // "None" is what a list without default begins with.
    else if (key !== '' && key !== '100' && key !== 'V100') noteUnknown(value, key, notes)
  }
  return defaults
}

/** docs/api/archive-format.md §1.8: a reference to nothing is dropped. */
function noteUnknown({ name, line }: XmlElement, key: string, notes: Surroundings['notes']): void {
  notes.remark('invalid-reference', line, `<${name} REF="${key}"> names no value of its list: it is left out`)
}

function readSources(bind: XmlElement, { notes, groupOf }: Surroundings): UserSourceDefinition[] {
  return itemsIn(bind).flatMap((item): UserSourceDefinition[] => {
    const label = item.attributes['label']?.trim() ?? ''
    const known = peopleByLabel.get(label)
    if (known !== undefined) return [known]
    const number = Number(/^ugroup_(\d+)$/.exec(label)?.[1] ?? Number.NaN)
    // Only ids up to 100 mean the same everywhere; a static group is told by its name.
    const group = number <= 100 ? (number as UserGroupId) : groupOf(label)
    if (group !== undefined && !(isStaticGroup(group) && Number.isInteger(number))) return [{ kind: 'group', group }]
    notes.remark(
      'unknown-group',
      item.line,
      `The people of "${label}" are left out: there is no such group in the archive`,
    )
    return []
  })
}

const peopleByLabel: ReadonlyMap<string, UserSourceDefinition> = new Map([
  ['group_members', { kind: 'members' }],
  ['group_admins', { kind: 'administrators' }],
  ['artifact_submitters', { kind: 'submitters' }],
  ['artifact_modifiers', { kind: 'modifiers' }],
])

function readDefaultUsers(bind: XmlElement, { notes, userOf, isAlone }: Surroundings): number[] {
  return partsOf(bind, 'default_values', 'value').flatMap((value) => {
    const reference = value.text.trim()
    if (reference === '') return []
    const user = userOf(value.attributes['format'] ?? 'username', reference)
    if (user !== undefined) return [user]
    const why = isAlone ? `there is no account ${reference}` : `the user ${reference} is not in users.xml`
    notes.remark('unknown-user', value.line, `A default value is left out: ${why}`)
    return []
  })
}

function readGroups(bind: XmlElement, { notes, groupOf }: Surroundings) {
  const items = itemsIn(bind)
  const defaults = readDefaults(bind, new Set(items.map((item) => idAttribute(item, 'ID'))), notes)
  return items.flatMap((item) => {
    const key = requiredAttribute(item, 'ID', notes)
    const label = item.attributes['label'] ?? ''
    const group = groupOf(label)
    if (group === undefined) {
      notes.remark('unknown-group', item.line, `"${label}" is no user group of the project: the list goes without it`)
      return []
    }
    const isHidden = flagAttribute(item, 'is_hidden', false, notes)
    return [{ key, group, isHidden, isDefault: defaults.has(key) }]
  })
}

const itemsIn = (bind: XmlElement): readonly XmlElement[] => partsOf(bind, 'items', 'item')

function partsOf(bind: XmlElement, holderName: string, name: string): readonly XmlElement[] {
  const holder = child(bind, holderName)
  return holder === undefined ? [] : children(holder, name)
}
