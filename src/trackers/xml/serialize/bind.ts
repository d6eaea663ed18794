import { isStaticGroup } from '../../../accounts/model/groups.ts'
import type { BindDefinition, UserSourceDefinition } from '../../../fields/model/definition.ts'
import type { UserId } from '../../../kit/values/ids.ts'
import { buildElement, escapeText, type Markup } from '../../../kit/xml/write.ts'
import { formatFlag } from '../flag.ts'
import type { SerializeContext } from '../serialize-context.ts'
import { buildHolderElement, buildReferenceElement, buildTextElement } from '../xml-elements.ts'
import { buildColorAttributes } from './color.ts'

/** Writes the source of list values (docs/api/archive-format.md §2.3). */
export function writeBind(bind: BindDefinition, context: SerializeContext): Markup {
  switch (bind.kind) {
    case 'static':
      return writeStatic(bind)
    case 'users':
      return writeUsers(bind, context)
    case 'ugroups':
      return writeGroups(bind, context)
    default:
      return bind satisfies never
  }
}

function writeStatic({ values, isAlphabetical, noneColor = '' }: BindDefinition & { kind: 'static' }): Markup {
  const items = values.map(({ key, label, description, isHidden, workLimit }) =>
    buildElement(
      'item',
      // Tulipwood extension, ignored by other products.
      { ID: key, label, is_hidden: formatFlag(isHidden), work_limit: workLimit?.toString() },
      ...(description === '' ? [] : [buildTextElement('description', description)]),
    ),
  )
  const decorators = [{ key: undefined, color: noneColor }, ...values].filter(({ color }) => color !== '')
  return buildElement(
    'bind',
    { type: 'static', is_rank_alpha: formatFlag(isAlphabetical) },
    ...buildHolderElement('items', items),
    ...buildHolderElement(
      'decorators',
      decorators.map(({ key, color }) => buildElement('decorator', { REF: key, ...buildColorAttributes(color) })),
    ),
    ...writeDefaults(values),
  )
}

function writeUsers(
  { sources, defaultUsers }: BindDefinition & { kind: 'users' },
  { userReferenceOf, groupKeyOf }: SerializeContext,
): Markup {
  const labels = sources.flatMap((source) => userSourceLabel(source, groupKeyOf) ?? [])
  const people = defaultUsers.flatMap((id) => userReferenceOf(id as UserId) ?? [])
  return buildElement(
    'bind',
    { type: 'users' },
    ...buildHolderElement(
      'items',
      labels.map((label) => buildElement('item', { label })),
    ),
    ...buildHolderElement(
      'default_values',
      people.map(({ format, name }) => buildElement('value', { format }, escapeText(name))),
    ),
  )
}

/**
 * Ids up to 100 are the same on all sites. Static groups are identified by name: an archive does not have their ids,
 * and on another site the id is that of a group of another project.
 */
function userSourceLabel(source: UserSourceDefinition, groupKeyOf: SerializeContext['groupKeyOf']): string | undefined {
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
      return isStaticGroup(source.group) ? groupKeyOf(source.group) : `ugroup_${source.group}`
    default:
      return source satisfies never
  }
}

function writeGroups({ values }: BindDefinition & { kind: 'ugroups' }, { groupKeyOf }: SerializeContext): Markup {
  const namedValues = values.flatMap((value) => {
    const label = groupKeyOf(value.group)
    return label === undefined ? [] : [{ ...value, label }]
  })
  const items = namedValues.map(({ key, label, isHidden }) =>
    buildElement('item', { ID: key, label, is_hidden: formatFlag(isHidden) }),
  )
  return buildElement('bind', { type: 'ugroups' }, ...buildHolderElement('items', items), ...writeDefaults(namedValues))
}

const writeDefaults = (values: readonly { readonly key: string; readonly isDefault: boolean }[]): readonly Markup[] =>
  buildHolderElement(
    'default_values',
    values.filter(({ isDefault }) => isDefault).map(({ key }) => buildReferenceElement('value', key)),
  )
