import { useEffect } from 'react'
import { texts } from '../texts/texts.ts'

const state: { isSaid: boolean; readonly waiting: Set<() => void> } = { isSaid: false, waiting: new Set() }

/** Time in which a page is painted. */
const paintMs = 50

/** Sets the title of the tab once a page knows it. */
export function useTitle(title: string): void {
  useEffect(() => {
    // Not before the page is painted: the browser needs milliseconds for it.
    const setting = setTimeout(() => {
      document.title = `${title} · ${texts.frame.product}`
      state.isSaid = true
      for (const hear of state.waiting) hear()
    }, paintMs)
    return () => {
      clearTimeout(setting)
      state.isSaid = false
    }
  }, [title])
}

/** Calls back once the page has set its title; returns a function that cancels. */
export function onTitleSet(hear: () => void): () => void {
  const once = (): void => {
    state.waiting.delete(once)
    hear()
  }
  if (state.isSaid) hear()
  else state.waiting.add(once)
  return () => state.waiting.delete(once)
}
