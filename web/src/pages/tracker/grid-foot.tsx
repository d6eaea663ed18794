import type { ReactNode } from 'react'
import { KeyCaps } from '../../design/keys.tsx'
import { useShortcutChoices } from '../../design/shortcut-choices.ts'
import { getShortcutKeys, type ShortcutId } from '../../design/shortcut-table.ts'
import { texts } from '../../texts/texts.ts'
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
  readonly canSelect: boolean
}

/** The number of rows, and the keys that work in them. */
export function GridFoot({ count, canSelect }: GridFootProps): ReactNode {
  const choices = useShortcutChoices()
  return (
    <footer className={styles.foot}>
      <span>{count}</span>
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
    </footer>
  )
}
