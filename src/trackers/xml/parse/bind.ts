import { isStaticGroup } from '../../../accounts/model/groups.ts'
import type { BindDefinition, UserSourceDefinition, ValueDefinition } from '../../../fields/model/definition.ts'
import { message } from '../../../kit/messages/message.ts'
import type { UserGroupId } from '../../../kit/values/ids.ts'
import { findChild, findChildren, getText, type XmlElement } from '../../../kit/xml/element.ts'
import { maxWorkLimit } from '../../model/work-limit.ts'
import { getRequiredAttribute, parseFlag, parseFlagAttribute, parseIdAttribute } from '../attributes.ts'
import type { ParseContext } from '../parse-context.ts'
import { parseColor } from './color.ts'

/** Parses the source of list values (docs/api/archive-format.md §2.3). */
export function parseBind(bind: XmlElement, name: string, context: ParseContext): BindDefinition {
  const type = bind.attributes['type']?.trim() ?? ''
  switch (type) {
    case 'static':
      return parseStatic(bind, context)
    case 'users':
      return { kind: 'users', sources: parseSources(bind, context), defaultUsers: parseDefaultUsers(bind, context) }
    case 'ugroups':
      return { kind: 'ugroups', values: parseGroups(bind, context) }
    default:
      context.notes.remark(
        'default-used',
        bind.line,
        message`"${type}" is not a source of values: the list ${name} gets values of its own`,
      )
      return parseStatic(bind, context)
  }
}

function parseStatic(bind: XmlElement, { notes }: ParseContext): BindDefinition {
  const items = bindItems(bind)
  const keys = new Set(items.map((item) => parseIdAttribute(item, 'ID')))
  const colors = new Map<string, string>()
  for (const decorator of childElements(bind, 'decorators', 'decorator')) {
    const key = parseIdAttribute(decorator)
    if (key === '' || keys.has(key)) colors.set(key, parseColor(decorator, notes))
    else reportUnknownValue(decorator, key, notes)
  }
  const defaults = parseDefaults(bind, keys, notes)
  const values = items.map((item): ValueDefinition => {
    const key = getRequiredAttribute(item, 'ID', notes)
    return {
      key,
      label: item.attributes['label']?.trim() ?? '',
      description: getText(item, 'description')?.trim() ?? '',
      isHidden: parseFlagAttribute(item, 'is_hidden', false, notes),
      isDefault: defaults.has(key),
      color: colors.get(key) ?? '',
      ...parseWorkLimit(item),
    }
  })
  // A decorator without a key is that of "None".
  const noneColor = colors.get('') ?? ''
  return {
    kind: 'static',
    isAlphabetical: parseFlag(bind.attributes['is_rank_alpha'], false),
    ...(noneColor === '' ? {} : { noneColor }),
    values,
  }
}

/** Tulipwood extension: a hint of boards, so that a wrong one is no problem. */
function parseWorkLimit({ attributes }: XmlElement): { readonly workLimit?: number } {
  const limit = Number(attributes['work_limit'])
  return Number.isInteger(limit) && limit >= 1 && limit <= maxWorkLimit ? { workLimit: limit } : {}
}

function parseDefaults(bind: XmlElement, keys: ReadonlySet<string>, notes: ParseContext['notes']): ReadonlySet<string> {
  const defaults = new Set<string>()
  for (const value of childElements(bind, 'default_values', 'value')) {
    const key = parseIdAttribute(value)
    if (keys.has(key)) defaults.add(key)
    // "None" is what a list without default begins with.
    else if (key !== '' && key !== '100' && key !== 'V100') reportUnknownValue(value, key, notes)
  }
  return defaults
}

/** docs/api/archive-format.md §1.8: dangling references are dropped. */
function reportUnknownValue({ name, line }: XmlElement, key: string, notes: ParseContext['notes']): void {
  notes.remark(
    'invalid-reference',
    line,
    message`<${name} REF="${key}"> refers to an unknown list value: it is left out`,
  )
}

function parseSources(bind: XmlElement, { notes, groupOf }: ParseContext): UserSourceDefinition[] {
  return bindItems(bind).flatMap((item): UserSourceDefinition[] => {
    const label = item.attributes['label']?.trim() ?? ''
    const source = userSourceByLabel.get(label)
    if (source !== undefined) return [source]
    const number = Number(/^ugroup_(\d+)$/.exec(label)?.[1] ?? Number.NaN)
    // Ids up to 100 are the same on all sites; static groups are identified by name.
    const group = number <= 100 ? (number as UserGroupId) : groupOf(label)
    if (group !== undefined && !(isStaticGroup(group) && Number.isInteger(number))) return [{ kind: 'group', group }]
    notes.remark(
      'unknown-group',
      item.line,
      message`The users of "${label}" are left out: the archive has no such group`,
    )
    return []
  })
}

const userSourceByLabel: ReadonlyMap<string, UserSourceDefinition> = new Map([
  ['group_members', { kind: 'members' }],
  ['group_admins', { kind: 'administrators' }],
  ['artifact_submitters', { kind: 'submitters' }],
  ['artifact_modifiers', { kind: 'modifiers' }],
])

function parseDefaultUsers(bind: XmlElement, { notes, userOf, isSingleTracker }: ParseContext): number[] {
  return childElements(bind, 'default_values', 'value').flatMap((value) => {
    const reference = value.text.trim()
    if (reference === '') return []
    const user = userOf(value.attributes['format'] ?? 'username', reference)
    if (user !== undefined) return [user]
    const why = isSingleTracker
      ? message`there is no account ${reference}`
      : message`the user ${reference} is not in users.xml`
    notes.remark('unknown-user', value.line, message`A default value is left out: ${why}`)
    return []
  })
}

function parseGroups(bind: XmlElement, { notes, groupOf }: ParseContext) {
  const items = bindItems(bind)
  const defaults = parseDefaults(bind, new Set(items.map((item) => parseIdAttribute(item, 'ID'))), notes)
  return items.flatMap((item) => {
    const key = getRequiredAttribute(item, 'ID', notes)
    const label = item.attributes['label'] ?? ''
    const group = groupOf(label)
    if (group === undefined) {
      notes.remark(
        'unknown-group',
        item.line,
        message`"${label}" is not a user group of the project: the list goes without it`,
      )
      return []
    }
    const isHidden = parseFlagAttribute(item, 'is_hidden', false, notes)
    return [{ key, group, isHidden, isDefault: defaults.has(key) }]
  })
}

const bindItems = (bind: XmlElement): readonly XmlElement[] => childElements(bind, 'items', 'item')

function childElements(bind: XmlElement, holderName: string, name: string): readonly XmlElement[] {
  const holder = findChild(bind, holderName)
  return holder === undefined ? [] : findChildren(holder, name)
}
