import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { announce } from '../design/announce.tsx'
import { whenTitled } from '../design/title.ts'

/** On another page the focus is at its beginning and its title is told; on the first one the browser does that. */
export function useArrival(): void {
  const [location] = useLocation()
  useArrivalAt(location)
}

/** The same for pages that show another thing with other questions in their address. */
export function useArrivalAt(place: string): void {
  const before = useRef(place)
  useEffect(() => {
    if (before.current === place) return
    before.current = place
    document.querySelector('main')?.focus({ preventScroll: true })
    scrollTo(0, 0)
    let stop = (): void => undefined
    // Not within what is read for the focus, which would cut it off; and not before the page says its title.
    const telling = setTimeout(() => {
      stop = whenTitled(() => announce(document.title))
    }, 300)
    return () => {
      clearTimeout(telling)
      stop()
    }
  }, [place])
}
