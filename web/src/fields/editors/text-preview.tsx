import type { ReactNode } from 'react'
import { useTextPreview } from '../../data/text-previews.ts'
import { Notice } from '../../design/notice.tsx'
import { RichText } from '../../design/rich-text.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './editors.module.css'
import type { TextDraft } from './text-source.ts'

interface TextPreviewProps {
  readonly project: number
  readonly value: TextDraft
}

/** A text as it will look. */
export function TextPreview({ project, value }: TextPreviewProps): ReactNode {
  const { html, problem } = useTextPreview(project, value)
  const isEmpty = value.content.trim() === ''
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys scroll a long text
    <section className={styles.preview} aria-label={texts.editing.preview} tabIndex={0}>
      {problem !== null && <Notice kind="caution" title={problem} />}
      {isEmpty ? (
        <p className={styles.dim}>{texts.editing.previewEmpty}</p>
      ) : html !== undefined ? (
        <RichText html={html} />
      ) : (
        problem === null && <Skeleton shape="lines" rows={3} />
      )}
    </section>
  )
}
