import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ValueChange } from '../data/history.ts'
import type { ValueEntry } from '../data/trackers.ts'
import { Button } from '../design/button.tsx'
import { VisuallyHidden } from '../design/visually-hidden.tsx'
import { texts } from '../texts/texts.ts'
import { EmptyValue } from './empty-value.tsx'
import { Value } from './value.tsx'
import styles from './value-changes.module.css'

const words = texts.artifact.comments

const TextDifference = lazy(() => import('./text-difference.tsx').then((file) => ({ default: file.TextDifference })))

/** A changed value: from and to; of a long text the differences, on request. */
export function ChangedValue({ change }: { readonly change: ValueChange }): ReactNode {
  const { before, after } = change
  // Two tables of steps would be longer than the page.
  if (change.type === 'ttmstepdef') return null
  if (change.type === 'text') return <ChangedText before={getSource(before)} after={getSource(after)} />
  return (
    <span className={styles.change}>
      <span className={styles.before}>
        <VisuallyHidden>{words.from}</VisuallyHidden>
        <ValueOrEmpty of={before} />
      </span>
      <span aria-hidden="true">→</span>
      <span>
        <VisuallyHidden>{words.to}</VisuallyHidden>
        <ValueOrEmpty of={after} />
      </span>
    </span>
  )
}

function ChangedText({ before, after }: { readonly before: string; readonly after: string }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.text}>
      <Button kind="quiet" onPress={() => setOpen(!isOpen)}>
        {isOpen ? words.hideDifferences : words.showDifferences}
      </Button>
      {isOpen && (
        <Suspense>
          <TextDifference before={before} after={after} />
        </Suspense>
      )}
    </div>
  )
}

// The entry of a text in a history is its source, without the rendered text.
const ValueOrEmpty = ({ of }: { readonly of: ValueChange['after'] }): ReactNode =>
  of === null || of.type === 'text' ? <EmptyValue /> : <Value entry={of as ValueEntry} />

const getSource = (entry: ValueChange['after']): string => (entry?.type === 'text' ? entry.value : '')
