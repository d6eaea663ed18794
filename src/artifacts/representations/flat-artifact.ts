import type { FlatValue } from '../../fields/field-type/field-type.ts'
import { getFieldType } from '../../fields/registry/registry.ts'
import { joinMessages, type Message, message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { Type } from '../../kit/values/schema.ts'
import type { RenderContext } from './render-context.ts'

export const FlatArtifact = Type.Record(
  Type.String(),
  Type.Union([Type.String(), Type.Number(), Type.Null(), Type.Array(Type.String())]),
)

/** docs/api/artifacts.md §3.4, `flat`: short names of fields and simple values. */
export const representFlat = (shown: RenderContext): Record<string, FlatValue> =>
  Object.fromEntries(flatValues(shown).map(({ name, value }) => [name, value]))

/**
 * docs/api/artifacts.md §3.4, `flat_with_semicolon_string_array`: lists joined by semicolons, which labels must not
 * contain.
 */
export function representFlatWithSemicolons(contexts: readonly RenderContext[]): Record<string, FlatValue>[] {
  const problems: Message[] = []
  const flat = contexts.map((each) =>
    Object.fromEntries(
      flatValues(each).map(({ id, name, value }): [string, FlatValue] => {
        if (typeof value !== 'object' || value === null) return [name, value]
        const wrong = value.filter((label) => label.includes(';'))
        if (wrong.length > 0) problems.push(forbiddenCharacter(each, wrong, `#${id} (${name})`))
        return [name, value.join(';')]
      }),
    ),
  )
  if (problems.length > 0) throw new Refusal('invalid', joinMessages(problems, ' '))
  return flat
}

const forbiddenCharacter = ({ artifact }: RenderContext, labels: readonly string[], field: string): Message =>
  message`Artifact #${artifact.id} contains values (${labels.join(', ')}) with a forbidden ";" character in the field ${field}.`

const flatValues = ({ artifact, visibleTracker, presenting }: RenderContext) =>
  visibleTracker.readable.flatMap((field) => {
    const value = getFieldType(field.type).flat?.(artifact.values[field.id], field, presenting)
    return value === undefined ? [] : [{ id: field.id, name: field.name, value }]
  })
