import { type ReactNode, useSyncExternalStore } from 'react'
import styles from './visually-hidden.module.css'

interface Announcements {
  readonly polite: string
  readonly assertive: string
}

const store: { announced: Announcements; readonly listeners: Set<() => void> } = {
  announced: { polite: '', assertive: '' },
  listeners: new Set(),
}

/** Longer than the slowest voice takes; then it would be read as if it were still true. */
const keptMs = 20_000
let removal: ReturnType<typeof setTimeout> | undefined

/** Announces a text to screen readers, also if it repeats. */
export function announce(words: string, how: keyof Announcements = 'polite'): void {
  // A blank more or less makes a repeated sentence a new one.
  const text = store.announced[how] === words ? `${words}\u00a0` : words
  show({ ...store.announced, [how]: text })
  clearTimeout(removal)
  removal = setTimeout(() => show({ polite: '', assertive: '' }), keptMs)
}

function show(announced: Announcements): void {
  store.announced = announced
  for (const listener of store.listeners) listener()
}

function listen(listener: () => void): () => void {
  store.listeners.add(listener)
  return () => store.listeners.delete(listener)
}

/** Where `announce` speaks; one for all pages. */
export function LiveRegion(): ReactNode {
  const announced = useSyncExternalStore(listen, () => store.announced)
  return (
    <div className={styles.hidden}>
      <div aria-live="polite">{announced.polite}</div>
      <div aria-live="assertive">{announced.assertive}</div>
    </div>
  )
}
