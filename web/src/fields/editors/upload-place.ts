import type { UploadPlace } from '../../data/uploads.ts'
import { texts } from '../../texts/texts.ts'
import type { Field, FieldContext } from '../field-context.tsx'

/** Uploads to a field belong to the artifact, or to the form of a new one. */
export const placeOf = (field: Field, { artifact, tracker }: FieldContext, user: number): UploadPlace => ({
  name: artifact === null ? `new ${tracker.id}/${field.field_id}` : `${artifact}/${field.field_id}`,
  user,
  field: field.field_id,
  maxBytes: field.max_size_upload ?? Number.POSITIVE_INFINITY,
})

/** All pasted pictures have the same name. */
export function nameOfPasted(file: File): File {
  if (!/^image\.\w+$/.test(file.name)) return file
  const time = new Date().toLocaleString('sv').replaceAll(':', '.')
  const name = `${texts.uploads.pastedName(time)}.${file.name.split('.').at(-1)}`
  return new File([file], name, { type: file.type })
}

/** The first field with files that the user can change: it takes the pictures of texts. */
export const findFileField = ({ tracker, frozen, artifact }: FieldContext): Field | undefined =>
  tracker.fields.find(
    ({ file_creation_uri, permissions, field_id }) =>
      file_creation_uri !== undefined &&
      permissions.includes(artifact === null ? 'create' : 'update') &&
      !frozen.has(field_id),
  )
