import type { Field } from '../../fields/model/field.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { foldText } from '../../kit/text/fold.ts'
import { splitNameList } from '../../kit/text/split-name-list.ts'
import type { FieldId } from '../../kit/values/ids.ts'

/**
 * Parses the parameter `fields`: names or ids of fields with commas between them, each of a readable field of at least
 * one tracker; undefined: all fields. A field that the caller cannot read is unknown.
 */
export function parseFields(text: string, readable: readonly (readonly Field[])[]): ReadonlySet<FieldId> | undefined {
  const names = splitNameList(text)
  if (names.length === 0) return undefined
  const fieldIds = new Set<FieldId>()
  for (const name of names) {
    const ids = readable.flatMap((fields) => findField(name, fields)?.id ?? [])
    if (ids.length === 0 && readable.length > 0)
      throw new Refusal(
        'invalid',
        message`Invalid value specified for \`fields\`: "${name}". Expected names or ids of fields that you can read, with commas between them.`,
      )
    for (const id of ids) fieldIds.add(id)
  }
  return fieldIds
}

/** Finds a field by id, or by name without regard to case and accents. */
function findField(name: string, readable: readonly Field[]): Field | undefined {
  const fields = readable.filter(({ type, isUsed }) => isUsed && getFieldType(type).kind === 'field')
  const id = /^\d{1,15}$/.test(name) ? Number(name) : undefined
  const key = foldText(name)
  return (
    fields.find((field) => field.id === id) ??
    fields.find((field) => field.name === name) ??
    fields.find((field) => foldText(field.name) === key)
  )
}
