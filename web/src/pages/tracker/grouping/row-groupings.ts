import type { TrackerRepresentation } from '../../../../../src/trackers/representations/tracker.ts'
import type { GroupOptions } from '../../../data/artifact-groups.ts'
import { getFieldType } from '../../../fields/registry.ts'
import { rowGroupsTexts as words } from '../../../texts/part-texts/row-groups-texts.ts'
import type { Field, Layout, SortKey } from '../view.ts'

/** What can group the rows of a table. */
export interface RowGrouping {
  /** In the URL: the name of the field, or `@parent`. */
  readonly name: string
  readonly label: string
  readonly kind: 'list' | 'date' | 'parent'
  /** undefined: parents are no field. */
  readonly field?: Field
}

const parentName = '@parent'

/** Lists with few values, then dates, then the parent if the tracker has a parent tracker. */
export const listRowGroupings = (
  { fields, parent }: TrackerRepresentation,
  lists: readonly Field[],
): readonly RowGrouping[] => [
  ...lists.map((field) => ({ name: field.name, label: field.label, kind: 'list' as const, field })),
  ...fields
    .filter(({ is_used, type }) => is_used && getFieldType(type).comparison === 'date')
    .map((field) => ({ name: field.name, label: field.label, kind: 'date' as const, field })),
  ...(parent === null ? [] : [parentGrouping]),
]

const parentGrouping: RowGrouping = { name: parentName, label: words.parent, kind: 'parent' }

/** The grouping with a name in the URL. Artifacts may have parents without a parent tracker. */
export const findRowGrouping = (groupings: readonly RowGrouping[], name: string | null): RowGrouping | undefined =>
  name === parentName ? parentGrouping : groupings.find((each) => each.name === name)

/** The same as parameters of the API. Dates are the newest first, unless the user sorts them the other way. */
export function toGroupOptions(
  { name, kind, field }: RowGrouping,
  { interval }: Layout,
  sort: readonly SortKey[],
): Pick<GroupOptions, 'by' | 'interval'> {
  if (field === undefined) return { by: 'parent' }
  const by = String(field.field_id)
  if (kind === 'list') return { by }
  const isAscending = sort.find((key) => key.name === name)?.isDescending === false
  return { by: isAscending ? by : `-${by}`, interval }
}

/** The grouping that groups were read by. */
export const findReadGrouping = (groupings: readonly RowGrouping[], by: string): RowGrouping | undefined =>
  by === 'parent' ? parentGrouping : groupings.find(({ field }) => String(field?.field_id) === by.replace(/^-/, ''))
