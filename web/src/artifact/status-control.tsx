import { type KeyboardEvent, lazy, type ReactNode, Suspense, useId, useRef, useState } from 'react'
import { Header, Menu, MenuItem, MenuSection } from 'react-aria-components/Menu'
import type { AllowedTransition } from '../../../src/artifacts/representations/included-members.ts'
import { type FieldChange, saveArtifact } from '../data/artifact-writes.ts'
import type { ValueEntry } from '../data/trackers.ts'
import { Badge } from '../design/badge.tsx'
import { Icon } from '../design/icon.tsx'
import { MenuTrigger } from '../design/menu-trigger.tsx'
import { Pressable } from '../design/pressable.tsx'
import { VisuallyHidden } from '../design/visually-hidden.tsx'
import {
  createItem,
  createNoneOption,
  getItemLabel,
  hasSameItems,
  listItems,
  listOptions,
  noneId,
} from '../fields/editors/list-options.ts'
import type { PickerOption } from '../fields/editors/picker.tsx'
import { type Field, useFieldContext } from '../fields/field-context.tsx'
import { isEmptyEntry } from '../fields/registry.ts'
import { usePageActions } from '../frame/page-actions.ts'
import { texts } from '../texts/texts.ts'
import { EditNotes } from './edit-notes.tsx'
import styles from './editable.module.css'
import menu from './status-control.module.css'
import { StatusMark, type StatusStage, stagesOf } from './status-mark.tsx'
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
}

interface Choice {
  readonly option: PickerOption
  readonly transition: AllowedTransition | null
  /** Why it cannot be chosen. */
  readonly refusal: string | null
}

/** The status as a button with the transitions that the workflow allows; a form below requests what a transition demands. */
export function StatusControl({ field, entry, transitions, isMain = false }: StatusControlProps): ReactNode {
  const context = useFieldContext()
  const { artifact, tracker, values } = context
  const editing = useEditing(field, entry)
  const errorId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [demand, setDemand] = useState<Choice | null>(null)
  const { currentEntry, open, edit, frozenReason } = editing
  const [now] = listItems(currentEntry)
  const choices = choicesOf(
    field,
    now === undefined ? words.none : getItemLabel(now),
    transitions,
    String(now?.id ?? noneId),
  )
  const stage = stagesOf(field, tracker.semantics.status?.value_ids ?? [])
  const label = now === undefined ? words.none : getItemLabel(now)
  const look = (
    <span className={menu.look}>
      {now && <StatusMark stage={stage(String(now.id))} />}
      {label}
    </span>
  )
  const choose = ({ option, transition, refusal }: Choice): void => {
    if (refusal !== null) return
    const missing = transition?.required_field_ids.filter((id) => isEmpty(values.get(id))) ?? []
    if (transition?.requires_comment || missing.length > 0) setDemand({ option, transition, refusal })
    else void saveArtifact({ artifact: artifact ?? 0, changes: [statusChange(field, option, currentEntry)] })
  }
  const allowed = choices.filter(({ refusal }) => refusal === null)
  const byNumber = (event: KeyboardEvent): void => {
    const choice = allowed[Number(event.key) - 1]
    if (choice === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    setOpen(false)
    choose(choice)
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
          <div onKeyDownCapture={byNumber}>
            <Menu
              {...opened}
              className={menu.menu}
              aria-label={words.changeStatus}
              disabledKeys={choices.filter(({ refusal }) => refusal !== null).map(({ option }) => option.id)}
              onAction={(key) => {
                const choice = choices.find(({ option }) => option.id === key)
                if (choice !== undefined) choose(choice)
              }}
            >
              <MenuSection>
                <Header className={menu.header}>{words.changeStatus}</Header>
                {choices.map((choice) => (
                  <StatusItem
                    key={choice.option.id}
                    choice={choice}
                    stage={stage(choice.option.id)}
                    number={allowed.indexOf(choice) + 1}
                  />
                ))}
              </MenuSection>
            </Menu>
          </div>
        )}
      </MenuTrigger>
      {demand?.transition && (
        <Suspense fallback={null}>
          <TransitionForm
            title={words.changeStatusTo(demand.option.label)}
            transition={demand.transition}
            change={statusChange(field, demand.option, currentEntry)}
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

interface StatusItemProps {
  readonly choice: Choice
  readonly stage: StatusStage
  /** The key that chooses it; 0: none. */
  readonly number: number
}

const StatusItem = ({ choice: { option, refusal }, stage, number }: StatusItemProps): ReactNode => (
  <MenuItem id={option.id} textValue={option.label} className={menu.item}>
    <StatusMark stage={stage} color={option.color} />
    <span className={menu.text}>
      {option.label}
      {refusal !== null && <small>{refusal}</small>}
    </span>
    {refusal !== null ? <Icon name="lock" /> : number > 0 && number < 10 && <kbd>{number}</kbd>}
  </MenuItem>
)

/** The transitions that are allowed, in the order of the list; then those that are not, with their reasons. */
function choicesOf(
  field: Field,
  from: string,
  transitions: readonly AllowedTransition[] | undefined,
  present: string,
): Choice[] {
  const options = [...listOptions(field), ...(field.required ? [] : [createNoneOption(field)])].filter(
    ({ id }) => id !== present,
  )
  if (transitions === undefined) return options.map((option) => ({ option, transition: null, refusal: null }))
  const choices = options.flatMap((option): Choice[] => {
    const transitionsTo = transitions.filter(({ to_id }) => String(to_id) === option.id)
    const transition = transitionsTo.find(({ refusal }) => refusal === null) ?? transitionsTo[0]
    if (transition === undefined && option.id === noneId) return []
    const refusal = transition === undefined ? words.noTransition(from, option.label) : transition.refusal
    return [{ option, transition: transition ?? null, refusal }]
  })
  return choices.toSorted((a, b) => Number(a.refusal !== null) - Number(b.refusal !== null))
}

const statusChange = (field: Field, option: PickerOption, base: ValueEntry | null): FieldChange => {
  const options = option.id === noneId ? [] : [option]
  const bind_value_ids = options.map(({ id }) => (/^\d+$/.test(id) ? Number(id) : id))
  const { field_id: fieldId, label, type } = field
  const entry = { field_id: fieldId, label, type, values: options.map(createItem), bind_value_ids }
  return {
    fieldId,
    label,
    input: { bind_value_ids },
    // The types of lists have the same members.
    newEntry: entry as ValueEntry,
    base,
    draft: options,
    isSame: hasSameItems,
  }
}

const isEmpty = (entry: ValueEntry | undefined): boolean => entry === undefined || isEmptyEntry(entry)
