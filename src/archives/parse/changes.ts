import type { ArchiveReadContext } from '../../fields/contexts/archive-read-context.ts'
import type { Field } from '../../fields/model/field.ts'
import { fieldTypes, getFieldType } from '../../fields/registry/registry.ts'
import type { XmlElement } from '../../kit/xml/element.ts'
import { buildNameKey } from '../../trackers/xml/parse/form.ts'

/**
 * Returns values by field id, or undefined when the whole changeset is dropped (docs/api/archive-format.md §3.4 rule
 * 4).
 */
export function parseChanges(
  changes: readonly XmlElement[],
  fieldByName: ReadonlyMap<string, Field>,
  context: ArchiveReadContext,
): Record<string, unknown> | undefined {
  const values: Record<string, unknown> = {}
  for (const change of changes) {
    const type = changeType(change)
    // Unknown elements were omitted; only their own values are dropped with them.
    const isKnown =
      change.name === 'field_change' && fieldByName.has(buildNameKey(change.attributes['field_name'] ?? ''))
    if (!changeTypes.has(type) && isKnown) {
      context.reportProblem(change.line, `The changeset is left out: "${type}" is not a type of change`)
      return undefined
    }
    const field = findUsableField(change, fieldByName, context)
    const value = field && getFieldType(field.type).archive?.read(change, field, context)
    if (field !== undefined && value !== undefined) values[field.id] = value
  }
  return values
}

/** Returns the field of a change, unless the change must be skipped. */
export function findUsableField(
  change: XmlElement,
  fieldByName: ReadonlyMap<string, Field>,
  context: Pick<ArchiveReadContext, 'reportProblem'>,
): Field | undefined {
  const type = changeType(change)
  const name = change.attributes['field_name']?.trim() ?? ''
  // docs/api/archive-format.md §3.4 rule 4: case-insensitive.
  const field = fieldByName.get(buildNameKey(name))
  const skip = (why: string) => context.reportProblem(change.line, `The value of "${name}" is skipped: ${why}`)
  if (field === undefined) skip('the tracker has no such field')
  else if (!field.isUsed) skip('the field is not used')
  else {
    const expected = getFieldType(field.type).archive?.changeType
    if (expected === type) return field
    skip(
      expected === undefined ? `a field of type ${field.type} is not imported` : `it is "${type}", not "${expected}"`,
    )
  }
  return undefined
}

/** Blanks around a type must not drop the whole changeset. */
export const changeType = ({ attributes }: XmlElement): string => attributes['type']?.trim() ?? ''

const changeTypes: ReadonlySet<string> = new Set(
  Object.values(fieldTypes).flatMap(({ archive }) => archive?.changeType ?? []),
)
