import type { UserId } from '../../kit/ids.ts'
import { referToGroup } from '../../platform/representations/user-group.ts'
import { bindOf } from '../binds/bind-of.ts'
import type { Bind, Field, OpenListItem } from '../field.ts'
import type { Presenting } from '../presenting.ts'
import type { CellReading, Cells } from './cells.ts'
import { splitItems } from './items.ts'

/** Lists by labels, people by logins. */
export const chosenCells = (isMultiple: boolean): Cells<readonly number[]> => ({
  write(chosen, field, context) {
    const names = namesOf(chosen ?? [], field, context)
    return isMultiple ? names : (names[0] ?? '')
  },
  read(text, field, context) {
    const names = namesIn(text, isMultiple)
    if (names === undefined) return context.problem(malformed(text))
    const ids = names.map((name) => chosenBy(name, field, context))
    return ids.includes(undefined) ? undefined : { bind_value_ids: ids }
  },
  logins: (text, field) => (field.bind?.kind === 'users' ? (namesIn(text, isMultiple) ?? []) : []),
})

/** Open lists: what nobody typed before becomes a value of its own. */
export const typedCells = (
  labelsOf: (items: readonly OpenListItem[], field: Field, context: Presenting) => readonly string[],
): Cells<readonly OpenListItem[]> => ({
  write(items, field, context) {
    return (items ?? []).flatMap((item) =>
      field.bind?.kind === 'users' && item.startsWith('b')
        ? namesOf([Number(item.slice(1))], field, context)
        : labelsOf([item], field, context),
    )
  },
  read: (text, _field, { problem }) => {
    const names = splitItems(text)
    return names === undefined ? problem(malformed(text)) : { bind_value_ids: names }
  },
})

const malformed = (text: string): string =>
  `${JSON.stringify(text)} cannot be read: values are separated by ";", and quotes around one are closed at its end`

function namesIn(text: string, isMultiple: boolean): readonly string[] | undefined {
  if (isMultiple) return splitItems(text)
  return text.trim() === '' ? [] : [text.trim()]
}

/** People by their logins; all others as everywhere. */
function namesOf(chosen: readonly number[], field: Field, context: Presenting): string[] {
  const { bind, rules } = bindOf(field)
  // Bind values of a user bind are user ids (docs/api/trackers.md §5.3).
  if (bind.kind === 'users') return chosen.flatMap((id) => context.users.get(id as UserId)?.login ?? [])
  return rules.present(chosen, bind, context).map(({ label }) => label)
}

/** The id that a request would choose it by. */
function chosenBy(name: string, field: Field, context: CellReading): number | undefined {
  const { bind } = bindOf(field)
  const found = bind.kind === 'users' ? context.userByLogin(name)?.id : valueNamed(name, bind, context)
  return found ?? context.problem(`${JSON.stringify(name)} is no value of ${field.name}`)
}

function valueNamed(
  name: string,
  bind: Exclude<Bind, { readonly kind: 'users' }>,
  { projectId, groups }: CellReading,
): number | undefined {
  const named: readonly (readonly [string, number, boolean])[] =
    bind.kind === 'static'
      ? bind.values.map(({ label, id, isHidden }) => [label, id, isHidden])
      : bind.values.flatMap(({ id, groupId, isHidden }) => {
          const { label, short_name: shortName } = referToGroup(groupId, projectId, groups)
          return [
            [label, id, isHidden],
            [shortName, id, isHidden],
          ] as const
        })
  const key = name.toLowerCase()
  const exact = named.filter(([label]) => label.trim() === name)
  const alike = exact.length > 0 ? exact : named.filter(([label]) => label.trim().toLowerCase() === key)
  // Of two with one label the one that is still offered.
  return (alike.find(([, , isHidden]) => !isHidden) ?? alike[0])?.[1]
}
