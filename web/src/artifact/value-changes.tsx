import { lazy, type ReactNode, Suspense, useState } from 'react'
import type { ValueChange } from '../data/history.ts'
import type { ValueEntry } from '../data/trackers.ts'
import { Button } from '../design/button.tsx'
import { VisuallyHidden } from '../design/visually-hidden.tsx'
import { type Field, useAnyFieldContext } from '../fields/field-context.tsx'
import { getFieldType } from '../fields/registry.ts'
import { Value } from '../fields/value.tsx'
import { EmptyValue } from '../fields/values/empty-value.tsx'
import { texts } from '../texts/texts.ts'
import styles from './value-changes.module.css'

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
  const { differences } = getFieldType(change.type)
  if (differences !== undefined) {
    const { isByLine, source } = differences
    const sourceOf = (entry: ValueChange['after']): string => (entry !== null && 'value' in entry ? source(entry) : '')
    const versions = { before: sourceOf(before), after: sourceOf(after), isByLine }
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
export const isLongChange = ({ type }: ValueChange): boolean => getFieldType(type).differences !== undefined

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

// Only entries of texts differ from those of an artifact, and these are shown as differences.
const ValueOrEmpty = ({ of, field }: ValueOrEmptyProps): ReactNode =>
  of === null ? <EmptyValue /> : <Value entry={of as ValueEntry} isOfChange {...(field && { field })} />
