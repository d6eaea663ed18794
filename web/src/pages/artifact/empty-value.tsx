import type { ReactNode } from 'react'
import { texts } from '../../texts/texts.ts'
import styles from './value.module.css'

/** A field that holds nothing. */
export const EmptyValue = (): ReactNode => <span className={styles.nothing}>{texts.artifact.empty}</span>
