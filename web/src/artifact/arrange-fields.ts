import type { TrackerRepresentation } from '../../../src/trackers/representations/tracker.ts'
import type { ValueEntry } from '../data/trackers.ts'
import type { FieldType } from '../fields/field-type.ts'
import { getFieldType } from '../fields/registry.ts'

type Field = TrackerRepresentation['fields'][number]

/** A field in the layout, with its value; elements without values have none. */
export interface PositionedField {
  readonly field: Field
  readonly entry: ValueEntry | null
}

interface FieldSet {
  readonly id: number
  /** null: fields outside of field sets. */
  readonly title: string | null
  readonly isCollapsed: boolean
  readonly fields: readonly PositionedField[]
}

/** Where the fields of an artifact stand on its page. */
export interface Layout {
  readonly status: PositionedField | null
  /** Long values, in the main column. */
  readonly texts: readonly PositionedField[]
  /** Short values, one line each, by field set. */
  readonly properties: readonly FieldSet[]
  readonly links: readonly PositionedField[]
  readonly files: readonly PositionedField[]
  readonly references: readonly PositionedField[]
  /** What the site sets itself. */
  readonly facts: readonly PositionedField[]
}

interface Element {
  readonly id: number
  readonly content: readonly Element[] | null
}

/** Arranges the fields by their kind, and those of one kind in the order of the tracker. */
export function arrangeFields(
  tracker: TrackerRepresentation,
  values: ReadonlyMap<number, ValueEntry>,
  hidden: ReadonlySet<number>,
): Layout {
  const sets = collectFieldSets(tracker, values, hidden)
  const all = sets.flatMap(({ fields }) => fields)
  const statusField = statusFieldOf(tracker)
  const isIn = (section: FieldType['section'], { field: { type } }: PositionedField): boolean => {
    const fieldType = getFieldType(type)
    return fieldType.section === section && !fieldType.isSetBySystem
  }
  const ofSection = (section: FieldType['section']): PositionedField[] => all.filter((each) => isIn(section, each))
  return {
    status: all.find(({ field }) => field.field_id === statusField) ?? null,
    texts: ofSection('texts'),
    properties: sets
      .map((set) => ({
        ...set,
        fields: set.fields.filter((each) => each.field.field_id !== statusField && isIn('properties', each)),
      }))
      .filter(({ fields }) => fields.length > 0),
    links: ofSection('links'),
    files: ofSection('files'),
    references: ofSection('references'),
    facts: all.filter(({ field }) => getFieldType(field.type).isSetBySystem),
  }
}

/** The field of the status button: a list with one value. */
function statusFieldOf({ semantics, workflow, fields }: TrackerRepresentation): number | undefined {
  const id = semantics.status?.field_id ?? (workflow.is_used === '1' ? workflow.field_id : undefined)
  const field = fields.find(({ field_id }) => field_id === id)
  if (field === undefined || field.bindings.type !== 'static') return undefined
  return getFieldType(field.type).choice === 'one' ? id : undefined
}

const isFieldSet = (field: Field | undefined): boolean =>
  field !== undefined && getFieldType(field.type).layout === 'set'

function collectFieldSets(
  tracker: TrackerRepresentation,
  values: ReadonlyMap<number, ValueEntry>,
  hidden: ReadonlySet<number>,
): FieldSet[] {
  const fields = new Map(tracker.fields.map((field) => [field.field_id, field]))
  const title = tracker.semantics.title?.field_id
  const collect = (elements: readonly Element[]): PositionedField[] =>
    elements.flatMap(({ id, content }) => {
      const field = fields.get(id)
      if (field === undefined || id === title) return []
      const { layout } = getFieldType(field.type)
      if (layout === 'set') return []
      if (layout === 'column' || layout === 'break') return collect(content ?? [])
      return [{ field, entry: values.get(id) ?? null }]
    })
  const structure = tracker.structure as readonly Element[]
  const outside = structure.filter(({ id }) => !isFieldSet(fields.get(id)))
  return [
    { id: 0, title: null, isCollapsed: false, fields: collect(outside) },
    ...structure.flatMap(({ id, content }): FieldSet[] => {
      const field = fields.get(id)
      if (field === undefined || !isFieldSet(field) || field.is_hidden || hidden.has(id)) return []
      return [{ id, title: field.label, isCollapsed: field.collapsed, fields: collect(content ?? []) }]
    }),
  ].filter((set) => set.fields.length > 0)
}
