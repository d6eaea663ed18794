import type { ProjectId } from '../../kit/ids.ts'
import type { ProjectTemplate } from '../../kit/ports.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { CategoryChoice } from './categories.ts'
import type { FieldValue } from './project-field.ts'

/** Where a new project takes its content from, when somebody asks for one. */
export type ProjectSource =
  | ProjectTemplate
  | { readonly kind: 'archive'; readonly fileName: string; readonly fileSize: number }

/** A project somebody asks for (docs/api/projects.md §5); nothing in it is checked yet. */
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

/** What is wrong with an archive that somebody wants to upload; its content is read when it is there. */
export function validateArchive(
  { fileName, fileSize }: Extract<ProjectSource, { kind: 'archive' }>,
  maxBytes: number,
): string | undefined {
  if (!/^[^/\\\p{Cc}]{1,250}\.zip$/iu.test(fileName))
    return 'The archive must be a zip file, and its name end with .zip'
  if (fileSize < 1) return 'The size of the archive must be the number of its bytes'
  if (fileSize > maxBytes) {
    return `The maximum allowed size for a file is ${maxBytes} bytes, you requested the creation of a file of ${fileSize} bytes`
  }
  return undefined
}

/** docs/api/projects.md §5, "Precedence": of several sources the first counts. */
export function sourceOf(input: {
  readonly template?: ProjectId | undefined
  readonly xmlTemplate?: string | undefined
  readonly archive?: { readonly file_name: string; readonly file_size: number } | undefined
}): ProjectSource {
  if (input.template !== undefined) return { kind: 'project', project: input.template }
  if (input.xmlTemplate !== undefined) return { kind: 'built-in', name: input.xmlTemplate }
  if (input.archive !== undefined) {
    return { kind: 'archive', fileName: input.archive.file_name, fileSize: input.archive.file_size }
  }
  throw new Refusal('invalid', 'Impossible to build Project data creation with the provided JSON content.')
}
