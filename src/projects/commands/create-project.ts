import { addProjectMembers, replaceAdministrators } from '../../accounts/store/members.ts'
import type { Tx } from '../../database/db/db.ts'
import type { ProjectId, UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { CategoryChoice } from '../model/categories.ts'
import type { ProjectAccess, ProjectStatus } from '../model/project.ts'
import type { FieldValue } from '../model/project-field.ts'
import { listServices, type ServiceChoice } from '../model/services.ts'
import { mayCompleteProject } from '../policy.ts'
import { addCategoryChoices } from '../store/categories.ts'
import { addFieldValues } from '../store/project-fields.ts'
import { addProject } from '../store/projects.ts'
import { addServices } from '../store/services.ts'

/** The content of a new project, except its static groups and what later slices add. */
export interface NewProjectContent {
  /** Only for built-in projects. */
  readonly id?: ProjectId
  readonly shortName: string
  readonly name: string
  readonly description: string
  readonly longDescription?: string
  readonly icon?: string
  readonly access: ProjectAccess
  readonly status: ProjectStatus
  readonly isTemplate?: boolean
  readonly isSynchronized?: boolean
  readonly banner?: string | null
  readonly createdFrom?: ProjectId | null
  /** Services of the site that are not listed get the default of the site. */
  readonly services?: readonly ServiceChoice[]
  readonly fields?: readonly FieldValue[]
  readonly categories?: readonly CategoryChoice[]
  readonly members?: readonly UserId[]
  /** Includes the members. */
  readonly administrators?: readonly UserId[]
}

/** Creates a project from checked content: the common part of requests, archives and the first start. */
export async function createProject(
  tx: Tx,
  permit: Permit<'create', 'project'>,
  parts: NewProjectContent,
  at: EpochSeconds,
): Promise<ProjectId> {
  const {
    longDescription = '',
    icon = '',
    isTemplate = false,
    isSynchronized = false,
    banner = null,
    createdFrom = null,
  } = parts
  const id = await addProject(
    tx,
    permit,
    { ...parts, longDescription, icon, isTemplate, isSynchronized, banner, createdFrom },
    at,
  )
  await addServices(tx, permit, id, listServices(parts.services ?? []))
  await addFieldValues(tx, permit, id, parts.fields ?? [])
  await addCategoryChoices(tx, permit, id, parts.categories ?? [])
  const content = mayCompleteProject(permit, id)
  await addProjectMembers(tx, content, parts.members ?? [])
  await replaceAdministrators(tx, content, parts.administrators ?? [])
  return id
}
