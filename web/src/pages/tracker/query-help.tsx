import { Fragment, type ReactNode } from 'react'
import { Dialog } from '../../design/dialog.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './query-bar.module.css'

const words = texts.tracker.tql.reference

/** Examples of the language with what they mean. */
const sections: readonly { readonly title: string; readonly lines: readonly (readonly [string, string])[] }[] = [
  {
    title: words.comparisons,
    lines: [
      ['title = "crash"   title != "crash"', words.texts],
      ['points >= 3   due BETWEEN("2026-01-01", "2026-03-31")', words.numbers],
      ['status = "Open"   status IN("Open", "Done")   status NOT IN("Done")', words.lists],
      ['assigned_to = ""', words.empty],
      ['@comments = "leak"', words.comments],
    ],
  },
  {
    title: words.functions,
    lines: [
      ['MYSELF()', words.myself],
      ['NOW()   NOW() - 7d   NOW() + 2w   NOW() - 1m   NOW() - 1y', words.now],
      ['@status = OPEN()', words.open],
    ],
  },
  {
    title: words.links,
    lines: [
      ['WITH PARENT   WITHOUT CHILDREN', words.parents],
      ['IS LINKED FROM ARTIFACT = 12   IS LINKED TO TRACKER = "bug" WITH TYPE "_is_child"', words.linked],
      ['IS COVERED BY ARTIFACT = 12', words.covered],
    ],
  },
  {
    title: words.joins,
    lines: [
      ['status = "Open" AND (points > 3 OR due < NOW())', words.precedence],
      ['ORDER BY due DESC, title', words.order],
    ],
  },
]

/** The query language on one page. */
export const QueryHelp = ({ onClose }: { readonly onClose: () => void }): ReactNode => (
  <Dialog title={texts.tracker.tql.help} isOpen isWide onOpenChange={(isOpen) => !isOpen && onClose()}>
    <p>{words.intro}</p>
    {sections.map(({ title, lines }) => (
      <section key={title} aria-label={title} className={styles.reference}>
        <h3>{title}</h3>
        <dl>
          {lines.map(([example, meaning]) => (
            <Fragment key={example}>
              <dt>
                {example.split('   ').map((each) => (
                  <code key={each}>{each}</code>
                ))}
              </dt>
              <dd>{meaning}</dd>
            </Fragment>
          ))}
        </dl>
      </section>
    ))}
    <p>{words.quotes}</p>
    <p>
      <a href="/api/explorer/">{words.explorer}</a>
    </p>
  </Dialog>
)
