import type { World } from '../../kit/world.ts'
import { getSettings } from '../store/settings.ts'

/** Where and when something is shown that no request asked for: the address people use, and the time zone of dates. */
export async function renderLocale(
  world: Pick<World, 'db' | 'cache' | 'config'>,
): Promise<{ readonly origin: string; readonly timezone: string }> {
  const settings = await getSettings(world)
  const { config } = world
  return {
    origin: settings.public_url ?? config.publicUrl ?? `http://${hostOf(config.host)}:${config.port}`,
    timezone: settings.timezone ?? config.timezone ?? hostZone,
  }
}

const hostZone = new Intl.DateTimeFormat().resolvedOptions().timeZone

const hostOf = (host: string): string => (host.includes(':') ? `[${host}]` : host)
