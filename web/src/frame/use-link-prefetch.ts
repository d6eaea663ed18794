import { useEffect } from 'react'
import { decodePath, matchRoute } from '../match-route.ts'
import { prefetchPage } from './prefetch-page.ts'

/** Prefetches the page of a link when the pointer or the focus rests on it, or as soon as it is followed. */
export function useLinkPrefetch(): void {
  useEffect(() => {
    let met: HTMLAnchorElement | null = null
    let coming: ReturnType<typeof setTimeout> | undefined
    const meet = ({ target }: Event): void => {
      const link = linkAround(target)
      if (link === met) return
      clearTimeout(coming)
      met = link
      if (link !== null) coming = setTimeout(() => approach(link), restMs)
    }
    const follow = ({ target }: Event): void => {
      clearTimeout(coming)
      const link = linkAround(target)
      if (link !== null) approach(link)
    }
    // Heard before the link hears of it: that changes the address.
    const listeners = { pointerover: meet, focusin: meet, pointerdown: follow, click: follow }
    const each = Object.entries(listeners)
    for (const [name, listener] of each) addEventListener(name, listener, { capture: true })
    return () => {
      clearTimeout(coming)
      for (const [name, listener] of each) removeEventListener(name, listener, { capture: true })
    }
  }, [])
}

function linkAround(target: EventTarget | null): HTMLAnchorElement | null {
  return target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
}

const restMs = 80

function approach(link: HTMLAnchorElement): void {
  if (link.origin !== location.origin || link.target !== '' || link.hasAttribute('download')) return
  if (link.pathname === location.pathname && link.search === location.search) return
  const there = matchRoute(decodePath(link))
  if (there !== undefined) void prefetchPage(there, link.search)
}
