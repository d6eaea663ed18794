import type { Reader, Tx } from '../../database/db/db.ts'
import type { SystemPermit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { saveValues } from './settings.ts'

/** Result of the last scheduled backup. */
export interface BackupResult {
  readonly ended_on: EpochSeconds
  /** When the last complete one was created; null: none yet. */
  readonly complete_on: EpochSeconds | null
  /** Why the last one failed; null: it did not. */
  readonly error: string | null
}

// One row of the settings, where every node finds it.
const name = 'backup_result'

/** Returns the result of the last scheduled backup. */
export async function findBackupResult(db: Reader): Promise<BackupResult | undefined> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
  // The value is written only by saveBackupResult.
  return row === undefined ? undefined : (JSON.parse(row.value) as BackupResult)
}

export const saveBackupResult = (tx: Tx, _permit: SystemPermit<'run a node'>, result: BackupResult): Promise<void> =>
  saveValues(tx, { [name]: result })
