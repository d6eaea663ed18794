import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { announce } from '../design/announce.tsx'

/** On another page the focus is at its beginning and its title is told; on the first one the browser does that. */
export function useArrival(): void {
  const [location] = useLocation()
  const before = useRef(location)
  useEffect(() => {
    if (before.current === location) return
    before.current = location
    document.querySelector('main')?.focus({ preventScroll: true })
    scrollTo(0, 0)
    // The page says its title once it is there.
    const told = setTimeout(() => announce(document.title), 300)
    return () => clearTimeout(told)
  }, [location])
}
