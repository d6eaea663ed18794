import type { AllowedTransition } from '../../../src/artifacts/representations/included-members.ts'
import type { FieldChange } from '../data/artifact-writes.ts'
import type { ValueEntry } from '../data/trackers.ts'
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
import type { Field } from '../fields/field-context.tsx'
import { isEmptyEntry } from '../fields/registry.ts'
import { texts } from '../texts/texts.ts'

const words = texts.editing

/** Another value of a list that holds one, such as the status. */
export interface StatusChoice {
  readonly option: PickerOption
  /** null: no workflow restricts the field. */
  readonly transition: AllowedTransition | null
  /** Why it cannot be chosen. */
  readonly refusal: string | null
}

/**
 * The values that can be chosen instead of the present one, in the order of the list; then those that the workflow does
 * not allow, with their reasons. `transitions`: what the workflow allows now; undefined: the field has no workflow.
 */
export function listStatusChoices(
  field: Field,
  entry: ValueEntry | null,
  transitions: readonly AllowedTransition[] | undefined,
): StatusChoice[] {
  const [now] = listItems(entry)
  const from = now === undefined ? words.none : getItemLabel(now)
  const present = String(now?.id ?? noneId)
  const options = [...listOptions(field), ...(field.required ? [] : [createNoneOption(field)])].filter(
    ({ id }) => id !== present,
  )
  if (transitions === undefined) return options.map((option) => ({ option, transition: null, refusal: null }))
  const choices = options.flatMap((option): StatusChoice[] => {
    const transitionsTo = transitions.filter(({ to_id }) => String(to_id) === option.id)
    const transition = transitionsTo.find(({ refusal }) => refusal === null) ?? transitionsTo[0]
    if (transition === undefined && option.id === noneId) return []
    const refusal = transition === undefined ? words.noTransition(from, option.label) : transition.refusal
    return [{ option, transition: transition ?? null, refusal }]
  })
  return choices.toSorted((a, b) => Number(a.refusal !== null) - Number(b.refusal !== null))
}

/** Whether the transition demands a comment, or values of fields that are empty. */
export function demandsMore({ transition }: StatusChoice, values: ReadonlyMap<number, ValueEntry>): boolean {
  if (transition === null) return false
  const isMissing = (id: number): boolean => isEmpty(values.get(id))
  return transition.requires_comment || transition.required_field_ids.some(isMissing)
}

/** The change of the field to another of its values. `base`: the present value. */
export function createStatusChange(field: Field, option: PickerOption, base: ValueEntry | null): FieldChange {
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
