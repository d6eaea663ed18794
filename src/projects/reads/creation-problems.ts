import { isNameTaken } from '../../accounts/store/users.ts'
import type { Reader } from '../../database/db/db.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { Settings } from '../../site/model/settings.ts'
import type { BuiltInTemplates } from '../../world/model/ports.ts'
import { toProjectAccess, validateAccess } from '../model/access.ts'
import { validateChoices } from '../model/categories.ts'
import { shortNameTaken, validateFullName, validateShortName } from '../model/names.ts'
import { validateFieldValues } from '../model/project-field.ts'
import { type ProjectRequest, validateArchive } from '../model/project-request.ts'
import { refuseArchives, refuseCreation, refuseTemplate } from '../policy.ts'
import { loadCategories } from '../store/categories.ts'
import { loadAllProjectFields } from '../store/project-fields.ts'
import { findProject } from '../store/projects.ts'

export interface CreationInput {
  readonly caller: Caller
  readonly settings: Settings
  readonly templates: BuiltInTemplates
  readonly request: ProjectRequest
}

/**
 * Returns the problems of a requested project in the three stages of docs/api/projects.md §5: one of the template, one
 * of the permission to create projects, or all others. An empty list means that the project can be created.
 */
export async function findCreationProblems(db: Reader, input: CreationInput): Promise<Refusal[]> {
  const { caller, settings, request } = input
  const first = (await validateSource(db, input)) ?? refuseCreation(caller, settings)
  if (first !== undefined) return [first]
  const isTaken = await isNameTaken(db, request.shortName)
  const categories = await loadCategories(db)
  const fields = await loadAllProjectFields(db)
  const invalid = [
    validateShortName(request.shortName) ?? (isTaken ? shortNameTaken : undefined),
    validateFullName(request.name),
    validateAccess(toProjectAccess(request.isPublic, request.allowsRestricted), settings),
    ...validateChoices(categories, request.categories),
    ...validateFieldValues(fields, request.fields),
  ]
  return invalid.flatMap((text) => (text === undefined ? [] : new Refusal('invalid', text)))
}

async function validateSource(
  db: Reader,
  { caller, settings, templates, request: { source } }: CreationInput,
): Promise<Refusal | undefined> {
  if (source.kind === 'project') {
    return refuseTemplate(caller, source.project, await findProject(db, source.project), settings)
  }
  if (source.kind === 'archive') {
    const problem = validateArchive(source, settings.max_archive_bytes)
    return refuseArchives(caller, settings) ?? (problem === undefined ? undefined : new Refusal('invalid', problem))
  }
  if (templates.has(source.name)) return undefined
  return new Refusal('invalid', message`The XML template "${source.name}" provided is not valid`)
}
