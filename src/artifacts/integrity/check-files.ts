import type { Field } from '../../fields/field.ts'
import type { FileId } from '../../kit/ids.ts'
import { about, type Check } from './facts.ts'

/** Files in the document are attached to it, and nothing else is. */
export const checkFiles: Check = (facts) => {
  const { artifact, fields, files } = facts
  return fields
    .filter(({ type }) => type === 'file')
    .flatMap((field) => {
      const shown = new Set(filesIn(artifact.values, field))
      const attached = new Set(
        files.flatMap(({ id, fieldId, state }) => (fieldId === field.id && state === 'attached' ? [id] : [])),
      )
      return [
        ...[...shown.difference(attached)].map((id) =>
          about(facts, 'file', `shows file ${id}, which is not attached to it`),
        ),
        ...[...attached.difference(shown)].map((id) =>
          about(facts, 'file', `does not show file ${id}, which is attached to it`),
        ),
      ]
    })
}

// fields/field.ts: file ids, absent when there never were any.
const filesIn = (values: Readonly<Record<string, unknown>>, { id }: Field): readonly FileId[] =>
  (values[id] ?? []) as readonly FileId[]
