/** The cell of a grid that has the focus. Row -1 is the heading. */
export interface Cursor {
  readonly row: number
  readonly column: number
}

interface GridSize {
  readonly rows: number
  readonly columns: number
  /** The heading can have the focus, too. */
  readonly hasHead: boolean
}

type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Where a key leads; undefined: it moves nothing. */
export function moveCursor(
  { row, column }: Cursor,
  { key, ctrlKey, metaKey, altKey, shiftKey }: Key,
  { rows, columns, hasHead }: GridSize,
): Cursor | undefined {
  if (altKey || shiftKey || metaKey || (ctrlKey && key !== 'Home' && key !== 'End')) return undefined
  const top = hasHead ? -1 : 0
  const clamp = (to: Cursor): Cursor => ({
    row: Math.max(top, Math.min(rows - 1, to.row)),
    column: Math.max(0, Math.min(columns - 1, to.column)),
  })
  switch (key) {
    case 'ArrowUp':
      return clamp({ row: row - 1, column })
    case 'ArrowDown':
      return clamp({ row: row + 1, column })
    case 'ArrowLeft':
      return clamp({ row, column: column - 1 })
    case 'ArrowRight':
      return clamp({ row, column: column + 1 })
    case 'Home':
      return clamp({ row: ctrlKey ? top : row, column: 0 })
    case 'End':
      return clamp({ row: ctrlKey ? rows - 1 : row, column: columns - 1 })
    default:
      return undefined
  }
}
