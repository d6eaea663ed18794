import type { World } from '../../world/model/world.ts'
import { getSettings } from '../store/settings.ts'

/** Returns the public URL and the time zone for content that is rendered without a request. */
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
