import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import { joinClasses } from './join-classes.ts'
import { Link } from './link.tsx'
import styles from './tabs.module.css'

interface TabLinksProps {
  readonly label: string
  /** `note`: a number next to the title. */
  readonly links: readonly { readonly href: string; readonly title: string; readonly note?: string }[]
}

/** Tabs of related pages (`/account/…`), or of views of one (`?show=…`), by URL. */
export function TabLinks({ label, links }: TabLinksProps): ReactNode {
  const [location] = useLocation()
  const show = new URLSearchParams(useSearch()).get('show')
  const here = links.find(({ href }) => {
    const { pathname, searchParams } = new URL(href, document.baseURI)
    return pathname === location && searchParams.get('show') === show
  })?.href
  // Pages below a tab (`/account/keys/new`) belong to it.
  const around = links
    .filter(({ href }) => location.startsWith(`${href}/`))
    .sort((a, b) => b.href.length - a.href.length)
  const current = here ?? around[0]?.href
  const list = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is chosen with another address
  useEffect(() => {
    const currentTab = list.current?.querySelector('[aria-current]')?.parentElement
    // Not `scrollIntoView`: after it Tab would begin here, not at the beginning of the page.
    if (list.current && currentTab) {
      list.current.scrollLeft =
        currentTab.offsetLeft - list.current.offsetLeft - (list.current.clientWidth - currentTab.clientWidth) / 2
    }
  }, [current])
  return (
    <nav className={styles.links} aria-label={label}>
      <ul ref={list} className={styles.list}>
        {links.map(({ href, title, note }) => (
          <li key={href}>
            <Link
              href={href}
              className={joinClasses(styles.tab, current === href && styles.here)}
              aria-current={here === href ? 'page' : current === href ? 'true' : undefined}
            >
              {title}
              {note !== undefined && <span className={styles.note}>{note}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
