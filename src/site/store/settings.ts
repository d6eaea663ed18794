import type { Reader, Tx } from '../../database/db/db.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { World } from '../../world/model/world.ts'
import { defaultSettings, type Settings, settingNames } from '../model/settings.ts'

/** Returns the current settings, cached until one changes on any node. */
export const getSettings = (world: Pick<World, 'db' | 'cache'>): Promise<Settings> =>
  world.cache.getOrLoad('settings', 'settings', () => loadSettings(world.db.read))

async function loadSettings(db: Reader): Promise<Settings> {
  const rows = await db
    .selectFrom('setting')
    .select(['name', 'value'])
    .where('name', 'in', [...settingNames])
    .execute()
  // Only values that passed the parser are stored, under the names of Settings.
  return { ...defaultSettings, ...Object.fromEntries(rows.map(({ name, value }) => [name, JSON.parse(value)])) }
}

/** Stores parsed settings. */
export async function changeSettings(
  tx: Tx,
  _permit: Permit<'administer', 'site'>,
  changes: Partial<Settings>,
): Promise<void> {
  await saveValues(tx, changes)
}

/** Saves rows of the settings table by name, including those that are no settings, such as the banner. */
export async function saveValues(tx: Tx, values: Readonly<Record<string, unknown>>): Promise<void> {
  const rows = Object.entries(values).map(([name, value]) => ({ name, value: JSON.stringify(value) }))
  const insert = tx.insertInto('setting').values(rows)
  await insert
    .onConflict((conflict) => conflict.column('name').doUpdateSet(({ ref }) => ({ value: ref('excluded.value') })))
    .execute()
}
