import { type ReactNode, useState } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { Failure } from '../../data/failure.ts'
import { Button } from '../../design/button.tsx'
import { Form, FormActions, type FormValues } from '../../design/form.tsx'
import { Section } from '../../design/section.tsx'
import { Select } from '../../design/select.tsx'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import { Dependency, type Pair } from './dependency.tsx'
import { isList } from './labels.ts'
import styles from './tracker-admin-rules.module.css'

const words = trackerAdminTexts.trackerRules.lists

interface DependenciesProps {
  readonly tracker: TrackerRepresentation
}

/** Pairs of lists, of which one decides which values the other may have. */
export function Dependencies({ tracker }: DependenciesProps): ReactNode {
  const [added, setAdded] = useState<readonly Pair[]>([])
  const stored = tracker.workflow.rules.lists.map((rule) => ({
    source: rule.source_field_id,
    target: rule.target_field_id,
  }))
  const pairs = new Map([...stored, ...added].map((pair) => [keyOf(pair), pair]))
  const isNew = (pair: Pair): boolean => stored.every((each) => keyOf(each) !== keyOf(pair))
  const isPossible = tracker.fields.filter(isList).length > 1
  return (
    <Section title={words.title} hint={words.hint}>
      {pairs.size === 0 && <p className={styles.empty}>{isPossible ? words.empty : words.impossible}</p>}
      {pairs.size > 0 && (
        <div className={styles.pairs}>
          {[...pairs].map(([key, pair]) => (
            <Dependency
              key={key}
              tracker={tracker}
              pair={pair}
              isNew={isNew(pair)}
              onRemoved={() => setAdded((all) => all.filter((each) => keyOf(each) !== key))}
            />
          ))}
        </div>
      )}
      {isPossible && (
        <NewPair
          tracker={tracker}
          onAdd={(pair) => {
            if (pairs.has(keyOf(pair))) throw new Failure(words.exists, 400, { field: 'target' })
            if (pair.source === pair.target) throw new Failure(words.sameField, 400, { field: 'target' })
            setAdded((all) => [...all, pair])
          }}
        />
      )}
    </Section>
  )
}

const keyOf = ({ source, target }: Pair): string => `${source} ${target}`

interface NewPairProps extends DependenciesProps {
  /** Throws a refusal. */
  readonly onAdd: (pair: Pair) => void
}

/** The values are chosen before anything is sent. */
function NewPair({ tracker, onAdd }: NewPairProps): ReactNode {
  const lists = tracker.fields.filter(isList)
  const options = lists.map(({ field_id, label }) => ({ value: String(field_id), label }))
  const add = async (values: FormValues): Promise<void> =>
    onAdd({ source: Number(values.text('source')), target: Number(values.text('target')) })
  return (
    <div className={styles.newPair}>
      <Form label={words.add} onSend={add}>
        <Select name="source" label={words.source} isRequired options={options} />
        <Select
          name="target"
          label={words.target}
          isRequired
          options={options}
          defaultValue={String(lists[1]?.field_id)}
        />
        <FormActions>
          <Button type="submit" icon="plus">
            {words.add}
          </Button>
        </FormActions>
      </Form>
    </div>
  )
}
