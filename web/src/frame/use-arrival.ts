import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { announce } from '../design/announce.tsx'

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
    // The page says its title once it is there.
    const told = setTimeout(() => announce(document.title), 300)
    return () => clearTimeout(told)
  }, [place])
}
