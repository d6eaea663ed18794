import type { Condition } from '../../fields/model/condition.ts'
import { parseNameList } from '../../http/requests/name-list.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { splitNameList } from '../../kit/text/split-name-list.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { intervalLengths } from '../model/interval-starts.ts'
import { type IncludedListName, includedListNames } from '../representations/included-members.ts'

/** What the lists of a tracker have in common with those of Tuleap (docs/api/queries.md §1). */
export const trackerListParameters = {
  values: Type.Union([Type.Literal(''), Type.Literal('all')], {
    description: '`all` returns the values of every field.',
    default: '',
  }),
  query: Type.String({ description: 'JSON of criteria by field name, such as `{"status": 831}`.', default: '' }),
  expert_query: Type.String({ description: 'Query in the query language.', default: '' }),
  order: Type.Union([Type.Literal('asc'), Type.Literal('desc')], {
    description: 'Direction of the sort by id.',
    default: 'asc',
  }),
}

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
    'Tulipwood extension: `id`, `rank` (the order by hand), `submitted_on`, `last_update_date`, names or ids of fields, separated by commas; `-` before a name sorts in descending order, as in `-severity,id`. Not with ORDER BY, `order=desc` or `cursor`.',
  default: '',
})

export const intervalParameter = Type.Enum([...intervalLengths], {
  description:
    'Tulipwood extension: length of the groups by date. Weeks begin on Monday, and all begin at midnight in the time zone of the site.',
  default: 'day',
})

export const parseIncludedListNames = (include: string): ReadonlySet<IncludedListName> =>
  parseNameList('include', include, includedListNames)

/** A list without values has none to choose from. */
export function requireValues(fields: string, hasValues: boolean): void {
  if (fields !== '' && !hasValues) throw new Refusal('invalid', '`fields` selects values. Send it with `values=all`.')
}

const maxListedIds = 200
/** As many as one bulk change can have. */
const maxExportedIds = 1000

const createIdsParameter = (max: number) =>
  Type.String({
    description: `Tulipwood extension: ids of artifacts, at most ${max}, separated by commas. All other artifacts are left out.`,
    default: '',
  })

export const idsParameter = createIdsParameter(maxListedIds)
export const exportedIdsParameter = createIdsParameter(maxExportedIds)

/** Restricts an export likewise, to more artifacts: pages export all that are selected. */
export const restrictToExportedIds = (where: Condition | undefined, text: string): Condition | undefined =>
  restrictToIds(where, text, maxExportedIds)

/** Restricts a condition to the artifacts of the parameter `ids`; unknown ids match nothing. */
export function restrictToIds(
  where: Condition | undefined,
  text: string,
  maxIds = maxListedIds,
): Condition | undefined {
  const ids = splitNameList(text)
  if (ids.length === 0) return where
  const invalid = ids.find((id) => !/^\d{1,15}$/.test(id))
  if (invalid !== undefined)
    throw new Refusal(
      'invalid',
      message`Invalid value specified for \`ids\`: "${invalid}". Expected ids of artifacts, with commas between them.`,
    )
  if (ids.length > maxIds)
    throw new Refusal('invalid', message`\`ids\` has ${ids.length} ids. At most ${maxIds} are allowed.`)
  // Numbers that belong to no artifact match none.
  const isOneOf: Condition = { kind: 'ids', ids: [...new Set(ids.map(Number))] as ArtifactId[] }
  return where === undefined ? isOneOf : { kind: 'all', of: [where, isOneOf] }
}
