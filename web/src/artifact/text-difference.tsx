import { diffWordsWithSpace } from 'diff'
import type { ReactNode } from 'react'
import { texts } from '../texts/texts.ts'
import styles from './text-difference.module.css'

interface TextDifferenceProps {
  readonly before: string
  readonly after: string
}

/** Two versions of a text, with removed and added words marked. */
export const TextDifference = ({ before, after }: TextDifferenceProps): ReactNode => {
  const parts = diffWordsWithSpace(before, after, { maxEditLength: 2000 })
  if (parts === undefined) return <p className={styles.text}>{texts.artifact.comments.tooDifferent}</p>
  return (
    <p className={styles.text}>
      {parts.map(({ value, added, removed }, position) => {
        // The parts of a difference have no other identity than their position.
        const key = `${position}`
        if (added) return <ins key={key}>{value}</ins>
        return removed ? <del key={key}>{value}</del> : <span key={key}>{value}</span>
      })}
    </p>
  )
}
