import { lazy, type ReactNode, Suspense, useEffect, useId, useRef, useState } from 'react'
import type { AllowedTransition } from '../../../src/artifacts/representations/included-members.ts'
import { saveArtifact } from '../data/artifact-writes.ts'
import type { ValueEntry } from '../data/trackers.ts'
import { Badge } from '../design/badge.tsx'
import { Icon } from '../design/icon.tsx'
import { MenuTrigger } from '../design/menu-trigger.tsx'
import { Pressable } from '../design/pressable.tsx'
import { VisuallyHidden } from '../design/visually-hidden.tsx'
import { getItemLabel, listItems } from '../fields/editors/list-options.ts'
import { type Field, useFieldContext } from '../fields/field-context.tsx'
import { usePageActions } from '../frame/page-actions.ts'
import { texts } from '../texts/texts.ts'
import { EditNotes } from './edit-notes.tsx'
import styles from './editable.module.css'
import { createStatusChange, demandsMore, listStatusChoices, type StatusChoice } from './status-choices.ts'
import menu from './status-control.module.css'
import { StatusMark, stagesOf } from './status-mark.tsx'
import { StatusMenu } from './status-menu.tsx'
import { useEditing } from './use-editing.ts'

const TransitionForm = lazy(() => import('./transition-form.tsx').then((file) => ({ default: file.TransitionForm })))

const words = texts.editing

interface StatusControlProps {
  readonly field: Field
  readonly entry: ValueEntry | null
  /** What the workflow allows from the present status; undefined: the field has no workflow. */
  readonly transitions: readonly AllowedTransition[] | undefined
  /** It is the status of the artifact in view: the command menu and a shortcut open it. */
  readonly isMain?: boolean
  /** Opens its list as soon as it appears. */
  readonly opensAtOnce?: boolean
  /** The list, or the form of a transition, is open now, or none of them is. */
  readonly onOpenChange?: (isOpen: boolean) => void
}

/** The status as a button with the transitions that the workflow allows; a form below requests what a transition demands. */
export function StatusControl({
  field,
  entry,
  transitions,
  isMain = false,
  opensAtOnce = false,
  onOpenChange,
}: StatusControlProps): ReactNode {
  const context = useFieldContext()
  const { artifact, tracker, values } = context
  const editing = useEditing(field, entry)
  const errorId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(opensAtOnce)
  const [demand, setDemand] = useState<StatusChoice | null>(null)
  const isBusy = isOpen || demand !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it is opened or closed
  useEffect(() => onOpenChange?.(isBusy), [isBusy])
  const { currentEntry, open, edit, frozenReason } = editing
  const [now] = listItems(currentEntry)
  const choices = listStatusChoices(field, currentEntry, transitions)
  const stage = stagesOf(field, tracker.semantics.status?.value_ids ?? [])
  const label = now === undefined ? words.none : getItemLabel(now)
  const look = (
    <span className={menu.look}>
      {now && <StatusMark stage={stage(String(now.id))} />}
      {label}
    </span>
  )
  const choose = (choice: StatusChoice): void => {
    if (demandsMore(choice, values)) setDemand(choice)
    else
      void saveArtifact({ artifact: artifact ?? 0, changes: [createStatusChange(field, choice.option, currentEntry)] })
  }
  const canChange = open !== undefined && choices.length > 0
  usePageActions(
    canChange && isMain
      ? [
          {
            ...{ id: 'status', icon: 'arrow-right', shortcut: 'status', run: () => setOpen(true) },
            label: texts.keyboard.shortcuts.status,
          },
        ]
      : [],
  )
  const color = now && 'tlp_color' in now ? now.tlp_color : null
  if (!canChange)
    return (
      <span title={frozenReason} data-field={field.field_id}>
        <Badge color={color}>{look}</Badge>
        {frozenReason !== undefined && (
          <span className={styles.lock}>
            <Icon name="lock" />
            <span className={styles.reason}>{frozenReason}</span>
          </span>
        )}
      </span>
    )
  return (
    <div className={styles.place} data-field={field.field_id}>
      <MenuTrigger
        isOpen={isOpen}
        onOpenChange={setOpen}
        className={menu.popover}
        placement="bottom start"
        offset={4}
        trigger={
          <Pressable ref={button} className={menu.button}>
            <VisuallyHidden>{field.label} </VisuallyHidden>
            <span className={menu.badge}>
              <Badge color={color}>
                {look}
                <Icon name="chevron-down" />
              </Badge>
            </span>
            {edit && edit.state.kind !== 'refused' && <span className={styles.dot} title={words.saving} />}
          </Pressable>
        }
      >
        {(opened) => (
          <StatusMenu {...opened} label={words.changeStatus} choices={choices} stageOf={stage} onChoose={choose} />
        )}
      </MenuTrigger>
      {demand?.transition && (
        <Suspense fallback={null}>
          <TransitionForm
            title={words.changeStatusTo(demand.option.label)}
            transition={demand.transition}
            change={createStatusChange(field, demand.option, currentEntry)}
            onDone={() => {
              setDemand(null)
              button.current?.focus()
            }}
          />
        </Suspense>
      )}
      {demand === null && (
        <EditNotes
          field={field}
          editing={{
            ...editing,
            editAgain() {
              editing.dismiss()
              setOpen(true)
            },
          }}
          errorId={errorId}
        />
      )}
    </div>
  )
}
