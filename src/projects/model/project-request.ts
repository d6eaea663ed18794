import { type Message, message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import type { ProjectTemplate } from '../../world/model/ports.ts'
import type { CategoryChoice } from './categories.ts'
import type { FieldValue } from './project-field.ts'

/** Source of the content of a requested project. */
export type ProjectSource =
  | ProjectTemplate
  | { readonly kind: 'archive'; readonly fileName: string; readonly fileSize: number; readonly isReviewed: boolean }

/** A request to create a project (docs/api/projects.md §5); its content is not validated yet. */
export interface ProjectRequest {
  readonly shortName: string
  readonly name: string
  readonly description: string
  readonly isPublic: boolean
  readonly allowsRestricted: boolean | null
  readonly source: ProjectSource
  readonly fields: readonly FieldValue[]
  readonly categories: readonly CategoryChoice[]
}

/** Returns the error of an announced archive; its content is read once it has been uploaded. */
export function validateArchive(
  { fileName, fileSize }: Extract<ProjectSource, { kind: 'archive' }>,
  maxBytes: number,
): Message | undefined {
  if (!/^[^/\\\p{Cc}]{1,250}\.zip$/iu.test(fileName))
    return message`The archive must be a zip file with a name that ends with .zip`
  if (fileSize < 1) return message`The size of the archive must be its number of bytes, at least 1`
  if (fileSize > maxBytes) {
    return message`The maximum allowed size for a file is ${maxBytes} bytes, you requested the creation of a file of ${`${fileSize}`} bytes`
  }
  return undefined
}

/** Returns the source of a project; the first of several counts (docs/api/projects.md §5, "Precedence"). */
export function parseProjectSource(input: {
  readonly template?: ProjectId | undefined
  readonly xmlTemplate?: string | undefined
  readonly archive?:
    | { readonly file_name: string; readonly file_size: number; readonly review?: boolean | undefined }
    | undefined
}): ProjectSource {
  if (input.template !== undefined) return { kind: 'project', project: input.template }
  if (input.xmlTemplate !== undefined) return { kind: 'built-in', name: input.xmlTemplate }
  if (input.archive !== undefined) {
    const { file_name: fileName, file_size: fileSize, review: isReviewed = false } = input.archive
    return { kind: 'archive', fileName, fileSize, isReviewed }
  }
  throw new Refusal('invalid', 'Impossible to build Project data creation with the provided JSON content.')
}
