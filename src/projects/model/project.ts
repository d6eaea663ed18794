import type { ProjectId } from '../../kit/ids.ts'
import type { EpochSeconds } from '../../kit/time.ts'

/** docs/api/access.md §3. */
export const accesses = ['public', 'unrestricted', 'private', 'private-wo-restr'] as const
export type ProjectAccess = (typeof accesses)[number]

/** docs/api/access.md §4; `importing` is shown as null. */
export const statuses = ['active', 'suspended', 'pending', 'deleted', 'system', 'importing'] as const
export type ProjectStatus = (typeof statuses)[number]

/** A project, as it is loaded and remembered. */
export interface Project {
  readonly id: ProjectId
  readonly shortName: string
  readonly name: string
  readonly description: string
  readonly icon: string
  readonly access: ProjectAccess
  readonly status: ProjectStatus
  readonly isTemplate: boolean
  readonly isSynchronized: boolean
  readonly banner: string | null
  readonly createdOn: EpochSeconds
}

/** Name with its icon in front (docs/api/projects.md §1). */
export const labelOf = (project: Pick<Project, 'name' | 'icon'>): string =>
  project.icon === '' ? project.name : `${project.icon} ${project.name}`

/** docs/api/access.md §3: what people outside a project may read, restricted accounts aside. */
export const isOpen = (project: Pick<Project, 'access'>): boolean =>
  project.access === 'public' || project.access === 'unrestricted'

/**
 * docs/api/user-groups.md §5: who joins a static group of a private project, or of one that asks for it, joins the
 * project.
 */
export const isMembershipSynchronized = (project: Pick<Project, 'access' | 'isSynchronized'>): boolean =>
  project.isSynchronized || !isOpen(project)

/** docs/api/access.md §3: where restricted accounts cannot be members. */
export const excludesRestrictedUsers = (project: Pick<Project, 'access'>): boolean =>
  project.access === 'private-wo-restr'
