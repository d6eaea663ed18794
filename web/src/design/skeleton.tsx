import { type ReactNode, useEffect, useState } from 'react'
import { texts } from '../texts/texts.ts'
import styles from './skeleton.module.css'
import { VisuallyHidden } from './visually-hidden.tsx'

interface SkeletonProps {
  /** The layout that is on its way. */
  readonly shape?: 'page' | 'rows' | 'lines'
  readonly rows?: number
}

/** Placeholder while loading, shown after a delay so that fast responses do not flicker. */
export function Skeleton({ shape = 'page', rows = 6 }: SkeletonProps): ReactNode {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    const coming = setTimeout(() => setShown(true), 150)
    return () => clearTimeout(coming)
  }, [])
  if (!isShown) return <VisuallyHidden>{texts.states.loading}</VisuallyHidden>
  return (
    <div className={styles.skeleton} data-shape={shape}>
      <VisuallyHidden>{texts.states.loading}</VisuallyHidden>
      {shape === 'page' && <div className={styles.title} />}
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without anything in them
        <div key={row} className={shape === 'lines' ? styles.line : styles.row} />
      ))}
    </div>
  )
}
