import { useMemo, useState } from 'react'
import type { TrackerRepresentation } from '../../../../../src/trackers/representations/tracker.ts'
import type { ArtifactGroup } from '../../../data/artifact-groups.ts'
import type { TrackerArtifacts } from '../../../data/tracker-artifacts.ts'
import { findGroupOption } from '../board/board-columns.ts'
import type { Field } from '../view.ts'
import { type GroupPlaces, placeGroups, type RowGroup } from './place-groups.ts'

export interface Grouping {
  /** The field whose values group the rows; undefined: each row is an artifact. */
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
export function useGrouping({ fields }: TrackerRepresentation, list: TrackerArtifacts): Grouping {
  const { grouped, first } = list
  const [closed, setClosed] = useState({ by: grouped?.by, ids: none })
  const closedIds = closed.by === grouped?.by ? closed.ids : none
  const field = grouped && fields.find(({ field_id }) => field_id === grouped.by)
  const places = useMemo(
    () => field && grouped && placeGroups(listRowGroups(field, grouped.groups, closedIds)),
    [field, grouped, closedIds],
  )
  const artifacts = useMemo(() => (places === undefined ? list : mapToRows(list, places)), [list, places])
  const total = first.data?.total ?? 0
  return {
    field,
    artifacts,
    rowCount: places?.rowCount ?? total,
    shownCount: places?.shownCount ?? total,
    groupAt: (row) => places?.groupAt(row),
    toggle(group) {
      const ids = new Set(closedIds)
      if (!ids.delete(group)) ids.add(group)
      setClosed({ by: grouped?.by, ids })
    },
  }
}

/** The groups that have artifacts. */
const listRowGroups = (
  field: Field,
  groups: readonly ArtifactGroup[],
  closedIds: ReadonlySet<string>,
): readonly RowGroup[] =>
  groups.flatMap((group) => {
    const id = String(group.value_id)
    const option = findGroupOption(field, group) ?? { id, label: id }
    const { size, sums } = group
    return size === 0 ? [] : [{ id, option, size, isOpen: !closedIds.has(id), ...(sums && { sums }) }]
  })

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
