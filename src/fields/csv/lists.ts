import { referToGroup } from '../../accounts/representations/user-group.ts'
import { type Message, message } from '../../kit/messages/message.ts'
import type { UserId } from '../../kit/values/ids.ts'
import { getBind } from '../binds/get-bind.ts'
import type { PresentContext } from '../contexts/present-context.ts'
import type { CsvFormat, CsvReadContext } from '../field-type/csv-format.ts'
import type { Bind, Field, OpenListItem } from '../model/field.ts'
import { splitItems } from './list-items.ts'

/** Lists by labels, users by logins. */
export const listCsv = (isMultiple: boolean): CsvFormat<readonly number[]> => ({
  write(chosen, field, context) {
    const names = namesOf(chosen ?? [], field, context)
    return isMultiple ? names : (names[0] ?? '')
  },
  read(text, field, context) {
    const names = parseNames(text, isMultiple)
    if (names === undefined) return context.reportProblem(malformedListMessage(text))
    const ids = names.map((name) => findChoice(name, field, context))
    return ids.includes(undefined) ? undefined : { bind_value_ids: ids }
  },
  collectLogins: (text, field) => (field.bind?.kind === 'users' ? (parseNames(text, isMultiple) ?? []) : []),
})

/** Open lists: an unknown label becomes a new value. */
export const createOpenListCsv = (
  labelsOf: (items: readonly OpenListItem[], field: Field, context: PresentContext) => readonly string[],
): CsvFormat<readonly OpenListItem[]> => ({
  write(items, field, context) {
    return (items ?? []).flatMap((item) =>
      field.bind?.kind === 'users' && item.startsWith('b')
        ? namesOf([Number(item.slice(1))], field, context)
        : labelsOf([item], field, context),
    )
  },
  read: (text, _field, { reportProblem }) => {
    const names = splitItems(text)
    return names === undefined ? reportProblem(malformedListMessage(text)) : { bind_value_ids: names }
  },
})

const malformedListMessage = (text: string): Message =>
  message`Invalid list ${JSON.stringify(text)}. Separate values by ";" and close quotes at the end of a value.`

function parseNames(text: string, isMultiple: boolean): readonly string[] | undefined {
  if (isMultiple) return splitItems(text)
  return text.trim() === '' ? [] : [text.trim()]
}

/** Returns users by login, all other values by label. */
function namesOf(chosen: readonly number[], field: Field, context: PresentContext): string[] {
  const { bind, rules } = getBind(field)
  // Bind values of a user bind are user ids (docs/api/trackers.md §5.3).
  if (bind.kind === 'users') return chosen.flatMap((id) => context.users.get(id as UserId)?.login ?? [])
  return rules.present(chosen, bind, context).map(({ label }) => label)
}

/** The id that a request would choose it by. */
function findChoice(name: string, field: Field, context: CsvReadContext): number | undefined {
  const { bind } = getBind(field)
  const id = bind.kind === 'users' ? context.userByLogin(name)?.id : findValueByName(name, bind, context)
  return id ?? context.reportProblem(message`${JSON.stringify(name)} is not a value of ${field.name}`)
}

function findValueByName(
  name: string,
  bind: Exclude<Bind, { readonly kind: 'users' }>,
  { projectId, groups }: CsvReadContext,
): number | undefined {
  const candidates: readonly (readonly [string, number, boolean])[] =
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
  const exactMatches = candidates.filter(([label]) => label.trim() === name)
  const matches =
    exactMatches.length > 0 ? exactMatches : candidates.filter(([label]) => label.trim().toLowerCase() === key)
  // Of two values with one label, take the one that is not hidden.
  return (matches.find(([, , isHidden]) => !isHidden) ?? matches[0])?.[1]
}
