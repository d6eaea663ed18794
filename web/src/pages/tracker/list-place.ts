import { useEffect, useRef } from 'react'
import { getEntryKey } from '../../frame/use-page-focus.ts'

/** The cell that has or takes the focus. Row -1 is the heading; the first column is the one of the boxes. */
export interface Cursor {
  readonly row: number
  readonly column: number
}

/** Where a list was left. */
export interface ListPlace {
  /** How far it was scrolled, in pixels. */
  readonly top: number
  readonly cursor: Cursor
  readonly hasFocus: boolean
}

const places = new Map<string, ListPlace>()

/** Where the list was left to which the browser has returned. */
export const findListPlace = (): ListPlace | undefined => places.get(getEntryKey())

/** Keeps the place of the list for when the user returns to it by the history of the browser. */
export function useListPlace(read: () => ListPlace): void {
  const latest = useRef(read)
  latest.current = read
  useEffect(() => {
    const { navigation } = globalThis
    const keep = ({ navigationType }: NavigateEvent): void => {
      if (navigationType !== 'replace') places.set(getEntryKey(), latest.current())
    }
    navigation?.addEventListener('navigate', keep)
    return () => navigation?.removeEventListener('navigate', keep)
  }, [])
}
