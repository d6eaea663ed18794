import type { Field } from '../../fields/model/field.ts'
import { holdsFiles } from '../../fields/registry/capabilities.ts'
import type { FileId } from '../../kit/values/ids.ts'
import { type Check, describeProblem } from './stored-artifact.ts'

/** Checks that the document lists exactly the attached files. */
export const checkFiles: Check = (record) => {
  const { artifact, fields, files } = record
  return fields.filter(holdsFiles).flatMap((field) => {
    const referencedFiles = new Set(filesIn(artifact.values, field))
    const attached = new Set(
      files.flatMap(({ id, fieldId, status: state }) => (fieldId === field.id && state === 'attached' ? [id] : [])),
    )
    return [
      ...[...referencedFiles.difference(attached)].map((id) =>
        describeProblem(record, 'file', `references file ${id}, which is not attached to it`),
      ),
      ...[...attached.difference(referencedFiles)].map((id) =>
        describeProblem(record, 'file', `does not reference file ${id}, which is attached to it`),
      ),
    ]
  })
}

// fields/model/field.ts: file ids, absent when there never were any.
const filesIn = (values: Readonly<Record<string, unknown>>, { id }: Field): readonly FileId[] =>
  (values[id] ?? []) as readonly FileId[]
