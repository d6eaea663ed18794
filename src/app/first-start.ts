import { rewriteTexts } from '../artifacts/commands/rewrite-texts.ts'
import { settleLogOrder } from '../kit/db/change-order.ts'
import type { World } from '../kit/world.ts'
import { sealWebhookSecrets } from '../notifications/commands/seal-webhook-secrets.ts'
import { ensureAdministrator } from '../platform/commands/bootstrap.ts'
import { ensureBuiltInProjects } from '../projects/commands/bootstrap.ts'

/**
 * What an empty database lacks: the built-in projects and the administrator, unless he is left to the set-up page; the
 * password when one was generated.
 */
export async function firstStart(
  world: World,
  { isLeftToSetup = false }: { readonly isLeftToSetup?: boolean } = {},
): Promise<{ readonly generatedPassword: string | null }> {
  await settleLogOrder(world.db)
  await ensureBuiltInProjects(world)
  const { adminPassword: password = null } = world.config
  const generatedPassword = await ensureAdministrator(world, { password, isLeftToSetup })
  // What an older version wrote is found before anybody asks.
  await rewriteTexts(world)
  await sealWebhookSecrets(world)
  await world.memory.refresh()
  return { generatedPassword }
}
