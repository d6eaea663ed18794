import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import type { ValueEntry } from '../../data/trackers.ts'

type Field = TrackerRepresentation['fields'][number]

/** A field in the layout, with its value; elements without values have none. */
export interface PositionedField {
  readonly field: Field
  readonly entry: ValueEntry | null
}

export interface FieldSet {
  readonly id: number
  readonly title: string
  readonly isCollapsed: boolean
  readonly fields: readonly PositionedField[]
}

interface Element {
  readonly id: number
  readonly content: readonly Element[] | null
}

/** Elements shown in the page header, and lines. */
const notListed = new Set(['column', 'linebreak', 'separator'])

/** The layout of the tracker as sections; fields outside of field sets come first, and empty sets are omitted. */
export function groupFieldSets(
  tracker: TrackerRepresentation,
  values: readonly ValueEntry[],
  untitled: string,
): FieldSet[] {
  const fields = new Map(tracker.fields.map((field) => [field.field_id, field]))
  const entries = new Map(values.map((entry) => [entry.field_id, entry]))
  const title = tracker.semantics.title?.field_id
  const placed = (elements: readonly Element[]): PositionedField[] =>
    elements.flatMap(({ id, content }) => {
      const field = fields.get(id)
      if (field === undefined || id === title || field.is_hidden) return []
      if (notListed.has(field.type)) return placed(content ?? [])
      if (field.type === 'fieldset') return []
      return [{ field, entry: entries.get(id) ?? null }]
    })
  const set = (id: number, name: string, isCollapsed: boolean, inside: readonly Element[]): FieldSet[] => {
    const found = placed(inside)
    return found.length === 0 ? [] : [{ id, title: name, isCollapsed, fields: found }]
  }
  const structure = tracker.structure as readonly Element[]
  return [
    ...set(
      0,
      untitled,
      false,
      structure.filter(({ id }) => fields.get(id)?.type !== 'fieldset'),
    ),
    ...structure.flatMap(({ id, content }) => {
      const field = fields.get(id)
      return field?.type === 'fieldset' && !field.is_hidden ? set(id, field.label, field.collapsed, content ?? []) : []
    }),
  ]
}

const broad = new Set(['text', 'art_link', 'file', 'ttmstepdef', 'ttmstepexec', 'burndown', 'burnup', 'staticrichtext'])

/** Takes the whole width. */
export const isFullWidth = ({ type }: Field): boolean => broad.has(type)
