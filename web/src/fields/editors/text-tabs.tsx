import type { KeyboardEvent, ReactNode } from 'react'
import { texts } from '../../texts/texts.ts'
import type { TextFormat } from './text-source.ts'
import styles from './text-tabs.module.css'

const words = texts.editing

export type TextView = 'source' | 'preview' | 'both'

interface TextTabsProps {
  readonly format: TextFormat
  readonly view: TextView
  onView(view: TextView): void
  /** Id of what the tabs switch; each tab is named after it. */
  readonly panelId: string
  readonly children?: ReactNode
}

const views: readonly TextView[] = ['source', 'preview', 'both']
const labels: Readonly<Record<TextView, string>> = {
  source: words.write,
  preview: words.preview,
  both: words.sideBySide,
}

/** Switches between the source and the preview, and names the format. */
export const TextTabs = ({ format, view, onView, panelId, children }: TextTabsProps): ReactNode => (
  <div className={styles.tabs}>
    <div role="tablist" aria-label={words.views} className={styles.views} onKeyDown={moveFocus}>
      {views.map((each) => (
        <button
          key={each}
          id={`${panelId}-${each}`}
          type="button"
          role="tab"
          aria-selected={view === each}
          aria-controls={panelId}
          tabIndex={view === each ? 0 : -1}
          className={each === 'both' ? styles.wide : undefined}
          onClick={() => onView(each)}
        >
          {labels[each]}
        </button>
      ))}
    </div>
    <div className={styles.tools}>{children}</div>
    <span className={styles.format}>{words.formats[format]}</span>
  </div>
)

/** Tabs are one stop of the Tab key; the arrow keys choose among those that fit. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (step === 0) return
  const tabs = [...event.currentTarget.querySelectorAll('button')].filter((tab) => tab.checkVisibility())
  const at = tabs.findIndex((tab) => tab.matches(':focus'))
  const next = tabs[(at + step + tabs.length) % tabs.length]
  next?.focus()
  next?.click()
  event.preventDefault()
}
