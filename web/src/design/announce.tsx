import { type ReactNode, useSyncExternalStore } from 'react'
import styles from './visually-hidden.module.css'

interface Announcements {
  readonly polite: string
  readonly assertive: string
}

const held: { announced: Announcements; readonly listeners: Set<() => void> } = {
  announced: { polite: '', assertive: '' },
  listeners: new Set(),
}

/** Announces a text to screen readers, also if it repeats. */
export function announce(words: string, how: keyof Announcements = 'polite'): void {
  // A blank more or less makes a repeated sentence a new one.
  const text = held.announced[how] === words ? `${words}\u00a0` : words
  held.announced = { ...held.announced, [how]: text }
  for (const listener of held.listeners) listener()
}

function listen(listener: () => void): () => void {
  held.listeners.add(listener)
  return () => held.listeners.delete(listener)
}

/** Where `announce` speaks; one for all pages. */
export function LiveRegion(): ReactNode {
  const announced = useSyncExternalStore(listen, () => held.announced)
  return (
    <div className={styles.hidden}>
      <div aria-live="polite">{announced.polite}</div>
      <div aria-live="assertive">{announced.assertive}</div>
    </div>
  )
}
