import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { announce } from '../design/announce.tsx'
import { onTitleSet } from '../design/title.ts'

/** How far the pages of the history of the browser were scrolled when they were left. */
const scrolled = new Map<string, number>()
/** Constant for an entry of the history; '': the browser has no Navigation API, and Back leads to the start of a page. */
export const getEntryKey = (): string => globalThis.navigation?.currentEntry?.key ?? ''
/** Parts of a page come some frames after its start. */
const maxRestoreMs = 1000

/**
 * After navigation, moves the focus to the start of the page and announces its title; on the first page the browser
 * does that. Back leads to where the page was left.
 */
export function usePageFocus(): void {
  const [location] = useLocation()
  usePageFocusAt(location)
  useEffect(() => {
    // Another page in the place of this one begins at its start.
    globalThis.navigation?.addEventListener('navigate', ({ navigationType }) => {
      if (navigationType === 'replace') scrolled.delete(getEntryKey())
      else scrolled.set(getEntryKey(), scrollY)
    })
  }, [])
}

/** The same for pages that show another thing with other questions in their address. */
export function usePageFocusAt(place: string): void {
  const before = useRef(place)
  useEffect(() => {
    if (before.current === place) return
    before.current = place
    // Both compute the layout: the frame does, too, once the page is complete, and it need not wait for the focus.
    let focusing: ReturnType<typeof setTimeout> | undefined
    const top = scrolled.get(getEntryKey()) ?? 0
    const until = performance.now() + maxRestoreMs
    const scroll = (): void => {
      scrollTo(0, top)
      if (Math.ceil(scrollY) < Math.floor(top) && performance.now() < until) frame = requestAnimationFrame(scroll)
    }
    let frame = requestAnimationFrame(() => {
      scroll()
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
