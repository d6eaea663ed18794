import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { sendChange } from '../../data/client.ts'
import { queryCache } from '../../data/queries.ts'
import { trackerKey } from '../../data/trackers.ts'
import { type ColumnChoice, parseColumns, printColumns } from './view.ts'

type Tracker = Pick<TrackerRepresentation, 'id' | 'columns'>

/** Before columns that the account does not have yet. */
const unsentMark = '*'
/** Columns are often moved or sized several times in a row. */
const sendDelay = 400
const maxLength = 10_000

const keyOf = (user: number | null, tracker: number): string => `tracker-columns:${user ?? ''}:${tracker}`

/**
 * Returns the columns that the user chose last in a tracker, in any browser; null: none. The account has them, and the
 * browser has a copy: for visitors, and for those that could not be sent.
 */
export function readColumns(user: number | null, { id, columns }: Tracker): readonly ColumnChoice[] | null {
  const copy = readCopy(user, id)
  const text = copy?.startsWith(unsentMark) ? copy : (columns ?? copy)
  return text === null ? null : parseColumns(text.replace(unsentMark, ''))
}

let timer: ReturnType<typeof setTimeout> | undefined

export function keepColumns(user: number | null, tracker: number, columns: readonly ColumnChoice[]): void {
  const text = printColumns(columns)
  writeCopy(user, tracker, user === null ? text : unsentMark + text)
  if (user === null) return
  clearTimeout(timer)
  timer = setTimeout(() => void sendColumns(user, tracker, text), sendDelay)
}

/** Copies the columns of the account, or sends what it does not have: of an earlier visit or an earlier release. */
export function syncColumns(user: number | null, { id, columns }: Tracker): void {
  if (user === null || columns === undefined) return
  const copy = readCopy(user, id)
  if (copy !== null && (columns === null || copy.startsWith(unsentMark)))
    void sendColumns(user, id, copy.replace(unsentMark, ''))
  else if (columns !== null && columns !== copy) writeCopy(user, id, columns)
}

/** A failure leaves the mark: the next visit sends the columns again. */
async function sendColumns(user: number, tracker: number, text: string): Promise<void> {
  if (text.length > maxLength) return
  const change = { key: `tracker_columns_${tracker}`, value: text }
  const isSent = await sendChange('PATCH', `/users/${user}/preferences`, change).then(
    () => true,
    () => false,
  )
  if (!isSent || readCopy(user, tracker)?.replace(unsentMark, '') !== text) return
  writeCopy(user, tracker, text)
  queryCache.setQueryData<TrackerRepresentation>(trackerKey(tracker), (shown) => shown && { ...shown, columns: text })
}

function readCopy(user: number | null, tracker: number): string | null {
  try {
    return localStorage.getItem(keyOf(user, tracker))
  } catch {
    return null
  }
}

/** A browser that keeps nothing still has the columns in the URL. */
function writeCopy(user: number | null, tracker: number, text: string): void {
  try {
    localStorage.setItem(keyOf(user, tracker), text)
  } catch {}
}
