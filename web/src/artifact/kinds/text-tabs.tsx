import type { ReactNode } from 'react'
import { texts } from '../../texts/texts.ts'
import type { TextFormat } from './text-source.ts'
import styles from './text-tabs.module.css'

const words = texts.editing

export type TextView = 'source' | 'preview' | 'both'

interface TextTabsProps {
  readonly format: TextFormat
  readonly view: TextView
  readonly onView: ((view: TextView) => void) | undefined
  readonly children?: ReactNode
}

const labels: Readonly<Record<TextView, string>> = {
  source: words.write,
  preview: words.preview,
  both: words.sideBySide,
}

/** Switches between the source and the preview, and names the format. */
export const TextTabs = ({ format, view, onView, children }: TextTabsProps): ReactNode => (
  <div className={styles.tabs}>
    {onView !== undefined && (
      <div className={styles.views}>
        {(['source', 'preview', 'both'] as const).map((each) => (
          <button
            key={each}
            type="button"
            aria-pressed={view === each}
            className={each === 'both' ? styles.wide : undefined}
            onClick={() => onView(each)}
          >
            {labels[each]}
          </button>
        ))}
      </div>
    )}
    <div className={styles.tools}>{children}</div>
    <span className={styles.format}>{words.formats[format]}</span>
  </div>
)
