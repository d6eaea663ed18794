import type { ReactNode } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import type { TriggerRepresentation } from '../../../../src/trackers/representations/trigger.ts'
import { useChildTrackers } from '../../data/child-trackers.ts'
import { useResource } from '../../data/queries.ts'
import { Button } from '../../design/button.tsx'
import { keepFocus } from '../../design/keep-focus.ts'
import { Loaded } from '../../design/loaded-data.tsx'
import { Section } from '../../design/section.tsx'
import { reportFailure } from '../../design/show-error.ts'
import { Skeleton } from '../../design/skeleton.tsx'
import { useIdle } from '../../design/use-idle.ts'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import { isStaticList, labelOfField, labelOfValue } from './labels.ts'
import { saveTriggers } from './save-rules.ts'
import styles from './tracker-admin-rules.module.css'
import { TriggerDialog } from './trigger-dialog.tsx'

const words = trackerAdminTexts.trackerRules.triggers

interface TriggersProps {
  readonly tracker: TrackerRepresentation
}

/** What artifacts become when their children reach a value, as sentences. */
export function Triggers({ tracker }: TriggersProps): ReactNode {
  const triggers = useResource<readonly TriggerRepresentation[]>(`/trackers/${tracker.id}/triggers`)
  // All trackers of the project have to be read for them.
  const children = useChildTrackers(tracker, useIdle())
  const isPossible =
    tracker.fields.some(isStaticList) && children.data?.some(({ fields }) => fields.some(isStaticList)) === true
  return (
    <Section
      title={words.title}
      hint={words.hint}
      width="narrow"
      actions={isPossible && <TriggerDialog tracker={tracker} trackers={children.data ?? []} />}
    >
      <Loaded from={triggers} skeleton={<Skeleton shape="rows" />}>
        {(all) =>
          all.length === 0 ? (
            <p className={styles.empty}>{emptyText(children.data, isPossible)}</p>
          ) : (
            <ul className={styles.rules} aria-label={words.title}>
              {all.map((trigger) => (
                <li key={JSON.stringify(trigger)} className={styles.rule}>
                  <Trigger tracker={tracker} trigger={trigger} trackers={children.data} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {children.error !== null && <Loaded from={children}>{() => null}</Loaded>}
    </Section>
  )
}

const emptyText = (children: readonly TrackerRepresentation[] | undefined, isPossible: boolean): string => {
  if (children?.length === 0) return words.noChildren
  return isPossible || children === undefined ? words.empty : words.impossible
}

interface TriggerProps extends TriggersProps {
  readonly trigger: TriggerRepresentation
  /** undefined: not known yet. */
  readonly trackers: readonly TrackerRepresentation[] | undefined
}

function Trigger({ tracker, trigger, trackers }: TriggerProps): ReactNode {
  const { target, condition, triggers } = trigger
  const field = labelOfField(tracker.fields, target.field_id)
  const value = labelOfValue(tracker.fields, target.field_id, target.value_id)
  const remove = async (): Promise<void> => {
    const isIt = (each: TriggerRepresentation): boolean => JSON.stringify(each) === JSON.stringify(trigger)
    await saveTriggers(tracker.id, (all) => all.filter((each) => !isIt(each)), words.removed)
    keepFocus()
  }
  return (
    <>
      <p className={styles.sentence}>
        <strong>{field}</strong> {words.becomes} <strong>{value}</strong> {words.conditions[condition]}{' '}
        {triggers.map((end, index) => {
          const child = trackers?.find(({ id }) => id === end.tracker_id)
          const fields = child?.fields ?? []
          return (
            <span key={`${end.field_id} ${end.value_id}`}>
              {index > 0 && ` ${words.or} `}
              {trackers === undefined ? (
                '…'
              ) : (
                <>
                  {labelOfField(fields, end.field_id)}{' '}
                  <strong>{labelOfValue(fields, end.field_id, end.value_id)}</strong>
                </>
              )}
              {child !== undefined && <span className={styles.count}> ({child.label})</span>}
            </span>
          )
        })}
      </p>
      <div className={styles.actions}>
        <Button
          kind="quiet"
          label={words.removeOf(`${field} ${words.becomes} ${value}`)}
          onPress={() => void reportFailure(remove())}
        >
          {words.remove}
        </Button>
      </div>
    </>
  )
}
