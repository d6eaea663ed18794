import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { fold } from '../../fields/editors/fold.ts'
import { isSearchedByName, listOptions } from '../../fields/editors/list-options.ts'
import type { PickerOption } from '../../fields/editors/picker.tsx'
import type { Comparison } from '../../fields/field-type.ts'
import { getFieldType } from '../../fields/registry.ts'
import { type Field, holdsSystemUser, isSortable } from './view.ts'

/** A field, or metadata, that queries can compare. */
export interface QueryTarget {
  /** As in a query: `status`, `@comments`. */
  readonly name: string
  readonly label: string
  readonly kind: Comparison
  /** null: metadata that no field holds. */
  readonly field: Field | null
  readonly hasTime: boolean
  /** Logins are its values. */
  readonly isOfUsers: boolean
  /** Whether it can be compared to `""`. */
  readonly hasEmpty: boolean
  /** `@status = OPEN()`. */
  readonly hasOpen: boolean
  readonly isSortable: boolean
  /** Values to compare with, as texts, where no list has them. */
  readonly examples: readonly string[]
}

export const operatorsOf: Readonly<Record<Comparison, readonly string[]>> = {
  text: ['=', '!='],
  number: ['=', '!=', '<', '<=', '>', '>=', 'BETWEEN'],
  date: ['=', '!=', '<', '<=', '>', '>=', 'BETWEEN'],
  list: ['=', '!=', 'IN', 'NOT IN'],
}

const cache = new WeakMap<TrackerRepresentation, ReadonlyMap<string, QueryTarget>>()

/** Everything that a query of the tracker can compare, by its name in lower case: fields first. */
export function targetsOf(tracker: TrackerRepresentation): ReadonlyMap<string, QueryTarget> {
  const cached = cache.get(tracker)
  if (cached !== undefined) return cached
  const targets = [...tracker.fields.flatMap(toTarget), ...listMetadata(tracker)]
  const map = new Map(targets.map((target) => [target.name.toLowerCase(), target]))
  cache.set(tracker, map)
  return map
}

function toTarget(field: Field): readonly QueryTarget[] {
  const { comparison: kind, isSetBySystem, queryExamples = [] } = getFieldType(field.type)
  if (kind === undefined) return []
  return [
    {
      name: field.name,
      label: field.label,
      kind,
      field,
      hasTime: isSetBySystem || field.is_time_displayed === true,
      isOfUsers: holdsSystemUser(field) || field.bindings.type === 'users',
      hasEmpty: !isSetBySystem,
      hasOpen: false,
      isSortable: isSortable(field),
      examples: queryExamples,
    },
  ]
}

function listMetadata({ fields, semantics }: TrackerRepresentation): readonly QueryTarget[] {
  const ofField = (name: string, id: number | undefined): readonly QueryTarget[] =>
    fields
      .filter(({ field_id }) => field_id === id)
      .flatMap(toTarget)
      .map((target) => ({ ...target, name, hasOpen: name === '@status', isSortable: true }))
  const plain = {
    field: null,
    hasTime: true,
    isOfUsers: false,
    hasEmpty: false,
    hasOpen: false,
    isSortable: true,
    examples: [],
  }
  return [
    { ...plain, name: '@comments', label: '', kind: 'text', hasEmpty: true, isSortable: false },
    ...ofField('@title', semantics.title?.field_id),
    ...ofField('@description', semantics.description?.field_id),
    ...ofField('@status', semantics.status?.field_id),
    ...ofField('@assigned_to', semantics.contributor?.field_id),
    { ...plain, name: '@submitted_by', label: '', kind: 'list', isOfUsers: true },
    { ...plain, name: '@last_update_by', label: '', kind: 'list', isOfUsers: true },
    { ...plain, name: '@submitted_on', label: '', kind: 'date' },
    { ...plain, name: '@last_update_date', label: '', kind: 'date' },
  ]
}

/** A value of a list with the text that finds it. */
export interface ListedValue extends PickerOption {
  /** The label, or the login of a user: what a query compares. */
  readonly text: string
  readonly folded: string
}

const valueCache = new WeakMap<Field, readonly ListedValue[]>()

/** The values that a list offers; prepared once, because every keystroke looks through them. */
export function valuesOf({ field }: QueryTarget): readonly ListedValue[] {
  if (field === null) return []
  const cached = valueCache.get(field)
  if (cached !== undefined) return cached
  const values = listOptions(field).map((option): ListedValue => {
    const text = option.user?.username ?? option.label
    return { ...option, text, folded: fold(option.user ? `${text} ${option.label}` : option.label) }
  })
  valueCache.set(field, values)
  return values
}

const labels = new WeakMap<Field, ReadonlySet<string>>()

/** Whether a query can compare the list to the text; hidden values count. undefined: only the server knows. */
export function hasValue({ field }: QueryTarget, text: string): boolean | undefined {
  if (field === null || field.bindings.type !== 'static' || !Array.isArray(field.values)) return undefined
  if (getFieldType(field.type).choice === 'open') return undefined
  const knownLabels = labels.get(field) ?? new Set(field.values.map(({ label }) => label.toLowerCase()))
  labels.set(field, knownLabels)
  return text === '' || knownLabels.has(text.toLowerCase())
}

/** Users that only the server finds: those of the whole site, and authors. */
export const isSearchedOnServer = ({ field, isOfUsers }: QueryTarget): boolean =>
  isOfUsers && (field === null || holdsSystemUser(field) || isSearchedByName(field))
