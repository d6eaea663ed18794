import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import type { Field } from '../../fields/field-context.tsx'
import { getFieldType, isEditableType } from '../../fields/registry.ts'

/** One position in the form: a field, text of the tracker, or columns side by side. */
export type FormItem =
  | { readonly kind: 'field'; readonly field: Field }
  | { readonly kind: 'text'; readonly field: Field }
  | { readonly kind: 'columns'; readonly id: number; readonly columns: readonly (readonly FormItem[])[] }

export interface FormSet {
  readonly id: number
  /** null: fields outside of field sets. */
  readonly title: string | null
  readonly items: readonly FormItem[]
}

interface Element {
  readonly id: number
  readonly content: readonly Element[] | null
}

/** Whether the form offers the field. */
const isInForm = ({ type, permissions }: Field): boolean => isEditableType(type) && permissions.includes('create')

/** Arranges the form as the tracker does. */
export function layOutForm({ fields, structure }: TrackerRepresentation): readonly FormSet[] {
  const fieldById = new Map(fields.map((field) => [field.field_id, field]))
  const collect = (elements: readonly Element[]): FormItem[] => {
    const items: FormItem[] = []
    for (const element of elements) {
      const field = fieldById.get(element.id)
      if (field === undefined) continue
      const { layout } = getFieldType(field.type)
      if (layout === 'column') addColumn(items, element.id, collect(element.content ?? []))
      else if (layout === 'text') items.push({ kind: 'text', field })
      else if (isInForm(field)) items.push({ kind: 'field', field })
    }
    return items
  }
  const elements = structure as readonly Element[]
  const sets: FormSet[] = []
  for (const element of elements) {
    const field = fieldById.get(element.id)
    if (field !== undefined && getFieldType(field.type).layout === 'set')
      sets.push({ id: element.id, title: field.label, items: collect(element.content ?? []) })
    else sets.push({ id: element.id, title: null, items: collect([element]) })
  }
  return sets.filter(({ items }) => items.some(({ kind }) => kind !== 'text'))
}

/** Columns that follow each other stand side by side. */
function addColumn(items: FormItem[], id: number, column: readonly FormItem[]): void {
  if (column.length === 0) return
  const last = items.at(-1)
  if (last?.kind === 'columns') items[items.length - 1] = { ...last, columns: [...last.columns, column] }
  else items.push({ kind: 'columns', id, columns: [column] })
}

/** The fields of the form, in its order. */
export const fieldsOfForm = (sets: readonly FormSet[]): readonly Field[] => sets.flatMap(({ items }) => fieldsOf(items))

const fieldsOf = (items: readonly FormItem[]): readonly Field[] =>
  items.flatMap((item) =>
    item.kind === 'field' ? [item.field] : item.kind === 'columns' ? item.columns.flatMap(fieldsOf) : [],
  )
