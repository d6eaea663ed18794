import type { ReactNode } from 'react'
import { VisuallyHidden } from '../../design/visually-hidden.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './value.module.css'

/** A field that holds nothing. */
export const EmptyValue = (): ReactNode => (
  <span className={styles.nothing}>
    <span aria-hidden="true">–</span>
    <VisuallyHidden>{texts.artifact.empty}</VisuallyHidden>
  </span>
)
