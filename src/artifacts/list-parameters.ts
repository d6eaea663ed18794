import { parseNameList } from '../kit/http/name-list.ts'
import { Refusal } from '../kit/refusal.ts'
import { Type } from '../kit/schema.ts'
import { type IncludedListName, includedListNames } from './representations/included-members.ts'

/** Query parameters of lists of artifacts (docs/api/extensions.md §4). */
export const listParameters = {
  fields: Type.String({
    description:
      'Tulipwood extension, with `values=all`: names or ids of the fields whose values are returned, separated by commas.',
    default: '',
  }),
  include: Type.String({
    description: `Tulipwood extension: names of members to add, separated by commas: ${includedListNames.map((name) => `\`${name}\``).join(', ')}.`,
    default: '',
  }),
}

export const sortParameter = Type.String({
  description:
    'Tulipwood extension: `id`, `submitted_on`, `last_update_date`, names or ids of fields, separated by commas; `-` before a name sorts in descending order, as in `-severity,id`. Not with ORDER BY, `order=desc` or `cursor`.',
  default: '',
})

export const parseIncludedListNames = (include: string): ReadonlySet<IncludedListName> =>
  parseNameList('include', include, includedListNames)

/** A list without values has none to choose from. */
export function requireValues(fields: string, hasValues: boolean): void {
  if (fields !== '' && !hasValues) throw new Refusal('invalid', '`fields` selects values. Send it with `values=all`.')
}
