import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { announce } from '../design/announce.tsx'
import { onTitleSet } from '../design/title.ts'

/**
 * After navigation, moves the focus to the start of the page and announces its title; on the first page the browser
 * does that.
 */
export function usePageFocus(): void {
  const [location] = useLocation()
  usePageFocusAt(location)
}

/** The same for pages that show another thing with other questions in their address. */
export function usePageFocusAt(place: string): void {
  const before = useRef(place)
  useEffect(() => {
    if (before.current === place) return
    before.current = place
    // Both compute the layout: the frame does, too, once the page is complete, and it need not wait for the focus.
    let focusing: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      scrollTo(0, 0)
      focusing = setTimeout(focusPage)
    })
    let stop = (): void => undefined
    // Not while the focus change is read out, which would be cut off, and not before the page has set its title.
    const announcing = setTimeout(() => {
      stop = onTitleSet(() => announce(document.title))
    }, 300)
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(focusing)
      clearTimeout(announcing)
      stop()
    }
  }, [place])
}

/** A page may have put the focus into one of its fields. */
function focusPage(): void {
  const main = document.querySelector('main')
  if (main !== null && !main.contains(document.activeElement)) main.focus({ preventScroll: true })
}
