import type { ReactNode } from 'react'
import { Link } from '../design/link.tsx'
import { texts } from '../texts/texts.ts'
import styles from './brand.module.css'

/** Leads to the beginning. The flower is the one of `icon.svg`, without a request of its own. */
export const Brand = ({ name = texts.frame.product }: { readonly name?: string }): ReactNode => (
  <Link href="/" className={styles.brand}>
    <svg viewBox="0 0 40 40" width={24} height={24} aria-hidden="true" focusable="false">
      <path d="M20 4c-6 5-11 10-11 16.5a11 11 0 0 0 22 0c0-6.5-5-11.5-11-16.5z" fill="#b0416a" />
      <path d="M20 4c-3 6-4.5 11-4.5 16.5a4.5 11 0 0 0 9 0c0-5.500-1.500-10.500-4.500-16.500z" fill="#eba9c0" />
      <path d="M18.8 31h2.4v6h-2.4z" fill="#7f9a6c" />
    </svg>
    <span>{name}</span>
  </Link>
)
