import { type ReactNode, useState } from 'react'
import type { DifferencesRepresentation } from '../../../src/subversion/representations/difference.ts'
import { type DifferenceLine, parseUnifiedDiff } from '../data/unified-diff.ts'
import { Badge } from '../design/badge.tsx'
import { Button } from '../design/button.tsx'
import { Icon } from '../design/icon.tsx'
import { Link } from '../design/link.tsx'
import { VisuallyHidden } from '../design/visually-hidden.tsx'
import { texts } from '../texts/texts.ts'
import styles from './differences.module.css'
import type { RepositoryUrls } from './repository-urls.ts'

const words = texts.repository

type Difference = DifferencesRepresentation['differences'][number]

/** Lines of one path that are shown at first. */
const fewLines = 400

/** Differences by path. */
export const Differences = ({
  of: { from, to, differences },
  places,
}: {
  readonly of: DifferencesRepresentation
  readonly places: RepositoryUrls
}): ReactNode => (
  <ol className={styles.differences}>
    {differences.map((each) => (
      // A directory that was replaced by a file has two entries.
      <li key={`${each.kind} ${each.action} ${each.path}`} className={styles.difference}>
        <div className={styles.head}>
          <Icon name={each.kind === 'directory' ? 'folder' : 'file'} />
          <h3>
            <Link href={places.files({ path: each.path, rev: each.action === 'deleted' ? from : to })}>
              <bdi>{each.path}</bdi>
            </Link>
          </h3>
          <ActionBadge action={each.action} />
          {each.are_properties_changed && <Badge>{words.properties}</Badge>}
        </div>
        <Shown difference={each} />
      </li>
    ))}
  </ol>
)

const kinds = { added: 'positive', deleted: 'negative', modified: 'info', replaced: 'caution' } as const

/** Change of a path in a commit; null: only properties. */
export const ActionBadge = ({ action }: { readonly action: keyof typeof kinds | null }): ReactNode =>
  action && <Badge kind={kinds[action]}>{words.actions[action]}</Badge>

function Shown({
  difference: { path, diff, is_cut, omitted_because },
}: {
  readonly difference: Difference
}): ReactNode {
  const [isAll, setAll] = useState(false)
  const lines = parseUnifiedDiff(diff)
  const visibleLines = isAll ? lines : lines.slice(0, fewLines)
  if (omitted_because !== null)
    return <p className={styles.word}>{omitted_because === 'binary' ? words.isBinary : words.isLarge}</p>
  return (
    <>
      {lines.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <section className={styles.frame} aria-label={words.differencesOf(path)} tabIndex={0}>
          <table className={styles.lines}>
            <thead>
              <tr>
                {[words.before, words.after, words.sign, words.text].map((title) => (
                  <th key={title} scope="col">
                    <VisuallyHidden>{title}</VisuallyHidden>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {visibleLines.map((line, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a difference stays as it is
                <Line key={at} line={line} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {visibleLines.length < lines.length && (
        <p className={styles.word}>
          <Button onPress={() => setAll(true)}>{words.showAll(lines.length)}</Button>
        </p>
      )}
      {is_cut && visibleLines.length === lines.length && <p className={styles.word}>{words.isCut}</p>}
    </>
  )
}

const signs: Readonly<Record<DifferenceLine['kind'], string>> = {
  added: '+',
  removed: '−',
  same: '',
  hunk: '',
  word: '',
}

/** The sign carries the meaning, not the color. */
const Line = ({ line: { kind, before, after, text } }: { readonly line: DifferenceLine }): ReactNode => (
  <tr data-kind={kind}>
    <td className={styles.number}>{before}</td>
    <td className={styles.number}>{after}</td>
    <td className={styles.sign}>{signs[kind]}</td>
    <td className={styles.text}>
      {kind === 'added' ? <ins>{text}</ins> : kind === 'removed' ? <del>{text}</del> : text}
    </td>
  </tr>
)
