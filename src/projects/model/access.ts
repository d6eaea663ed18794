import { type Message, message } from '../../kit/messages/message.ts'
import type { Settings } from '../../site/model/settings.ts'
import type { ProjectAccess } from './project.ts'

/** Returns the visibility that `is_public` and `allow_restricted` describe together (docs/api/projects.md §5). */
export function toProjectAccess(isPublic: boolean, allowsRestricted: boolean | null): ProjectAccess {
  if (isPublic) return allowsRestricted === true ? 'unrestricted' : 'public'
  return allowsRestricted === false ? 'private-wo-restr' : 'private'
}

const needsRestrictedMode = (access: ProjectAccess): boolean =>
  access === 'unrestricted' || access === 'private-wo-restr'

/**
 * Returns the error for a visibility that needs restricted users (docs/api/access.md §3): two of the four exist only
 * where such users do.
 */
export const validateAccess = (access: ProjectAccess, settings: Pick<Settings, 'access_mode'>): Message | undefined =>
  needsRestrictedMode(access) && settings.access_mode !== 'restricted'
    ? message`The project visibility "${access}" can only be used when the instance have enabled the restricted users`
    : undefined
