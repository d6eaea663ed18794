import type { Database } from '../../kit/db/db.ts'
import { examineDatabase } from '../../kit/db/examine.ts'
import { type Check, healthy, ill } from './check.ts'

/** Tables up to date, pages whole, writes durable. */
export async function checkDatabase(db: Database): Promise<Check[]> {
  const { version, pending, damages, carelessness } = await examineDatabase(db)
  return [
    healthy('database', version),
    pending.length === 0
      ? healthy('migrations', 'up to date')
      : ill('migrations', `to be run at the next start of the server: ${pending.join(', ')}`),
    damages.length === 0
      ? healthy('integrity', 'no damage found')
      : ill('integrity', `restore a backup; ${damages.slice(0, 5).join('; ')}`),
    carelessness.length === 0
      ? healthy('durability', 'an answered write survives a loss of power')
      : ill('durability', `an answered write may be lost with the power: ${carelessness.join(', ')}`),
  ]
}
