import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ValueChange } from '../data/history.ts'
import type { ValueEntry } from '../data/trackers.ts'
import { Button } from '../design/button.tsx'
import { VisuallyHidden } from '../design/visually-hidden.tsx'
import { type Field, useAnyFieldContext } from '../fields/field-context.tsx'
import { Value } from '../fields/value.tsx'
import { EmptyValue } from '../fields/values/empty-value.tsx'
import { texts } from '../texts/texts.ts'
import styles from './value-changes.module.css'

type Step = Extract<NonNullable<ValueChange['after']>, { type: 'ttmstepdef' }>['value'][number]

const words = texts.artifact.comments

const TextDifference = lazy(() => import('./text-difference.tsx').then((file) => ({ default: file.TextDifference })))

interface ChangedValueProps {
  readonly change: ValueChange
  /** The differences of long values are shown at once. */
  readonly isOpen?: boolean
}

/** A changed value: from and to; of texts and steps the differences, on request. */
export function ChangedValue({ change, isOpen = false }: ChangedValueProps): ReactNode {
  const { before, after } = change
  const field = useAnyFieldContext()?.tracker.fields.find(({ field_id }) => field_id === change.field_id)
  if (isLongChange(change)) {
    const versions = { before: getSource(before), after: getSource(after), isByLine: change.type !== 'text' }
    return isOpen ? <Difference {...versions} /> : <ChangedText {...versions} />
  }
  return (
    <span className={styles.change}>
      <span className={styles.before}>
        <VisuallyHidden>{words.from}</VisuallyHidden>
        <ValueOrEmpty of={before} field={field} />
      </span>
      <span aria-hidden="true">→</span>
      <span>
        <VisuallyHidden>{words.to}</VisuallyHidden>
        <ValueOrEmpty of={after} field={field} />
      </span>
    </span>
  )
}

/** A long value, of which the differences are shown. */
export const isLongChange = ({ type }: ValueChange): boolean => type === 'text' || type === 'ttmstepdef'

type DifferenceProps = Parameters<typeof TextDifference>[0]

const Difference = (props: DifferenceProps): ReactNode => (
  <Suspense>
    <TextDifference {...props} />
  </Suspense>
)

function ChangedText(versions: DifferenceProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <div className={styles.text}>
      <Button kind="quiet" onPress={() => setOpen(!isOpen)}>
        {isOpen ? words.hideDifferences : words.showDifferences}
      </Button>
      {isOpen && <Difference {...versions} />}
    </div>
  )
}

interface ValueOrEmptyProps {
  readonly of: ValueChange['after']
  readonly field: Field | undefined
}

// The entry of a text in a history is its source, without the rendered text.
const ValueOrEmpty = ({ of, field }: ValueOrEmptyProps): ReactNode =>
  of === null || of.type === 'text' ? <EmptyValue /> : <Value entry={of as ValueEntry} {...(field && { field })} />

function getSource(entry: ValueChange['after']): string {
  if (entry?.type === 'text') return entry.value
  // A table of each version would be longer than the page.
  if (entry?.type === 'ttmstepdef') return entry.value.map(describeStep).join('')
  return ''
}

const describeStep = ({ rank, description, expected_results }: Step): string =>
  `${rank}. ${[description, expected_results].filter((text) => text !== '').join(' → ')}\n`
