import { type RefObject, useEffect, useState, useSyncExternalStore } from 'react'
import { useLocation } from 'wouter'
import type { ArtifactRepresentation } from '../../../../src/artifacts/representations/artifact.ts'
import { prefetchQueries } from '../../data/queries.ts'
import { artifactQuery, historyQuery } from '../../data/route-queries.ts'
import type { TrackerArtifacts } from '../../data/tracker-artifacts.ts'
import { announce } from '../../design/announce.tsx'
import { useShortcut } from '../../design/shortcut.ts'
import { reportFailure } from '../../design/show-error.ts'
import { texts } from '../../texts/texts.ts'
import type { GridHandle, RowActions } from './artifact-grid.tsx'
import { type Cursor, findListPlace } from './list-place.ts'
import { addSelected, countSelected, emptySelection, maxSelected, type Selection, toggleSelected } from './selection.ts'

const words = texts.tracker

interface RowsInput {
  /** By rows. */
  readonly artifacts: TrackerArtifacts
  /** The number of rows. */
  readonly total: number
  /** How many of them are artifacts. */
  readonly artifactCount: number
  /** Whether a row shows no artifact: the heading of a group, or what is not loaded. */
  readonly isHeading: (row: number) => boolean
  /** Whether a row is one of the list, which can be selected. */
  readonly isListed: (row: number) => boolean
  readonly onToggle: (group: string) => void
  /** The condition of the list: another one ends the selection. */
  readonly condition: string
  readonly grid: RefObject<GridHandle | null>
  readonly peek: number | null
  readonly openPeek: (id: number | null, isReplaced: boolean) => void
  /** Whether there is room for an artifact next to the list. */
  readonly hasRoom: boolean
  readonly canSelect: boolean
}

interface Rows {
  readonly cursor: Cursor
  readonly selection: Selection
  readonly clear: () => void
  readonly rowActions: RowActions
  /** Opens the next or previous artifact next to the list; undefined: there is none. */
  readonly openNext: (() => void) | undefined
  readonly openPrevious: (() => void) | undefined
  readonly closePeek: () => void
}

