import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import type { PermissionField } from './permission-changes.ts'

/** Fields of one part of the form. */
export interface FormPart {
  readonly id: number
  /** null: fields outside of field sets. */
  readonly label: string | null
  readonly fields: readonly PermissionField[]
}

type Structure = Readonly<TrackerRepresentation['structure']>

/** The fields in the order of the form, by field set. */
export function arrangeFields(
  { structure, fields: elements }: Pick<TrackerRepresentation, 'structure' | 'fields'>,
  fields: readonly PermissionField[],
): readonly FormPart[] {
  const byId = new Map(fields.map((field) => [field.field_id, field]))
  const labels = new Map(elements.map(({ field_id, label }) => [field_id, label]))
  const listFields = (content: Structure): PermissionField[] =>
    content.flatMap(({ id, content: within }) => {
      const field = byId.get(id)
      return [...(field === undefined ? [] : [field]), ...listFields(within ?? [])]
    })
  const parts: FormPart[] = []
  for (const element of structure) {
    const isSet = element.content !== null
    const own = listFields([element])
    const last = parts.at(-1)
    if (own.length === 0) continue
    if (!isSet && last?.label === null) parts[parts.length - 1] = { ...last, fields: [...last.fields, ...own] }
    else parts.push({ id: element.id, label: isSet ? (labels.get(element.id) ?? null) : null, fields: own })
  }
  return parts
}
