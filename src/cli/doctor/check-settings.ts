import { access, constants, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../kit/system/config.ts'
import { formatIsoDate } from '../../kit/values/time.ts'
import type { Settings } from '../../site/model/settings.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { World } from '../../world/model/world.ts'
import { type Check, failCheck, passCheck } from './check.ts'

/** Checks the time zone, the access mode and the directory for deleted items. */
export async function checkSettings(world: Pick<World, 'db' | 'cache' | 'config' | 'clock'>): Promise<Check[]> {
  const settings = await getSettings(world)
  return [
    checkTimezone(settings, world),
    passCheck('access', settings.access_mode),
    await checkDeletedItemsArchive(settings, world.config),
  ]
}

function checkTimezone(settings: Settings, { config, clock }: Pick<World, 'config' | 'clock'>): Check {
  const zone = settings.timezone ?? config.timezone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone
  return passCheck('time zone', `${zone}, now ${formatIsoDate(clock.now(), zone)}`)
}

async function checkDeletedItemsArchive(
  settings: Settings,
  { objectStorage, dataDirectory }: Pick<Config, 'objectStorage' | 'dataDirectory'>,
): Promise<Check> {
  const name = 'deleted items'
  if (!settings.archive_deleted_items) return passCheck(name, 'not archived (archive_deleted_items is off)')
  const path = settings.archive_deleted_items_path
  if (path === null && objectStorage !== null) return passCheck(name, 'archived in the bucket')
  // Created with the first archive.
  if (path === null) return passCheck(name, `archived in ${join(dataDirectory, 'deleted-items')}`)
  const setting = `archive_deleted_items_path ${path}`
  const stats = await stat(path).catch(() => undefined)
  if (stats === undefined) return failCheck(name, `${setting} does not exist: no artifact can be deleted`)
  if (!stats.isDirectory()) return failCheck(name, `${setting} is not a directory`)
  try {
    await access(path, constants.W_OK)
    return passCheck(name, `archived in ${path}`)
  } catch {
    return failCheck(name, `${setting} is not writable`)
  }
}
