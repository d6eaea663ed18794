import { type PlatformPermission, platformPermissions } from '../kit/caller.ts'
import { UsageProblem } from './usage-problem.ts'

/** The permission meant, written with hyphens or underscores. */
export function readPermission(text: string): PlatformPermission {
  const permission = platformPermissions.find((each) => each === text.toLowerCase().replaceAll('-', '_'))
  if (permission === undefined)
    throw new UsageProblem(`"${text}" is no permission: use ${platformPermissions.join(', ')}`)
  return permission
}
