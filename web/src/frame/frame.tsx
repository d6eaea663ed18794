import { type MouseEvent, memo, type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { type Session, useSession } from '../data/session.ts'
import { BreadcrumbSlot } from '../design/breadcrumb.tsx'
import { IconButton } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { joinClasses } from '../design/join-classes.ts'
import { ShortcutKeys } from '../design/keys.tsx'
import { texts } from '../texts/texts.ts'
import { AccountMenu } from './account-menu.tsx'
import { Brand } from './brand.tsx'
import { CreateButton } from './create-button.tsx'
import { CurrentProjectProvider } from './current-project.tsx'
import styles from './frame.module.css'
import { InboxBell } from './inbox-bell.tsx'
import { loadCommands, type Overlay, Overlays } from './overlays.tsx'
import { Progress } from './progress.tsx'
import { Rail } from './rail.tsx'

const id = 'content'
/** A setting of this device. */
const foldPlace = 'rail folded'

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
  const [overlay, setOverlay] = useState<Overlay | null>(null)
  const [isFolded, setFolded] = useState(() => localStorage.getItem(foldPlace) !== null)
  const fold = (): void => {
    if (isFolded) localStorage.removeItem(foldPlace)
    else localStorage.setItem(foldPlace, 'yes')
    setFolded(!isFolded)
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is what closes it
  useEffect(() => {
    setDrawerOpen(false)
    setOverlay(null)
  }, [location])
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
      <Overlays overlay={overlay} onChange={setOverlay} onRail={fold} />
      <div className={joinClasses(styles.frame, isFolded && styles.folded)}>
        <Bar session={session.data} isDrawerOpen={isDrawerOpen} onDrawer={setDrawerOpen} onOverlay={setOverlay} />
        <div className={joinClasses(styles.rail, isDrawerOpen && styles.open)} data-screen>
          <Rail session={session.data} />
        </div>
        <div className={styles.fold} data-screen>
          <IconButton
            icon={isFolded ? 'chevron-right' : 'chevron-left'}
            label={isFolded ? texts.commands.unfoldRail : texts.commands.foldRail}
            onPress={fold}
          />
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
  readonly onOverlay: (overlay: Overlay) => void
}

const Bar = memo(
  ({ session, isDrawerOpen, onDrawer, onOverlay }: BarProps): ReactNode => (
    <header className={styles.bar} data-screen>
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
      <button
        type="button"
        className={styles.search}
        onClick={() => onOverlay('commands')}
        onPointerEnter={loadCommands}
        onFocus={loadCommands}
        aria-keyshortcuts="Control+K Meta+K"
      >
        <Icon name="search" />
        <span>{texts.commands.open}</span>
        <span aria-hidden="true">
          <ShortcutKeys id="commandMenu" />
        </span>
      </button>
      <CreateButton />
      {session?.user && <InboxBell />}
      <span className={styles.help}>
        <IconButton icon="help" label={texts.keyboard.title} onPress={() => onOverlay('help')} />
      </span>
      <div className={styles.account}>
        <AccountMenu session={session} />
      </div>
    </header>
  ),
)
