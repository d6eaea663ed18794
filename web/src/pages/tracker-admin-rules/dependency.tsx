import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { FieldRepresentation } from '../../../../src/trackers/representations/field.ts'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { Failure } from '../../data/failure.ts'
import { Button } from '../../design/button.tsx'
import { Form, FormActions } from '../../design/form.tsx'
import { Icon } from '../../design/icon.tsx'
import { keepFocus } from '../../design/keep-focus.ts'
import { reportFailure } from '../../design/show-error.ts'
import { texts } from '../../texts/texts.ts'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import { DependencyMatrix } from './dependency-matrix.tsx'
import { labelOfField, listValues, none } from './labels.ts'
import { type ListRule, saveRules } from './save-rules.ts'
import styles from './tracker-admin-rules.module.css'

const words = trackerAdminTexts.trackerRules.lists

export interface Pair {
  readonly source: number
  readonly target: number
}

interface DependencyProps {
  readonly tracker: TrackerRepresentation
  readonly pair: Pair
  /** Nothing of it is stored. */
  readonly isNew: boolean
  readonly onRemoved: () => void
}

/** One pair of lists, opened as a matrix of their values. */
export function Dependency({ tracker, pair, isNew, onRemoved }: DependencyProps): ReactNode {
  const details = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(isNew)
  // A new pair continues with its values.
  const [isStarted] = useState(isNew)
  useEffect(() => {
    if (isStarted) details.current?.querySelector<HTMLElement>('td input')?.focus()
  }, [isStarted])
  const stored = tracker.workflow.rules.lists.filter((rule) => isOf(rule, pair))
  const [source, target] = [pair.source, pair.target].map((id) => labelOfField(tracker.fields, id))
  const name = `${source} → ${target}`
  const remove = async (): Promise<void> => {
    if (!isNew)
      await saveRules(
        tracker.id,
        (all) => ({ ...all, lists: all.lists.filter((rule) => !isOf(rule, pair)) }),
        words.removed(name),
      )
    onRemoved()
    keepFocus()
  }
  return (
    <details
      ref={details}
      className={styles.pair}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className={styles.summary}>
        <Icon name="chevron-right" />
        <span className={styles.sentence}>
          <strong>{source}</strong> <span aria-hidden="true">→</span> <strong>{target}</strong>
        </span>
        <span className={styles.count}>{isNew ? words.unsaved : words.count(stored.length)}</span>
      </summary>
      {isOpen && <Values tracker={tracker} pair={pair} stored={stored} name={name} onRemove={remove} />}
    </details>
  )
}

const isOf = (rule: ListRule, { source, target }: Pair): boolean =>
  rule.source_field_id === source && rule.target_field_id === target

interface ValuesProps extends Omit<DependencyProps, 'isNew' | 'onRemoved'> {
  readonly stored: readonly ListRule[]
  readonly name: string
  readonly onRemove: () => Promise<void>
}

/** Changes are collected, listed and sent together. */
function Values({ tracker, pair, stored, name, onRemove }: ValuesProps): ReactNode {
  const [changes, setChanges] = useState<ReadonlyMap<string, boolean>>(new Map())
  const fields = [pair.source, pair.target].map((id) => tracker.fields.find(({ field_id }) => field_id === id))
  const [source, target] = fields
  const present = new Map(stored.map((rule) => [`${rule.source_value_id} ${rule.target_value_id}`, rule]))
  if (source === undefined || target === undefined) return <p className={styles.empty}>{words.unreadable}</p>
  const isOn = (key: string): boolean => changes.get(key) ?? present.has(key)
  const change = (keys: readonly string[], on: boolean): void => {
    const next = new Map(changes)
    for (const key of keys) {
      if (present.has(key) === on) next.delete(key)
      else next.set(key, on)
    }
    setChanges(next)
  }
  const toRule = (key: string): ListRule => {
    const [sourceValue, targetValue] = key.split(' ').map(Number)
    return {
      source_field_id: pair.source,
      source_value_id: sourceValue ?? none,
      target_field_id: pair.target,
      target_value_id: targetValue ?? none,
    }
  }
  const save = async (): Promise<void> => {
    const chosen = (keys: readonly string[]): string[] => keys.filter((key) => changes.get(key) ?? true)
    const after = new Set([...chosen([...present.keys()]), ...[...changes].flatMap(([key, on]) => (on ? [key] : []))])
    if (after.size === 0) throw new Failure(words.chooseOne, 400)
    if (changes.size === 0) return
    await saveRules(
      tracker.id,
      (all) => ({ ...all, lists: [...all.lists.filter((rule) => !isOf(rule, pair)), ...[...after].map(toRule)] }),
      words.saved(name),
    )
    setChanges(new Map())
  }
  const added = [...changes.values()].filter(Boolean).length
  return (
    <div className={styles.values}>
      <p className={styles.hint}>{words.matrixHint(source.label, target.label)}</p>
      <Form label={name} onSend={save}>
        <DependencyMatrix
          name={name}
          source={{ label: source.label, values: withNone(source) }}
          target={{ label: target.label, values: withNone(target) }}
          isOn={isOn}
          onChange={change}
        />
        <FormActions>
          <Button type="submit" kind="primary">
            {words.save}
          </Button>
          {changes.size > 0 && <Button onPress={() => setChanges(new Map())}>{words.discard}</Button>}
          <Button kind="quiet" onPress={() => void reportFailure(onRemove())} label={words.removeOf(name)}>
            {words.remove}
          </Button>
          <p role="status" className={styles.changes}>
            {[
              ...(added > 0 ? [words.added(added)] : []),
              ...(changes.size > added ? [words.cleared(changes.size - added)] : []),
            ].join(', ')}
          </p>
        </FormActions>
      </Form>
    </div>
  )
}

const withNone = (field: FieldRepresentation) => [{ id: none, label: texts.states.none }, ...listValues(field)]
