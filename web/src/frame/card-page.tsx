import type { ReactNode } from 'react'
import { useSession } from '../data/session.ts'
import { Brand } from './brand.tsx'
import styles from './card-page.module.css'
import { LanguageMenu } from './language-menu.tsx'

/** One card on an empty page: set-up, sign-in, sign-out. */
export function CardPage({ children }: { readonly children: ReactNode }): ReactNode {
  const session = useSession()
  return (
    <div className={styles.page}>
      <header>
        <Brand name={session.data?.site.name} />
      </header>
      <main className={styles.card} tabIndex={-1}>
        {children}
      </main>
      <footer>
        <LanguageMenu />
      </footer>
    </div>
  )
}
