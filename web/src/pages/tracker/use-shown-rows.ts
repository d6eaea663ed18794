import {
  type RefObject,
  startTransition,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { type PlacedRow, placeRows, sortRows } from './place-rows.ts'

interface ShownRowsInput {
  /** The element of the rows, within the section that scrolls: of that one, this effect would run before its ref. */
  readonly body: RefObject<HTMLElement | null>
  readonly total: number
  /** Of the line of headings, in pixels. */
  readonly head: number
  /** Rows next to those in view: on the side to which the list was scrolled last, and on the other side. */
  readonly ahead: number
  readonly behind: number
  /** How many of them are shown. */
  readonly most: number
  /** The row that stays in the document wherever the others are scrolled to; -1: none. */
  readonly keptRow: number
}

interface ShownRows {
  readonly rowHeight: number
  /** In the order of the elements. */
  readonly rows: readonly PlacedRow[]
  readonly first: number
  readonly last: number
  /** Those whose artifacts are wanted: while the list is scrolled, also the rows that come next. */
  readonly wantedRange: readonly [first: number, last: number]
  /** Scrolls as little as possible. */
  readonly scrollToRow: (index: number) => void
  /** How far the rows are scrolled, in pixels. */
  readonly getTop: () => number
}

const usualHeight = 40
/** Of the rows that were shown last. */
let lastHeight = usualHeight
/** Of the list, in pixels, at least. */
const spaceAbove = 180
/** After the last move. */
const restMs = 150
/** More in one frame would be late; those in view come in any case. */
const maxNewRows = 2
/** A third of a second of a fast wheel: a row whose artifact arrives later is rendered twice. */
const comingRows = 30

/** The section in which rows are scrolled. */
export const findScroller = (body: RefObject<HTMLElement | null>): HTMLElement | null =>
  body.current?.closest('section') ?? null

/** Which rows of one height are in the document: those in view, some around them, and one more. */
export function useShownRows({ body, total, head, ahead, behind, most, keptRow }: ShownRowsInput): ShownRows {
  const [sizes, setSizes] = useState(() => ({
    rowHeight: lastHeight,
    // Below the bar, the head of the page and its controls; too many rows would be rendered for nothing.
    height: Math.max(0, window.innerHeight - spaceAbove),
  }))
  const { rowHeight, height } = sizes
  const [view, setView] = useState({ top: 0, isDownward: true, isResting: true, reach: ahead })
  // Of the last event, because reading it while rows are rendered computes the layout.
  const top = useRef(0)
  const reach = view.isResting ? ahead : Math.min(view.reach, ahead)
  const [above, below] = view.isDownward ? [behind, reach] : [reach, behind]
  const first = Math.max(0, Math.min(view.top - above, total - 1))
  const inView = view.top + Math.ceil((height - head) / rowHeight) + below
  const last = Math.max(0, Math.min(inView, first + most - 1, total - 1))

  useLayoutEffect(() => {
    const element = findScroller(body)
    if (element === null) return
    // It begins with the size in the first frame, after its layout, which reading anything here would compute before.
    const observer = new ResizeObserver(([entry]) => {
      lastHeight = Number.parseFloat(getComputedStyle(element).getPropertyValue('--row-height')) || usualHeight
      const { height: viewHeight = 0 } = entry?.contentRect ?? {}
      const update = (current: typeof sizes): typeof sizes =>
        current.rowHeight === lastHeight && current.height === viewHeight
          ? current
          : { rowHeight: lastHeight, height: viewHeight }
      // Rows of another height must be in place in this frame; a few more or less below may come with the next one.
      if (lastHeight === rowHeight) setSizes(update)
      else flushSync(() => setSizes(update))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [body, rowHeight])

  useEffect(() => {
    const element = findScroller(body)
    if (element === null) return
    let [movedAt, resting] = [0, undefined as ReturnType<typeof setTimeout> | undefined]
    const rest = (): void => {
      const since = performance.now() - movedAt
      resting = since < restMs ? setTimeout(rest, restMs - since) : undefined
      if (resting === undefined)
        startTransition(() => setView((current) => (current.isResting ? current : { ...current, isResting: true })))
    }
    const show = (): void => {
      const row = Math.floor(top.current / rowHeight)
      setView((current) => {
        const moved = Math.abs(row - current.top)
        const isDownward = moved === 0 ? current.isDownward : row > current.top
        const before = current.isDownward !== isDownward ? behind : current.isResting ? ahead : current.reach
        const reach = Math.max(0, Math.min(ahead, before - moved + maxNewRows))
        return moved === 0 && reach === before ? current : { top: row, isDownward, isResting: false, reach }
      })
    }
    const follow = (): void => {
      movedAt = performance.now()
      resting ??= setTimeout(rest, restMs)
      top.current = element.scrollTop
      // In the frame that shows the move.
      flushSync(show)
    }
    show()
    element.addEventListener('scroll', follow, { passive: true })
    return () => {
      clearTimeout(resting)
      element.removeEventListener('scroll', follow)
    }
  }, [body, rowHeight, ahead, behind])

  const placed = useRef<readonly PlacedRow[]>([])
  const rows = useMemo(() => {
    const indexes = Array.from({ length: total === 0 ? 0 : last - first + 1 }, (_, n) => first + n)
    if (keptRow >= 0 && keptRow < first) indexes.unshift(keptRow)
    else if (keptRow > last) indexes.push(keptRow)
    const next = placeRows(placed.current, indexes)
    return view.isResting ? sortRows(next) : next
  }, [first, last, keptRow, total, view.isResting])
  useLayoutEffect(() => {
    placed.current = rows
  }, [rows])

  const scrollToRow = useCallback(
    (index: number): void => {
      const [above, below] = [index * rowHeight, head + (index + 1) * rowHeight - height]
      const to = above < top.current ? above : Math.max(below, top.current)
      const element = findScroller(body)
      if (element === null || to === top.current) return
      element.scrollTop = to
    },
    [body, rowHeight, height, head],
  )
  const [coming, past] = view.isResting ? [0, 0] : view.isDownward ? [comingRows, 0] : [0, comingRows]
  return {
    rowHeight,
    rows,
    first,
    last,
    wantedRange: [Math.max(0, first - past), Math.max(0, Math.min(last + coming, total - 1))],
    scrollToRow,
    getTop: useCallback(() => top.current, []),
  }
}
