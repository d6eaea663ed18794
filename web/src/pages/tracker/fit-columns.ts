interface ColumnWidth {
  readonly kind: 'id' | 'title' | 'users' | 'usual' | 'number'
  readonly width: number
}

const compactUsers = 72
const compactTitle = 200

/** Columns as narrow as they may be next to an opened artifact; those that do not fit are left out, the last first. */
export function fitColumns<Column extends ColumnWidth>(columns: readonly Column[], width: number): readonly Column[] {
  const narrow = columns.map((column) =>
    column.kind === 'users'
      ? { ...column, width: Math.min(column.width, compactUsers) }
      : column.kind === 'title'
        ? { ...column, width: Math.min(column.width, compactTitle), isFlexible: true }
        : column,
  )
  const result = [...narrow]
  const isTooWide = (): boolean => result.reduce((sum, each) => sum + each.width, 0) > width
  while (isTooWide()) {
    const last = result.findLastIndex(({ kind }) => kind !== 'title' && kind !== 'id')
    if (last === -1) break
    result.splice(last, 1)
  }
  return result
}
