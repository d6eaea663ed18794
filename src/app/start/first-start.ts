import { settleLogOrder } from '../../database/changes/change-order.ts'
import { ensureBuiltInProjects } from '../../projects/commands/bootstrap.ts'
import { ensureAdministrator } from '../../sign-in/commands/bootstrap.ts'
import type { World } from '../../world/model/world.ts'

/**
 * Initializes an empty database with the built-in projects and the administrator, unless the setup page creates them.
 * Returns whether the administrator was created without a password.
 */
export async function prepareFirstStart(
  world: World,
  { isLeftToSetup = false }: { readonly isLeftToSetup?: boolean } = {},
): Promise<{ readonly isPasswordMissing: boolean }> {
  await settleLogOrder(world.db)
  await ensureBuiltInProjects(world)
  const { adminPassword: password = null } = world.config
  const isPasswordMissing = await ensureAdministrator(world, { password, isLeftToSetup })
  return { isPasswordMissing }
}
