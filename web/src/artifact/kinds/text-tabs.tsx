import type { ReactNode } from 'react'
import { texts } from '../../texts/texts.ts'
import type { TextFormat } from './text-source.ts'
import styles from './text-tabs.module.css'

const words = texts.editing

interface TextTabsProps {
  readonly format: TextFormat
  readonly isPreview: boolean
  readonly onPreview: ((isPreview: boolean) => void) | undefined
}

/** Switches between the source and the preview, and names the format. */
export const TextTabs = ({ format, isPreview, onPreview }: TextTabsProps): ReactNode => (
  <div className={styles.tabs}>
    {onPreview !== undefined && (
      <>
        <button type="button" aria-pressed={!isPreview} onClick={() => onPreview(false)}>
          {words.write}
        </button>
        <button type="button" aria-pressed={isPreview} onClick={() => onPreview(true)}>
          {words.preview}
        </button>
      </>
    )}
    <span>{words.formats[format]}</span>
  </div>
)
