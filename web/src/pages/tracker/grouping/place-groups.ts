import type { RowArtifactGroup } from '../../../data/artifact-groups.ts'
import type { RowRange } from '../../../data/later-pages.ts'
import type { PickerOption } from '../../../fields/editors/picker.tsx'

/** The artifacts of a group, as rows under a heading. */
export interface RowGroup {
  /** Id of the value or of the parent, or the start of the interval. */
  readonly id: string
  /** What the heading shows. */
  readonly option: PickerOption
  /** Whether it has a mark: values of lists have one. */
  readonly hasMark: boolean
  /** How many artifacts it has, loaded or not. */
  readonly size: number
  /** Of all its artifacts; absent: the table has no sums. */
  readonly sums?: RowArtifactGroup['sums']
  /** Whether its artifacts are shown. */
  readonly isOpen: boolean
}

interface PlacedGroup extends RowGroup {
  /** The row of its heading. */
  readonly row: number
  /** The number of its first artifact in the list. */
  readonly first: number
}

/** Which rows of the table are headings of groups, and which artifact of the list each other row shows. */
export interface GroupPlaces {
  /** The number of rows, headings included. */
  readonly rowCount: number
  /** The number of artifacts that have a row. */
  readonly shownCount: number
  readonly groupAt: (row: number) => RowGroup | undefined
  /** undefined: the row is the heading of a group. */
  readonly artifactAt: (row: number) => number | undefined
  /** undefined: the group of the artifact is closed. */
  readonly rowOf: (artifact: number) => number | undefined
  /** The artifacts of these rows, in the order of the list. */
  readonly listArtifacts: (first: number, last: number) => readonly RowRange[]
}

/** Places groups in the order of the list, which is sorted by them. */
export function placeGroups(groups: readonly RowGroup[]): GroupPlaces {
  const placed: PlacedGroup[] = []
  let [row, first] = [0, 0]
  for (const group of groups) {
    placed.push({ ...group, row, first })
    row += 1 + countShown(group)
    first += group.size
  }
  const groupOf = (at: number): PlacedGroup | undefined => placed.findLast((group) => group.row <= at)
  return {
    rowCount: row,
    shownCount: row - placed.length,
    groupAt(at) {
      const group = groupOf(at)
      return group?.row === at ? group : undefined
    },
    artifactAt(at) {
      const group = groupOf(at)
      return group === undefined || group.row === at ? undefined : group.first + at - group.row - 1
    },
    rowOf(artifact) {
      const group = placed.findLast((each) => each.first <= artifact && each.size > 0)
      return group?.isOpen === true ? group.row + 1 + artifact - group.first : undefined
    },
    listArtifacts: (from, to) =>
      placed.flatMap((group) => {
        const start = Math.max(0, from - group.row - 1)
        const end = Math.min(countShown(group) - 1, to - group.row - 1)
        return start > end ? [] : [[group.first + start, group.first + end] as const]
      }),
  }
}

const countShown = ({ size, isOpen }: RowGroup): number => (isOpen ? size : 0)
