import { type ReactNode, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { texts } from '../texts/texts.ts'
import styles from './breadcrumb.module.css'
import { Icon } from './icon.tsx'
import { Link } from './link.tsx'

interface BreadcrumbProps {
  /** The pages above this one, outermost first. */
  readonly path: readonly { readonly title: string; readonly href: string }[]
  /** The name of this page. */
  readonly current: string
}

const slot: { element: HTMLElement | null; readonly listeners: Set<() => void> } = {
  element: null,
  listeners: new Set(),
}

function setSlot(element: HTMLElement | null): void {
  slot.element = element
  for (const listener of slot.listeners) listener()
}

function subscribe(listener: () => void): () => void {
  slot.listeners.add(listener)
  return () => slot.listeners.delete(listener)
}

/** The part of the top bar in which the page shows its path. */
export const BreadcrumbSlot = (): ReactNode => <div ref={setSlot} className={styles.slot} />

/** Shows the path of a page in the top bar; a phone has room for the name of the page only. */
export function Breadcrumb({ path, current }: BreadcrumbProps): ReactNode {
  const element = useSyncExternalStore(subscribe, () => slot.element)
  if (element === null) return null
  return createPortal(
    <nav aria-label={texts.frame.pathOf}>
      <ol className={styles.path}>
        {path.map(({ title, href }) => (
          <li key={href} className={styles.step}>
            <Link href={href}>{title}</Link>
            <Icon name="chevron-right" />
          </li>
        ))}
        <li className={styles.current} aria-current="page">
          {current}
        </li>
      </ol>
    </nav>,
    element,
  )
}
