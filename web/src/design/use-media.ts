import { useMemo, useSyncExternalStore } from 'react'

/** Whether a media query matches, now and whenever that changes. */
export function useMedia(query: string): boolean {
  // Parsed once: each render reads it several times.
  const media = useMemo(() => {
    const list = matchMedia(query)
    return {
      matches: () => list.matches,
      listen(listener: () => void) {
        list.addEventListener('change', listener)
        return () => list.removeEventListener('change', listener)
      },
    }
  }, [query])
  return useSyncExternalStore(media.listen, media.matches)
}
