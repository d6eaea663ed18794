import { type ReactNode, useId, useState } from 'react'
import { Button } from '../../design/button.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './tracker-page.module.css'
import { readBar } from './view.ts'

const words = texts.tracker
/** The usual limit of a site; its refusal is shown where another one holds. */
const costLimit = 30

interface QueryBarProps {
  readonly text: string
  readonly onRun: (text: string) => void
}

/** One bar for words and TQL; the position of an error is shown, and an invalid query does not run. */
export function QueryBar({ text, onRun }: QueryBarProps): ReactNode {
  const [typed, setTyped] = useState(text)
  const messageId = useId()
  const bar = readBar(typed)
  const isInvalid = bar.kind === 'problem'
  return (
    <search>
      <form
        className={styles.query}
        onSubmit={(event) => {
          event.preventDefault()
          if (!isInvalid) onRun(typed.trim())
        }}
      >
        <input
          name="q"
          aria-label={words.query}
          aria-invalid={isInvalid || undefined}
          aria-describedby={messageId}
          placeholder={words.queryHint}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          spellCheck={false}
          autoComplete="off"
        />
        <Button type="submit" icon="search" isDisabled={isInvalid}>
          {words.run}
        </Button>
        {text !== '' && (
          <Button kind="quiet" onPress={() => onRun('')}>
            {words.clear}
          </Button>
        )}
      </form>
      <div id={messageId} className={styles.message}>
        {bar.kind === 'problem' && (
          <p className={styles.problem}>
            <strong>{words.queryProblem}</strong> {bar.message}
          </p>
        )}
        {bar.kind === 'words' && typed !== text && <p>{words.searchesWords}</p>}
        {bar.kind === 'query' && bar.cost >= (costLimit * 2) / 3 && <p>{words.cost(bar.cost, costLimit)}</p>}
      </div>
    </search>
  )
}
