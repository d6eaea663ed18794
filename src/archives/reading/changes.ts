import type { ArchiveReadContext } from '../../fields/archive-read-context.ts'
import type { Field } from '../../fields/field.ts'
import { fieldType, fieldTypes } from '../../fields/registry.ts'
import type { XmlElement } from '../../kit/xml/element.ts'
import { keyOf } from './form.ts'

/** Values by field id, or undefined when the changeset fails as a whole (docs/api/archive-format.md §3.4 rule 4). */
export function readChanges(
  changes: readonly XmlElement[],
  fieldByName: ReadonlyMap<string, Field>,
  context: ArchiveReadContext,
): Record<string, unknown> | undefined {
  const values: Record<string, unknown> = {}
  for (const change of changes) {
    const type = typeOfChange(change)
    // Elements of features that do not exist here were left out; nothing but their own values goes with them.
    const isKnown = change.name === 'field_change' && fieldByName.has(keyOf(change.attributes['field_name'] ?? ''))
    if (!changeTypes.has(type) && isKnown) {
      context.reportProblem(change.line, `The changeset is left out: "${type}" is no type of change`)
      return undefined
    }
    const field = usableField(change, fieldByName, context)
    const value = field && fieldType(field.type).archive?.read(change, field, context)
    if (field !== undefined && value !== undefined) values[field.id] = value
  }
  return values
}

/** The field a change is about, unless the change must be skipped. */
export function usableField(
  change: XmlElement,
  fieldByName: ReadonlyMap<string, Field>,
  context: Pick<ArchiveReadContext, 'reportProblem'>,
): Field | undefined {
  const type = typeOfChange(change)
  const name = change.attributes['field_name']?.trim() ?? ''
  // docs/api/archive-format.md §3.4 rule 4: whatever the case.
  const field = fieldByName.get(keyOf(name))
  const skip = (why: string) => context.reportProblem(change.line, `The value of "${name}" is skipped: ${why}`)
  if (field === undefined) skip('the tracker has no such field')
  else if (!field.isUsed) skip('the field is not used')
  else {
    const expected = fieldType(field.type).archive?.changeType
    if (expected === type) return field
    skip(
      expected === undefined ? `a field of type ${field.type} is not imported` : `it is "${type}", not "${expected}"`,
    )
  }
  return undefined
}

/** Blanks around a type must not cost the whole changeset. */
export const typeOfChange = ({ attributes }: XmlElement): string => attributes['type']?.trim() ?? ''

const changeTypes: ReadonlySet<string> = new Set(
  Object.values(fieldTypes).flatMap(({ archive }) => archive?.changeType ?? []),
)
