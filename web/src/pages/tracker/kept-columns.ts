const keyOf = (user: number | null, tracker: number): string => `tracker-columns:${user ?? ''}:${tracker}`

/** Names of the columns that the user chose last in a tracker; null: none. */
export function readColumns(user: number | null, tracker: number): readonly string[] | null {
  try {
    return localStorage.getItem(keyOf(user, tracker))?.split(',') ?? null
  } catch {
    return null
  }
}

/** A browser that keeps nothing still has them in the URL. */
export function keepColumns(user: number | null, tracker: number, names: readonly string[]): void {
  try {
    localStorage.setItem(keyOf(user, tracker), names.join(','))
  } catch {}
}
