import type { ReactNode } from 'react'
import { useSession } from '../data/session.ts'
import styles from './bare.module.css'
import { Brand } from './brand.tsx'

/** One card on an empty page: set-up, sign-in, sign-out. */
export function Bare({ children }: { readonly children: ReactNode }): ReactNode {
  const session = useSession()
  return (
    <div className={styles.page}>
      <header>
        <Brand name={session.data?.site.name} />
      </header>
      <main className={styles.card} tabIndex={-1}>
        {children}
      </main>
    </div>
  )
}
