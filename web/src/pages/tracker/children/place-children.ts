import type { ArtifactRepresentation } from '../../../../../src/artifacts/representations/artifact.ts'
import type { RowRange } from '../../../data/later-pages.ts'

/** The children of an artifact, as far as they are loaded. */
export interface ChildList {
  readonly items: readonly ArtifactRepresentation[]
  /** How many there are, loaded or not. */
  readonly total: number
  /** A page is on its way. */
  readonly isLoading: boolean
  /** Why a page could not be loaded. */
  readonly problem?: string
}

/** By the ids of the artifacts whose children are shown. */
export type ChildLists = Readonly<Record<number, ChildList | undefined>>

/** A row under that of an artifact of the list. */
export interface ChildRow {
  /** A child, or what is known of the children that are not loaded. */
  readonly kind: 'child' | 'loading' | 'failed' | 'more'
  /** The ids of the artifacts from the list down to the child, or to the parent of children that are not loaded. */
  readonly path: string
  /** 1 for artifacts of the list. */
  readonly level: number
  readonly artifact?: ArtifactRepresentation
  readonly list: ChildList | undefined
}

/** An artifact of the list whose children are shown. */
export interface OpenRoot {
  readonly row: number
  readonly id: number
}

/** Which rows of the table show children, and which rows of the list the others show. */
export interface ChildPlaces {
  /** The number of rows of children. */
  readonly count: number
  readonly childAt: (row: number) => ChildRow | undefined
  /** undefined: the row shows no artifact of the list. */
  readonly listRowOf: (row: number) => number | undefined
  readonly rowOf: (listRow: number) => number
  /** The row of the artifact that has this path. */
  readonly findPath: (path: string) => number | undefined
  /** The first row of a child. */
  readonly findChild: (artifact: number) => number | undefined
  /** The rows of the list between these rows. */
  readonly listRows: (first: number, last: number) => readonly RowRange[]
}

interface PlacedRoot {
  readonly listRow: number
  /** The row of its first child. */
  readonly first: number
  readonly rows: readonly ChildRow[]
}

/** Of the button that opens a row, and of each level, in pixels. */
export const levelWidth = 24

/** Where the children of an artifact are read. */
export const childrenPath = (id: number): string => `/artifacts/${id}/linked_artifacts`

/** The artifact at the end of a path. */
export const endOf = (path: string): number => Number(path.slice(path.lastIndexOf('/') + 1))

/** The path of the parent; undefined: it is an artifact of the list. */
export const parentOf = (path: string): string | undefined =>
  path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : undefined

/** Places the rows of children below those of their parents; `open` has the paths of the artifacts that show theirs. */
export function placeChildren(
  roots: readonly OpenRoot[],
  open: ReadonlySet<string>,
  lists: ChildLists,
): ChildPlaces | undefined {
  const placed: PlacedRoot[] = []
  let count = 0
  for (const { row, id } of roots.toSorted((a, b) => a.row - b.row)) {
    const rows = listChildRows(String(id), 2, open, lists)
    placed.push({ listRow: row, first: row + 1 + count, rows })
    count += rows.length
  }
  if (placed.length === 0) return undefined
  const countBefore = (listRow: number): number =>
    placed.reduce((sum, root) => (root.listRow < listRow ? sum + root.rows.length : sum), 0)
  const rowOf = (listRow: number): number => listRow + countBefore(listRow)
  const childAt = (row: number): ChildRow | undefined => {
    const root = placed.findLast(({ first }) => first <= row)
    return root?.rows[row - root.first]
  }
  const find = (isIt: (row: ChildRow) => boolean): number | undefined => {
    for (const { first, rows } of placed) {
      const place = rows.findIndex(isIt)
      if (place >= 0) return first + place
    }
    return undefined
  }
  /** The row of the list that is this one, or the last one above it. */
  const lastListRow = (row: number): number => {
    const root = placed.findLast(({ first }) => first <= row)
    if (root === undefined) return row
    const below = row - root.first - root.rows.length
    return below < 0 ? root.listRow : root.listRow + 1 + below
  }
  return {
    count,
    childAt,
    listRowOf: (row) => (childAt(row) === undefined ? lastListRow(row) : undefined),
    rowOf,
    findPath(path) {
      if (parentOf(path) !== undefined) return find((row) => row.kind === 'child' && row.path === path)
      const root = roots.find(({ id }) => id === Number(path))
      return root && rowOf(root.row)
    },
    findChild: (artifact) => find((row) => row.artifact?.id === artifact),
    listRows(first, last) {
      const start = lastListRow(first) + (childAt(first) === undefined ? 0 : 1)
      const end = lastListRow(last)
      return start > end ? [] : [[start, end]]
    },
  }
}

function listChildRows(path: string, level: number, open: ReadonlySet<string>, lists: ChildLists): readonly ChildRow[] {
  const list = lists[endOf(path)]
  const rows = (list?.items ?? []).flatMap((artifact): readonly ChildRow[] => {
    const own = `${path}/${artifact.id}`
    return [
      { kind: 'child', path: own, level, artifact, list },
      ...(open.has(own) ? listChildRows(own, level + 1, open, lists) : []),
    ]
  })
  const rest = findRest(list)
  return rest === undefined ? rows : [...rows, { kind: rest, path, level, list }]
}

/** What a row after the loaded children shows; undefined: all of them are loaded. */
function findRest(list: ChildList | undefined): Exclude<ChildRow['kind'], 'child'> | undefined {
  if (list === undefined) return 'loading'
  const { items, total, isLoading, problem } = list
  if (problem !== undefined) return 'failed'
  if (isLoading) return 'loading'
  return items.length < total ? 'more' : undefined
}
