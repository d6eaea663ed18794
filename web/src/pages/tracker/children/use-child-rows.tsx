import {
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import type { ArtifactRepresentation } from '../../../../../src/artifacts/representations/artifact.ts'
import type { TrackerRepresentation } from '../../../../../src/trackers/representations/tracker.ts'
import { buildQueryKey, queryCache } from '../../../data/queries.ts'
import type { TrackerArtifacts } from '../../../data/tracker-artifacts.ts'
import { getEntryKey } from '../../../frame/use-page-focus.ts'
import type { GridColumn, TrackerColumn } from '../columns.tsx'
import type { RowGroup } from '../grouping/place-groups.ts'
import type { Grouping } from '../grouping/use-grouping.ts'
import { type ChildLists, type ChildRow, childrenPath, endOf, parentOf, placeChildren } from './place-children.ts'

const OpenChildren = lazy(() => import('./open-children.tsx').then((file) => ({ default: file.OpenChildren })))

/** What the rows of children show. */
export interface ChildContent {
  readonly lists: ChildLists
  /** The columns for artifacts of other trackers. */
  readonly otherColumns: readonly GridColumn[]
}

/** The rows of the table as a tree. */
export interface RowTree {
  /** Whether an artifact of the list has children, as far as it is loaded. */
  readonly hasLevels: boolean
  /** undefined: the row shows an artifact of the list, or the heading of a group. */
  readonly childAt: (row: number) => ChildRow | undefined
  /** undefined: the artifact of the row has no children. */
  readonly isOpenAt: (row: number) => boolean | undefined
  /** The row of the parent, of rows under others. */
  readonly findParent: (row: number) => number | undefined
  /** The columns of the cells of a child. */
  readonly columnsOf: (child: ChildRow, columns: readonly GridColumn[]) => readonly GridColumn[]
  /** Shows or hides the children of the artifact of a row. */
  readonly onToggle: (row: number) => void
  /** Loads the next children, or again those that could not be loaded. */
  readonly onMore: (child: ChildRow) => void
}

interface ChildRowsInput {
  readonly tracker: TrackerRepresentation
  readonly grouping: Grouping
  /** Names of the fields that the columns show. */
  readonly fieldNames: readonly string[]
  /** The cells of each row. */
  readonly columns: readonly GridColumn[]
  /** All columns of the view, also where the cells have one for all of them. */
  readonly chosenColumns: readonly TrackerColumn[]
}

interface ChildRows {
  /** The list by rows of the table; it contains and finds only artifacts of the list, but shows children too. */
  readonly artifacts: TrackerArtifacts
  readonly rowCount: number
  readonly groupAt: (row: number) => RowGroup | undefined
  /** The row of an artifact, be it a child. */
  readonly findRow: (artifact: number) => number | undefined
  readonly tree: RowTree
  /** Loads children as long as some are shown. */
  readonly loader: ReactNode
}

const noPaths: ReadonlySet<string> = new Set()
const noContent: ChildContent = { lists: {}, otherColumns: [] }
/** Which artifacts were open where a list was left, by entry of the history. */
const openPaths = new Map<string, ReadonlySet<string>>()

const countChildren = (artifact: ArtifactRepresentation | undefined): number => artifact?.children?.total ?? 0

/** Shows the children of artifacts under their rows; the code that loads them comes with the first ones. */
export function useChildRows(input: ChildRowsInput): ChildRows {
  const { tracker, grouping, fieldNames, columns, chosenColumns } = input
  const { artifacts: list, rowCount, groupAt } = grouping
  const [state, setState] = useState(() => ({ of: tracker.id, paths: openPaths.get(getEntryKey()) ?? noPaths }))
  const open = state.of === tracker.id ? state.paths : noPaths
  const [content, setContent] = useState(noContent)
  const [pages, setPages] = useState<Readonly<Record<number, number>>>({})
  useEffect(() => void openPaths.set(getEntryKey(), open))

  // The rows of artifacts on pages that are not loaded stay where they were.
  const known = useRef(new Map<number, number>())
  const rootIds = useMemo(() => [...open].flatMap((path) => (path.includes('/') ? [] : [Number(path)])), [open])
  const rootRows = useSyncExternalStore(list.subscribe, () =>
    rootIds
      .map((id) => {
        const found = list.findRow(id)
        if (found !== undefined) known.current.set(id, found)
        const row = known.current.get(id)
        const isOther = found === undefined && row !== undefined && (list.rowAt(row) ?? groupAt(row)) !== undefined
        return row === undefined || row >= rowCount || isOther ? -1 : row
      })
      .join(),
  )
  const { lists, otherColumns } = content
  const places = useMemo(() => {
    const rows = rootRows.split(',').map(Number)
    const roots = rootIds.map((id, n) => ({ id, row: rows[n] ?? -1 })).filter(({ row }) => row >= 0)
    return placeChildren(roots, open, lists)
  }, [rootRows, rootIds, open, lists])
  const artifacts = useMemo((): TrackerArtifacts => {
    if (places === undefined) return list
    const { childAt, listRowOf, listRows, rowOf } = places
    return {
      ...list,
      rowAt(row) {
        const listRow = listRowOf(row)
        return listRow === undefined ? childAt(row)?.artifact : list.rowAt(listRow)
      },
      showRows: (ranges) => list.showRows(ranges.flatMap(([first, last]) => listRows(first, last))),
      readRows: async (first, last) =>
        (await Promise.all(listRows(first, last).map((range) => list.readRows(...range)))).flat(),
      findRow(artifact) {
        const listRow = list.findRow(artifact)
        return listRow === undefined ? undefined : rowOf(listRow)
      },
    }
  }, [list, places])

  // They stay when the rows with children are out of view.
  const trackerWithLevels = useRef<number>(undefined)
  const hasLevels = useSyncExternalStore(list.subscribe, () => {
    if (trackerWithLevels.current !== tracker.id && list.isSomeLoaded((each) => countChildren(each) > 0))
      trackerWithLevels.current = tracker.id
    return trackerWithLevels.current === tracker.id
  })

  const pathAt = (row: number): string | undefined => {
    const child = places?.childAt(row)
    const artifact = artifacts.rowAt(row)
    return child?.path ?? (artifact && String(artifact.id))
  }
  const change = (next: ReadonlySet<string>): void => setState({ of: tracker.id, paths: next })
  const tree: RowTree = {
    hasLevels: hasLevels || open.size > 0,
    childAt: (row) => places?.childAt(row),
    isOpenAt(row) {
      const artifact = artifacts.rowAt(row)
      const path = pathAt(row)
      if (artifact === undefined || path === undefined) return undefined
      return open.has(path) ? true : countChildren(artifact) > 0 ? false : undefined
    },
    findParent(row) {
      const child = places?.childAt(row)
      const path = child?.kind === 'child' ? parentOf(child.path) : child?.path
      return path === undefined ? undefined : places?.findPath(path)
    },
    columnsOf: ({ artifact }, own) => (artifact?.tracker.id === tracker.id ? own : otherColumns),
    onToggle(row) {
      const path = pathAt(row)
      if (path === undefined) return
      const next = new Set(open)
      if (!next.delete(path)) {
        next.add(path)
        const listRow = places === undefined ? row : places.listRowOf(row)
        if (listRow !== undefined) known.current.set(endOf(path), listRow)
      }
      change(next)
    },
    onMore({ path, kind }) {
      const id = endOf(path)
      if (kind === 'more') setPages((now) => ({ ...now, [id]: (now[id] ?? 1) + 1 }))
      else
        void queryCache.refetchQueries({
          queryKey: buildQueryKey(childrenPath(id)),
          predicate: (query) => query.state.status === 'error',
        })
    },
  }
  const showContent = useCallback((next: ChildContent) => setContent(next), [])
  const ids = [...new Set([...open].map(endOf))]
  return {
    artifacts,
    rowCount: rowCount + (places?.count ?? 0),
    groupAt: (row) => {
      if (places === undefined) return groupAt(row)
      const listRow = places.listRowOf(row)
      return listRow === undefined ? undefined : groupAt(listRow)
    },
    findRow: (artifact) => artifacts.findRow(artifact) ?? places?.findChild(artifact),
    tree,
    loader: ids.length > 0 && (
      <Suspense fallback={null}>
        <OpenChildren
          tracker={tracker}
          ids={ids}
          pages={pages}
          fieldNames={fieldNames}
          columns={columns}
          chosenColumns={chosenColumns}
          onContent={showContent}
        />
      </Suspense>
    ),
  }
}