/** The row with the cursor, the selected rows, and the artifact that is open next to them. */
export function useRows(input: RowsInput): Rows {
  const { artifacts, total, artifactCount, isHeading, isListed, onToggle, condition } = input
  const { grid, peek, openPeek, hasRoom, canSelect } = input
  const { rowAt, readRows, findRow, subscribe } = artifacts
  const [, navigate] = useLocation()
  const [cursor, setCursor] = useState<Cursor>(() => findListPlace()?.cursor ?? { row: 0, column: canSelect ? 2 : 1 })
  const [selected, setSelected] = useState({ of: condition, rows: emptySelection, anchor: 0 })
  const selection = selected.of === condition ? selected.rows : emptySelection
  /** A row that is opened as soon as it is loaded. */
  const [awaited, setAwaited] = useState<number | null>(null)
  const peekedRow = useSyncExternalStore(subscribe, () => (peek === null ? undefined : findRow(peek)))

  // An address with an open artifact begins at its row.
  const [hasBegun, setBegun] = useState(peek === null)
  if (!hasBegun && total > 0) {
    setBegun(true)
    if (peekedRow !== undefined) setCursor({ ...cursor, row: peekedRow })
  }
  const awaitedId = useSyncExternalStore(subscribe, () => (awaited === null ? undefined : rowAt(awaited)?.id))
  useEffect(() => {
    if (awaitedId === undefined) return
    setAwaited(null)
    if (peek !== null) openPeek(awaitedId, true)
  })

  const keep = (rows: Selection, anchor: number): void => {
    setSelected({ of: condition, rows, anchor })
    if (rows.size !== selection.size) announce(countSelected(rows.size, artifactCount))
  }
  const extend = async (row: number): Promise<void> => {
    const anchor = selection.size === 0 ? cursor.row : selected.anchor
    const [first, last] = [Math.min(anchor, row), Math.max(anchor, row)]
    await select(first, Math.min(last, first + maxSelected - 1), anchor)
  }
  const select = async (first: number, last: number, anchor: number): Promise<void> => {
    const range = Array.from({ length: last - first + 1 }, (_, n) => first + n)
    const near = range.filter(isListed).map(rowAt)
    const isLoaded = near.every((each) => each !== undefined)
    const rows = isLoaded ? near : await readRows(first, last)
    keep(addSelected(selection, rows as readonly ArtifactRepresentation[], maxSelected), anchor)
  }
  const open = (row: number): void => {
    const id = rowAt(row)?.id
    if (id !== undefined) navigate(`/artifacts/${id}`)
  }
  const move = (next: Cursor, isExtending: boolean): void => {
    setCursor(next)
    if (isExtending) void reportFailure(extend(next.row))
    if (peek !== null && next.row >= 0 && next.row !== cursor.row) setAwaited(isHeading(next.row) ? null : next.row)
  }
  const rowActions: RowActions = {
    onOpen: open,
    onMove: move,
    onFocus: setCursor,
    onPeek(row) {
      const id = rowAt(row)?.id
      setCursor({ ...cursor, row })
      if (id === undefined) return
      if (!hasRoom) navigate(`/artifacts/${id}`)
      else openPeek(id === peek ? null : id, peek !== null)
    },
    onSelect(row, how) {
      const artifact = rowAt(row)
      if (artifact === undefined || !isListed(row)) return
      if (how === 'extend') void reportFailure(extend(row))
      else if (selection.size < maxSelected || selection.has(artifact.id))
        keep(toggleSelected(selection, artifact), row)
      else announce(words.maxSelected(maxSelected), 'assertive')
    },
    onSelectAll(isSelected) {
      if (!isSelected) keep(emptySelection, 0)
      else void reportFailure(select(0, Math.min(total, maxSelected + total - artifactCount) - 1, 0))
    },
    onToggle: ({ id }) => onToggle(id),
  }
  // A row that moved, or left the list, is not the one under the cursor any more.
  const isInPlace = useSyncExternalStore(subscribe, () => peek === null || rowAt(cursor.row)?.id === peek)
  const nextRow = isInPlace ? cursor.row + 1 : (peekedRow ?? cursor.row - 1) + 1
  const previousRow = isInPlace ? cursor.row - 1 : (peekedRow ?? cursor.row) - 1
  const step = (to: number, by: 1 | -1): (() => void) | undefined => {
    let row = to
    // From the artifact next to the list to the next one, not to the heading between them.
    while (peek !== null && isHeading(row)) row += by
    return row < 0 || row >= total ? undefined : () => move({ ...cursor, row }, false)
  }
  const [openNext, openPrevious] = [step(nextRow, 1), step(previousRow, -1)]
  const closePeek = (): void => {
    openPeek(null, true)
    grid.current?.focus()
  }

  const moveByKey = (go: (() => void) | undefined): void => {
    go?.()
    if (document.activeElement === null || !isInPanel(document.activeElement)) grid.current?.focusSoon()
  }
  const hasRows = total > 0
  useShortcut('next', () => moveByKey(isFocusInGrid() || peek !== null ? openNext : () => undefined), hasRows)
  useShortcut('previous', () => moveByKey(openPrevious), hasRows)
  useShortcut('select', () => rowActions.onSelect(cursor.row, 'toggle'), hasRows && canSelect && cursor.row >= 0)
  useShortcut(
    'extendSelection',
    () => {
      const row = Math.min(total - 1, Math.max(0, cursor.row + 1))
      grid.current?.focusSoon()
      move({ ...cursor, row }, true)
    },
    hasRows && canSelect,
  )
  useShortcut('close', peek !== null ? closePeek : () => keep(emptySelection, 0), peek !== null || selection.size > 0)
  useSpaceOnPage(() => {
    grid.current?.focusSoon()
    rowActions.onPeek(Math.max(0, cursor.row))
  }, hasRows)

  // Without room for both, the address of an open artifact leads to its page.
  const [hadRoom] = useState(hasRoom)
  useEffect(() => {
    if (peek !== null && !hadRoom) navigate(`/artifacts/${peek}`, { replace: true })
  }, [peek, hadRoom, navigate])

  // What comes next, so that it is there at once.
  const coming = useSyncExternalStore(subscribe, () => {
    const neighbours = peek === null ? [] : [nextRow, nextRow + 1, previousRow].map((row) => rowAt(row)?.id)
    return neighbours.filter((id) => id !== undefined).join()
  })
  useEffect(() => {
    for (const id of coming.split(',')) if (id !== '') void prefetchQueries([artifactQuery(id), historyQuery(id)])
  }, [coming])

  return {
    cursor,
    selection,
    // What was done with the selection is announced.
    clear: () => setSelected({ of: condition, rows: emptySelection, anchor: 0 }),
    rowActions,
    openNext,
    openPrevious,
    closePeek,
  }
}

/** Whether an element is next to the list, where keys also move to the next artifact. */
const isInPanel = (element: Element): boolean => element.closest('[data-peek]') !== null

const isFocusInGrid = (): boolean => document.activeElement?.closest('[role$="grid"]') != null

/** The space bar while nothing has the focus: buttons and links keep it. */
function useSpaceOnPage(run: () => void, isActive: boolean): void {
  useEffect(() => {
    if (!isActive) return
    const onKey = (event: KeyboardEvent): void => {
      const isPage = event.target === document.body || event.target === document.querySelector('main')
      if (event.key !== ' ' || event.defaultPrevented || !isPage) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  })
}
