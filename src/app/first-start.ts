import type { World } from '../kit/world.ts'
import { ensureAdministrator } from '../platform/commands/bootstrap.ts'
import { ensureBuiltInProjects } from '../projects/commands/bootstrap.ts'

/** What an empty database lacks: the built-in projects and the administrator; the password when one was generated. */
export async function firstStart(world: World): Promise<{ readonly generatedPassword: string | null }> {
  await ensureBuiltInProjects(world)
  const generatedPassword = await ensureAdministrator(world, world.config.adminPassword)
  await world.memory.refresh()
  return { generatedPassword }
}
