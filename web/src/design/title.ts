import { useEffect } from 'react'
import { texts } from '../texts/texts.ts'

const held: { isSaid: boolean; readonly waiting: Set<() => void> } = { isSaid: false, waiting: new Set() }

/** Sets the title of the tab once a page knows it. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${texts.frame.product}`
    held.isSaid = true
    for (const hear of held.waiting) hear()
    return () => {
      held.isSaid = false
    }
  }, [title])
}

/** Calls back once the page has set its title; returns a function that cancels. */
export function onTitleSet(hear: () => void): () => void {
  const once = (): void => {
    held.waiting.delete(once)
    hear()
  }
  if (held.isSaid) hear()
  else held.waiting.add(once)
  return () => held.waiting.delete(once)
}
