import { type ReactNode, useEffect, useRef } from 'react'
import type { FieldSum } from '../../data/artifact-groups.ts'
import { useResource } from '../../data/queries.ts'
import { AfterPaint } from '../../design/after-paint.tsx'
import { KeyCaps } from '../../design/keys.tsx'
import { useShortcutChoices } from '../../design/shortcut-choices.ts'
import { getShortcutKeys, type ShortcutId } from '../../design/shortcut-table.ts'
import { texts } from '../../texts/texts.ts'
import { listSums, type SumColumn } from './columns.tsx'
import styles from './grid-foot.module.css'

const words = texts.tracker

const hints: readonly (readonly [ids: readonly ShortcutId[], text: string])[] = [
  [['next', 'previous'], words.hints.move],
  [['select'], words.hints.select],
  [['peek'], words.hints.peek],
]

interface GridFootProps {
  /** How many rows there are. */
  readonly count: string
  readonly sums: SumsProps
  readonly canSelect: boolean
}

/** The number of rows, their sums, and the keys that work in them. */
export function GridFoot({ count, sums, canSelect }: GridFootProps): ReactNode {
  const choices = useShortcutChoices()
  return (
    <footer className={styles.foot} data-screen>
      <AfterPaint>
        <span>
          <span>{count}</span>
          <Sums {...sums} />
        </span>
        <span className={styles.hints} aria-hidden="true">
          {hints.map(([ids, text]) => {
            const keys = ids.flatMap((id) => getShortcutKeys(id, choices) ?? [])
            const isPossible = keys.length > 0 && (canSelect || !ids.includes('select'))
            return (
              isPossible && (
                <span key={text} className={styles.hint}>
                  {keys.map((each) => (
                    <KeyCaps key={each} keys={each} />
                  ))}
                  {text}
                </span>
              )
            )
          })}
        </span>
      </AfterPaint>
    </footer>
  )
}

interface SumsProps {
  readonly tracker: number
  /** The condition of the list; empty: all artifacts. */
  readonly condition: string
  readonly columns: readonly SumColumn[]
  /** The rows, while they are those of the condition: other ones may have other sums. */
  readonly rows: unknown
}

/** Sums of the number columns over all artifacts of the list, loaded or not. */
function Sums({ tracker, condition, columns, rows }: SumsProps): ReactNode {
  const { data, refetch } = useResource<readonly FieldSum[]>(
    `/trackers/${tracker}/field_sums`,
    { expert_query: condition === '' ? undefined : condition },
    { isWanted: columns.length > 0 && rows !== undefined },
  )
  const last = useRef({ condition, rows })
  useEffect(() => {
    if (rows === undefined || last.current.rows === rows) return
    const isSame = last.current.condition === condition && last.current.rows !== undefined
    last.current = { condition, rows }
    if (isSame && columns.length > 0) void refetch({ cancelRefetch: false })
  })
  return listSums(columns, data).map(({ field, title, text }) => (
    <span key={field}>
      {title} <strong>{text}</strong>
    </span>
  ))
}
