import { type PlatformPermission, platformPermissions } from '../kit/caller.ts'
import { UsageError } from './usage-error.ts'

/** Parses a permission name with hyphens or underscores. */
export function parsePermission(text: string): PlatformPermission {
  const permission = platformPermissions.find((each) => each === text.toLowerCase().replaceAll('-', '_'))
  if (permission === undefined)
    throw new UsageError(`Unknown permission "${text}". Valid permissions: ${platformPermissions.join(', ')}`)
  return permission
}
