import { useMemo, useState } from 'react'
import type { ArtifactGroup, ListGroups, RowArtifactGroup } from '../../../data/artifact-groups.ts'
import type { TrackerArtifacts } from '../../../data/tracker-artifacts.ts'
import { noneId } from '../../../fields/editors/list-options.ts'
import type { PickerOption } from '../../../fields/editors/picker.tsx'
import { rowGroupsTexts as words } from '../../../texts/part-texts/row-groups-texts.ts'
import { findGroupOption } from '../board/board-columns.ts'
import { nameInterval } from '../interval-names.ts'
import type { Field } from '../view.ts'
import { type GroupPlaces, placeGroups, type RowGroup } from './place-groups.ts'
import { findReadGrouping, type RowGrouping } from './row-groupings.ts'

export interface Grouping {
  /** The list whose values group the rows; undefined: none does. */
  readonly field: Field | undefined
  /** The list by rows of the table, of which headings of groups have no artifact. */
  readonly artifacts: TrackerArtifacts
  readonly rowCount: number
  /** How many artifacts have rows: those of closed groups have none. */
  readonly shownCount: number
  readonly groupAt: (row: number) => RowGroup | undefined
  /** Opens a closed group, and closes an open one. */
  readonly toggle: (group: string) => void
}

const none: ReadonlySet<string> = new Set()

/** The rows of a table, in groups if its list has groups. */
export function useGrouping(groupings: readonly RowGrouping[], list: TrackerArtifacts): Grouping {
  const { grouped, first } = list
  const by = grouped && [grouped.by, grouped.interval].join()
  const [closed, setClosed] = useState({ by, ids: none })
  const closedIds = closed.by === by ? closed.ids : none
  const grouping = grouped && findReadGrouping(groupings, grouped.by)
  const places = useMemo(
    () => grouping && grouped && placeGroups(listRowGroups(grouping, grouped, closedIds)),
    [grouping, grouped, closedIds],
  )
  const artifacts = useMemo(() => (places === undefined ? list : mapToRows(list, places)), [list, places])
  const total = first.data?.total ?? 0
  return {
    field: grouping?.kind === 'list' ? grouping.field : undefined,
    artifacts,
    rowCount: places?.rowCount ?? total,
    shownCount: places?.shownCount ?? total,
    groupAt: (row) => places?.groupAt(row),
    toggle(group) {
      const ids = new Set(closedIds)
      if (!ids.delete(group)) ids.add(group)
      setClosed({ by, ids })
    },
  }
}

/** The groups that have artifacts. */
const listRowGroups = (
  grouping: RowGrouping,
  { groups, interval }: ListGroups,
  closedIds: ReadonlySet<string>,
): readonly RowGroup[] =>
  groups.flatMap((group) => {
    const option = describeGroup(grouping, group, interval)
    const { size, sums } = group
    const isOpen = !closedIds.has(option.id)
    return size === 0
      ? []
      : [{ id: option.id, option, hasMark: grouping.kind === 'list', size, isOpen, ...(sums && { sums }) }]
  })

function describeGroup(
  { kind, field }: RowGrouping,
  group: RowArtifactGroup,
  interval: ListGroups['interval'],
): PickerOption {
  const { value_id, from, parent } = group
  if (kind === 'parent')
    return parent == null
      ? { id: noneId, label: words.noParent }
      : // A value of a list never has such an id.
        { id: `@${parent.id}`, label: `${parent.xref} ${parent.title ?? ''}`.trim() }
  if (kind === 'date')
    return from == null
      ? { id: noneId, label: words.noDate }
      : { id: from, label: nameInterval(from, interval ?? 'day') }
  const id = String(value_id)
  // Groups of a list have values.
  return (field && findGroupOption(field, group as ArtifactGroup)) ?? { id, label: id }
}

/** The list by the numbers of rows instead of those of artifacts. */
const mapToRows = (list: TrackerArtifacts, places: GroupPlaces): TrackerArtifacts => ({
  ...list,
  rowAt(row) {
    const artifact = places.artifactAt(row)
    return artifact === undefined ? undefined : list.rowAt(artifact)
  },
  showRows: (ranges) => list.showRows(ranges.flatMap(([first, last]) => places.listArtifacts(first, last))),
  readRows: async (first, last) =>
    (await Promise.all(places.listArtifacts(first, last).map((range) => list.readRows(...range)))).flat(),
  findRow(artifact) {
    const place = list.findRow(artifact)
    return place === undefined ? undefined : places.rowOf(place)
  },
})
