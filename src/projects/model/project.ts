import type { ProjectId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'

/** docs/api/access.md §3. */
export const accesses = ['public', 'unrestricted', 'private', 'private-wo-restr'] as const
export type ProjectAccess = (typeof accesses)[number]

/** docs/api/access.md §4; the API represents `importing` as null. */
export const statuses = ['active', 'suspended', 'pending', 'deleted', 'system', 'importing'] as const
export type ProjectStatus = (typeof statuses)[number]

/** A project, as it is loaded and cached. */
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

/** Returns whether a text can be the icon of a project: one emoji, with or without its variation selector. */
export const isIcon = (text: string): boolean => /^(?:\p{RGI_Emoji}|\p{Extended_Pictographic}\uFE0F?)$/v.test(text)

/** Returns the name with the icon in front (docs/api/projects.md §1). */
export const formatProjectLabel = (project: Pick<Project, 'name' | 'icon'>): string =>
  project.icon === '' ? project.name : `${project.icon} ${project.name}`

/** Returns whether users outside of a project can read it, except restricted users (docs/api/access.md §3). */
export const isOpen = (project: Pick<Project, 'access'>): boolean =>
  project.access === 'public' || project.access === 'unrestricted'

/**
 * Returns whether a user who joins a static group becomes a member of the project: in private projects, and in those
 * that enable it (docs/api/user-groups.md §5).
 */
export const isMembershipSynchronized = (project: Pick<Project, 'access' | 'isSynchronized'>): boolean =>
  project.isSynchronized || !isOpen(project)

/** Returns whether restricted users cannot be members (docs/api/access.md §3). */
export const excludesRestrictedUsers = (project: Pick<Project, 'access'>): boolean =>
  project.access === 'private-wo-restr'
