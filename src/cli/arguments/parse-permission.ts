import { type SitePermission, sitePermissions } from '../../kit/values/caller.ts'
import { UsageError } from '../context/usage-error.ts'

/** Parses a permission name with hyphens or underscores. */
export function parsePermission(text: string): SitePermission {
  const permission = sitePermissions.find((each) => each === text.toLowerCase().replaceAll('-', '_'))
  if (permission === undefined)
    throw new UsageError(`Unknown permission "${text}". Valid permissions: ${sitePermissions.join(', ')}`)
  return permission
}
