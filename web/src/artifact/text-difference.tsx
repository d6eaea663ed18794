import { diffLines, diffWordsWithSpace } from 'diff'
import type { ReactNode } from 'react'
import { texts } from '../texts/texts.ts'
import styles from './text-difference.module.css'

interface TextDifferenceProps {
  readonly before: string
  readonly after: string
  /** Whole lines are compared instead of words. */
  readonly isByLine?: boolean
}

/** Two versions of a text, with removed and added words marked. */
export const TextDifference = ({ before, after, isByLine }: TextDifferenceProps): ReactNode => {
  const limit = { maxEditLength: 2000 }
  const parts = isByLine ? diffLines(before, after, limit) : diffWordsWithSpace(before, after, limit)
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
