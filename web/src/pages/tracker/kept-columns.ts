import { type ColumnChoice, parseColumns, printColumns } from './view.ts'

const keyOf = (user: number | null, tracker: number): string => `tracker-columns:${user ?? ''}:${tracker}`

/** The columns that the user chose last in a tracker; null: none. */
export function readColumns(user: number | null, tracker: number): readonly ColumnChoice[] | null {
  try {
    const text = localStorage.getItem(keyOf(user, tracker))
    return text === null ? null : parseColumns(text)
  } catch {
    return null
  }
}

/** A browser that keeps nothing still has them in the URL. */
export function keepColumns(user: number | null, tracker: number, columns: readonly ColumnChoice[]): void {
  try {
    localStorage.setItem(keyOf(user, tracker), printColumns(columns))
  } catch {}
}
