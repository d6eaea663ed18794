import type { BindDefinition, UserSourceDefinition } from '../../fields/definition.ts'
import type { UserId } from '../../kit/ids.ts'
import { element, type Markup, text } from '../../kit/xml/write.ts'
import { isStaticGroup } from '../../platform/model/groups.ts'
import { colorAttributes } from './color.ts'
import { flag } from './flag.ts'
import { held, referTo, textIn } from './named.ts'
import type { Surroundings } from './surroundings.ts'

/** Where the values of a list come from (docs/api/archive-format.md §2.3). */
export function writeBind(bind: BindDefinition, around: Surroundings): Markup {
  switch (bind.kind) {
    case 'static':
      return writeStatic(bind)
    case 'users':
      return writeUsers(bind, around)
    case 'ugroups':
      return writeGroups(bind, around)
    default:
      return bind satisfies never
  }
}

function writeStatic({ values, isAlphabetical }: BindDefinition & { kind: 'static' }): Markup {
  const items = values.map(({ key, label, description, isHidden }) =>
    element(
      'item',
      { ID: key, label, is_hidden: flag(isHidden) },
      ...(description === '' ? [] : [textIn('description', description)]),
    ),
  )
  const coloured = values.filter(({ color }) => color !== '')
  return element(
    'bind',
    { type: 'static', is_rank_alpha: flag(isAlphabetical) },
    ...held('items', items),
    ...held(
      'decorators',
      coloured.map(({ key, color }) => element('decorator', { REF: key, ...colorAttributes(color) })),
    ),
    ...writeDefaults(values),
  )
}

function writeUsers(
  { sources, defaultUsers }: BindDefinition & { kind: 'users' },
  { personOf, groupNameOf }: Surroundings,
): Markup {
  const labels = sources.flatMap((source) => labelOf(source, groupNameOf) ?? [])
  const people = defaultUsers.flatMap((id) => personOf(id as UserId) ?? [])
  return element(
    'bind',
    { type: 'users' },
    ...held(
      'items',
      labels.map((label) => element('item', { label })),
    ),
    ...held(
      'default_values',
      people.map(({ format, name }) => element('value', { format }, text(name))),
    ),
  )
}

/** Only ids up to 100 mean the same everywhere; a static group is told by its name. */
function labelOf(source: UserSourceDefinition, groupNameOf: Surroundings['groupNameOf']): string | undefined {
  switch (source.kind) {
    case 'members':
      return 'group_members'
    case 'administrators':
      return 'group_admins'
    case 'submitters':
      return 'artifact_submitters'
    case 'modifiers':
      return 'artifact_modifiers'
    case 'group':
      return isStaticGroup(source.group) ? groupNameOf(source.group) : `ugroup_${source.group}`
    default:
      return source satisfies never
  }
}

function writeGroups({ values }: BindDefinition & { kind: 'ugroups' }, { groupNameOf }: Surroundings): Markup {
  const known = values.flatMap((value) => {
    const label = groupNameOf(value.group)
    return label === undefined ? [] : [{ ...value, label }]
  })
  const items = known.map(({ key, label, isHidden }) => element('item', { ID: key, label, is_hidden: flag(isHidden) }))
  return element('bind', { type: 'ugroups' }, ...held('items', items), ...writeDefaults(known))
}

const writeDefaults = (values: readonly { readonly key: string; readonly isDefault: boolean }[]): readonly Markup[] =>
  held(
    'default_values',
    values.filter(({ isDefault }) => isDefault).map(({ key }) => referTo('value', key)),
  )
