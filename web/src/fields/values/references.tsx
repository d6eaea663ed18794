import type { ReactNode } from 'react'
import { Link } from '../../design/link.tsx'
import { buildPageUrl } from '../../design/page-url.ts'
import { texts } from '../../texts/texts.ts'
import type { EntryOf } from '../field-type.ts'
import { useFirst } from './use-first.tsx'
import styles from './value.module.css'

/** Other parts of the site that mention an artifact, and those that it mentions. */
export function References({ of }: { readonly of: EntryOf<'cross'>['value'] }): ReactNode {
  const { firstItems, more } = useFirst(of)
  return (
    <>
      <ul className={styles.items}>
        {firstItems.map(({ ref, url, direction }) => (
          <li key={url}>
            <Link href={buildPageUrl(url) ?? url} title={texts.artifact.directions[direction]}>
              {ref}
            </Link>
          </li>
        ))}
      </ul>
      {more}
    </>
  )
}
