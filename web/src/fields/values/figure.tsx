import type { ReactNode } from 'react'
import { formatNumber } from '../../design/format-number.ts'
import styles from './value.module.css'

/** A number in digits of one width. */
export const Figure = ({ of }: { readonly of: number }): ReactNode => (
  <span className={styles.figure}>{formatNumber(of)}</span>
)
