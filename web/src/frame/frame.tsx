import { type MouseEvent, memo, type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { type Session, useSession } from '../data/session.ts'
import { BreadcrumbSlot } from '../design/breadcrumb.tsx'
import { IconButton } from '../design/button.tsx'
import { joinClasses } from '../design/join-classes.ts'
import { texts } from '../texts/texts.ts'
import { AccountMenu } from './account-menu.tsx'
import { Brand } from './brand.tsx'
import { CreateShortcut } from './create-shortcut.tsx'
import { CurrentProjectProvider } from './current-project.tsx'
import styles from './frame.module.css'
import { Progress } from './progress.tsx'
import { Rail } from './rail.tsx'

const id = 'content'

/** The address stays as it is. */
function skip(event: MouseEvent): void {
  event.preventDefault()
  document.getElementById(id)?.focus()
}

/** Navigation rail, top bar and page. Navigation renders only the page again. */
export function Frame({ children }: { readonly children: ReactNode }): ReactNode {
  const session = useSession()
  const [location] = useLocation()
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is what closes it
  useEffect(() => setDrawerOpen(false), [location])
  useEffect(() => {
    if (!isDrawerOpen) return
    const close = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setDrawerOpen(false)
    }
    addEventListener('keydown', close)
    return () => removeEventListener('keydown', close)
  }, [isDrawerOpen])
  return (
    <CurrentProjectProvider>
      <a className={styles.skip} href={`#${id}`} onClick={skip}>
        {texts.frame.skip}
      </a>
      <Progress />
      <CreateShortcut />
      <div className={styles.frame}>
        <Bar session={session.data} isDrawerOpen={isDrawerOpen} onDrawer={setDrawerOpen} />
        <div className={joinClasses(styles.rail, isDrawerOpen && styles.open)}>
          <Rail session={session.data} />
        </div>
        {/* Closes it by pointer; Escape and the button do by keyboard. */}
        {isDrawerOpen && <div className={styles.veil} aria-hidden="true" onPointerDown={() => setDrawerOpen(false)} />}
        <main id={id} className={styles.content} tabIndex={-1}>
          {children}
        </main>
      </div>
    </CurrentProjectProvider>
  )
}

interface BarProps {
  readonly session: Session | undefined
  readonly isDrawerOpen: boolean
  readonly onDrawer: (isOpen: boolean) => void
}

const Bar = memo(
  ({ session, isDrawerOpen, onDrawer }: BarProps): ReactNode => (
    <header className={styles.bar}>
      <div className={styles.menu}>
        <IconButton
          icon={isDrawerOpen ? 'close' : 'menu'}
          label={isDrawerOpen ? texts.frame.closeRail : texts.frame.openRail}
          onPress={() => onDrawer(!isDrawerOpen)}
        />
      </div>
      <div className={styles.brand}>
        <Brand name={session?.site.name} />
      </div>
      <BreadcrumbSlot />
      <AccountMenu session={session} />
    </header>
  ),
)
