import type { Caller } from '../../kit/caller.ts'
import type { Reader } from '../../kit/db/db.ts'
import type { BuiltInTemplates } from '../../kit/ports.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Settings } from '../../platform/model/settings.ts'
import { isNameTaken } from '../../platform/store/users.ts'
import { accessOf, accessProblem } from '../model/access.ts'
import { categoryProblems } from '../model/categories.ts'
import { fullNameProblem, shortNameProblem, shortNameTaken } from '../model/names.ts'
import { fieldProblems } from '../model/project-field.ts'
import { archiveProblem, type ProjectRequest } from '../model/project-request.ts'
import { archivesRefusal, creationRefusal, templateRefusal } from '../policy.ts'
import { allCategories } from '../store/categories.ts'
import { allProjectFields } from '../store/project-fields.ts'
import { lookForProject } from '../store/projects.ts'

export interface Asked {
  readonly caller: Caller
  readonly settings: Settings
  readonly templates: BuiltInTemplates
  readonly request: ProjectRequest
}

/**
 * The problems of a requested project, in the three stages of docs/api/projects.md §5: one of the template, one of the
 * right to create projects, or all others. None means that it can be created.
 */
export async function creationProblems(db: Reader, asked: Asked): Promise<Refusal[]> {
  const { caller, settings, request } = asked
  const alone = (await sourceProblem(db, asked)) ?? creationRefusal(caller, settings)
  if (alone !== undefined) return [alone]
  const isTaken = await isNameTaken(db, request.shortName)
  const categories = await allCategories(db)
  const fields = await allProjectFields(db)
  const invalid = [
    shortNameProblem(request.shortName) ?? (isTaken ? shortNameTaken : undefined),
    fullNameProblem(request.name),
    accessProblem(accessOf(request.isPublic, request.allowsRestricted), settings),
    ...categoryProblems(categories, request.categories),
    ...fieldProblems(fields, request.fields),
  ]
  return invalid.flatMap((text) => (text === undefined ? [] : new Refusal('invalid', text)))
}

async function sourceProblem(
  db: Reader,
  { caller, settings, templates, request: { source } }: Asked,
): Promise<Refusal | undefined> {
  if (source.kind === 'project') {
    return templateRefusal(caller, source.project, await lookForProject(db, source.project), settings)
  }
  if (source.kind === 'archive') {
    const problem = archiveProblem(source, settings.max_archive_bytes)
    return archivesRefusal(caller, settings) ?? (problem === undefined ? undefined : new Refusal('invalid', problem))
  }
  if (templates.has(source.name)) return undefined
  return new Refusal('invalid', `The XML template "${source.name}" provided is not valid`)
}
