import { access, constants } from 'node:fs/promises'
import { isoDate } from '../../kit/time.ts'
import type { World } from '../../kit/world.ts'
import type { Settings } from '../../platform/model/settings.ts'
import { settingsOf } from '../../platform/store/settings.ts'
import { type Check, healthy, ill } from './check.ts'

/** Time zone, access mode, and the folder deleted items go to. */
export async function checkSettings(world: Pick<World, 'db' | 'cache' | 'config' | 'clock'>): Promise<Check[]> {
  const settings = await settingsOf(world)
  return [timezone(settings, world), healthy('access', settings.access_mode), await archiveOfDeleted(settings)]
}

function timezone(settings: Settings, { config, clock }: Pick<World, 'config' | 'clock'>): Check {
  const zone = settings.timezone ?? config.timezone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
  return healthy('time zone', `${zone}, now ${isoDate(clock.now(), zone)}`)
}

async function archiveOfDeleted(settings: Settings): Promise<Check> {
  const name = 'deleted items'
  if (!settings.archive_deleted_items) return healthy(name, 'are not archived')
  const path = settings.archive_deleted_items_path
  if (path === null) return ill(name, 'are to be archived, but archive_deleted_items_path is not set')
  try {
    await access(path, constants.W_OK)
    return healthy(name, `are archived in ${path}`)
  } catch {
    return ill(name, `are to be archived in ${path}, which cannot be written to`)
  }
}
