import type { GroupInterval } from '../../../data/artifact-group-history.ts'
import { createNoneOption, findOption, listOptions, noneId } from '../../../fields/editors/list-options.ts'
import type { PickerOption } from '../../../fields/editors/picker.tsx'
import type { Field } from '../view.ts'

/** The number of artifacts with a value, at the end of each interval. */
export interface Series {
  /** Id of the value; null: values that the field does not list any more, together. */
  readonly id: string | null
  readonly option: PickerOption | null
  readonly color: string
  readonly sizes: readonly number[]
}

/** For values without a color of their own: they differ from their neighbours. */
const usualColors = ['deep-blue', 'clockwork-orange', 'sherwood-green', 'plum-crazy', 'ocean-turquoise', 'red-wine']

/** Series of the values that any artifact held, in the order of the list; artifacts without a value are the last. */
export function buildSeries(field: Field, history: readonly GroupInterval[]): readonly Series[] {
  const sizesById = new Map<string, number[]>()
  for (const [index, { groups }] of history.entries())
    for (const { value_id, size } of groups) {
      const id = String(value_id)
      const sizes = sizesById.get(id) ?? history.map(() => 0)
      sizes[index] = size
      sizesById.set(id, sizes)
    }
  const offered = listOptions(field).map(({ id }) => id)
  const order = [...new Set([...offered, ...sizesById.keys()])].filter((id) => id !== noneId)
  const known: Omit<Series, 'color'>[] = []
  const others: (readonly number[])[] = []
  for (const id of [...order, noneId]) {
    const sizes = sizesById.get(id)
    if (sizes === undefined) continue
    const option = id === noneId ? createNoneOption(field) : findOption(field, id)
    if (option === undefined) others.push(sizes)
    else known.push({ id, option, sizes })
  }
  if (others.length > 0)
    known.push({
      id: null,
      option: null,
      sizes: history.map((_, index) => others.reduce((sum, sizes) => sum + (sizes[index] ?? 0), 0)),
    })
  return known.map((each, index) => ({
    ...each,
    color: each.option?.color ?? usualColors[index % usualColors.length] ?? '',
  }))
}

/** The lower and the upper edge of each series, stacked from the last series up. */
export function stackSeries(series: readonly Series[]): readonly { readonly from: number[]; readonly to: number[] }[] {
  let below: number[] = []
  return series
    .toReversed()
    .map(({ sizes }) => {
      const from = sizes.map((_, index) => below[index] ?? 0)
      const to = sizes.map((size, index) => size + (from[index] ?? 0))
      below = to
      return { from, to }
    })
    .toReversed()
}
