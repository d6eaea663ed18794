import { type KeyboardEvent, type RefObject, useEffect, useMemo, useState } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { useWidth } from '../../design/use-width.ts'
import { type GridColumn, listColumns, summarizeColumns, type TrackerColumn } from './columns.tsx'
import { fitColumns } from './fit-columns.ts'
import { type ColumnActions, narrowest, widest, widthStep } from './grid-heading.tsx'
import { keepColumns, readColumns, syncColumns } from './kept-columns.ts'
import { type ColumnChoice, parseColumns, printColumns, type View } from './view.ts'

interface ColumnsInput {
  readonly tracker: TrackerRepresentation
  readonly view: View
  readonly user: number | null
  /** Holds the table and the artifact next to it. */
  readonly body: RefObject<HTMLElement | null>
  readonly isPeeking: boolean
  readonly isNarrow: boolean
  readonly change: (part: Partial<View>, isReplaced?: boolean) => void
}

interface Columns {
  readonly offered: readonly TrackerColumn[]
  /** Those of the view, in its order. */
  readonly chosenColumns: readonly TrackerColumn[]
  /** Those there is room for. */
  readonly headings: readonly GridColumn[]
  /** The cells of a row: the same, or all columns as one. */
  readonly visibleColumns: readonly GridColumn[]
  readonly choose: (names: readonly string[]) => void
  readonly actions: Omit<ColumnActions, 'onSort'>
}

const peekWidth = 496
const boxWidth = 44

/** The columns of the table: which, in what order and how wide. The URL has them, and they are kept for the user. */
export function useColumns({ tracker, view, user, body, isPeeking, isNarrow, change }: ColumnsInput): Columns {
  const offered = useMemo(() => listColumns(tracker), [tracker])
  const width = useWidth(body, isPeeking)
  /** While the pointer sizes it. */
  const [sized, setSized] = useState<ColumnChoice | null>(null)
  const viewChoices = view.columns ?? readColumns(user, tracker) ?? []
  useEffect(() => syncColumns(user, tracker), [user, tracker])
  const knownChoices = viewChoices.filter(({ name }) => offered.some((column) => column.name === name))
  const usual = offered.flatMap(({ name, field }) => (field === null ? [{ name, width: null }] : []))
  const choices: readonly ColumnChoice[] = knownChoices.length > 0 ? knownChoices : usual
  // Rows are drawn again only if one of these changes.
  const names = printColumns(choices)
  const room = isPeeking && width > 0 ? width - peekWidth - boxWidth : null
  const { chosenColumns, headings, visibleColumns } = useMemo(() => {
    const columnsWithWidth = parseColumns(names).flatMap((choice) => {
      const column = offered.find(({ name }) => name === choice.name)
      return column === undefined ? [] : [{ column, width: sized?.name === choice.name ? sized.width : choice.width }]
    })
    const columns = columnsWithWidth.map(({ column }) => column)
    const withWidths = columnsWithWidth.map(
      ({ column, width: own }): GridColumn => ({
        ...column,
        width: own ?? column.usualWidth,
        isFlexible: column.kind === 'title' && own === null,
      }),
    )
    const summary: GridColumn = { ...summarizeColumns(columns), width: 0, isFlexible: true }
    const wide = room === null ? withWidths : fitColumns(withWidths, room)
    return { chosenColumns: columns, headings: wide, visibleColumns: isNarrow ? [summary] : wide }
  }, [offered, names, sized, room, isNarrow])

  const changes = useMemo(
    () =>
      createColumnChanges({
        choices: parseColumns(names),
        onSize: setSized,
        onChange(next) {
          keepColumns(user, tracker.id, next)
          change({ columns: next }, true)
        },
      }),
    [names, user, tracker.id, change],
  )
  return { offered, chosenColumns, headings, visibleColumns, ...changes }
}

interface ChoicesInput {
  readonly choices: readonly ColumnChoice[]
  /** The pointer sizes a column; null: no longer. */
  readonly onSize: (sized: ColumnChoice | null) => void
  readonly onChange: (choices: readonly ColumnChoice[]) => void
}

function createColumnChanges({ choices, onSize, onChange }: ChoicesInput): Pick<Columns, 'choose' | 'actions'> {
  const move = (name: string, by: -1 | 1): void => {
    const from = choices.findIndex((choice) => choice.name === name)
    const to = from + by
    if (from < 0 || to < 0 || to >= choices.length) return
    const next = choices.filter((choice) => choice.name !== name)
    onChange(next.toSpliced(to, 0, choices[from] as ColumnChoice))
  }
  const resize = (name: string, to: number, isDone: boolean): void => {
    const limited = Math.round(Math.max(narrowest, Math.min(widest, to)))
    onSize(isDone ? null : { name, width: limited })
    if (isDone) onChange(choices.map((choice) => (choice.name === name ? { name, width: limited } : choice)))
  }
  return {
    choose(names) {
      const keptChoices = choices.filter(({ name }) => names.includes(name))
      const added = names.filter((name) => !choices.some((choice) => choice.name === name))
      onChange([...keptChoices, ...added.map((name) => ({ name, width: null }))])
    },
    actions: {
      onMove: move,
      onWidth: resize,
      onHide: (name) => onChange(choices.filter((choice) => choice.name !== name)),
      onKey(column, event) {
        const direction = directionOf(event)
        if (direction === 0) return false
        if (event.shiftKey) move(column.name, direction)
        else resize(column.name, column.width + direction * widthStep, true)
        return true
      },
    },
  }
}

function directionOf({ key, currentTarget }: KeyboardEvent): -1 | 0 | 1 {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return 0
  const isForward = (key === 'ArrowRight') === (getComputedStyle(currentTarget).direction !== 'rtl')
  return isForward ? 1 : -1
}
