import { useEffect } from 'react'
import { texts } from '../texts/texts.ts'

const held: { isSaid: boolean; readonly waiting: Set<() => void> } = { isSaid: false, waiting: new Set() }

/** The title of the tab, said by a page once it knows it. */
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

/** Calls once, now or as soon as the page that is shown has said its title; what it gives back ends the waiting. */
export function whenTitled(hear: () => void): () => void {
  const once = (): void => {
    held.waiting.delete(once)
    hear()
  }
  if (held.isSaid) hear()
  else held.waiting.add(once)
  return () => held.waiting.delete(once)
}
