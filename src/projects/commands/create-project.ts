import type { Tx } from '../../kit/db/db.ts'
import type { ProjectId, UserId } from '../../kit/ids.ts'
import type { Permit } from '../../kit/permit.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import { addProjectMembers, replaceAdministrators } from '../../site/store/members.ts'
import type { CategoryChoice } from '../model/categories.ts'
import type { ProjectAccess, ProjectStatus } from '../model/project.ts'
import type { FieldValue } from '../model/project-field.ts'
import { type ServiceChoice, servicesFor } from '../model/services.ts'
import { addCategoryChoices } from '../store/categories.ts'
import { addFieldValues } from '../store/project-fields.ts'
import { addProject } from '../store/projects.ts'
import { addServices } from '../store/services.ts'

/** All a new project is made of, except its static groups and what slices above add. */
export interface NewProjectContent {
  /** Only for what the product brings along. */
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
  /** Services of the site that are not named are as the site has them at first. */
  readonly services?: readonly ServiceChoice[]
  readonly fields?: readonly FieldValue[]
  readonly categories?: readonly CategoryChoice[]
  readonly members?: readonly UserId[]
  /** Members with it. */
  readonly administrators?: readonly UserId[]
}

/** Makes a project from checked parts: what a request, an archive and the first start have in common. */
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
  await addServices(tx, permit, id, servicesFor(parts.services ?? []))
  await addFieldValues(tx, permit, id, parts.fields ?? [])
  await addCategoryChoices(tx, permit, id, parts.categories ?? [])
  await addProjectMembers(tx, id, parts.members ?? [])
  await replaceAdministrators(tx, id, parts.administrators ?? [])
  return id
}
