import type { Reader, Tx } from '../../database/db/db.ts'
import type { SystemPermit } from '../../kit/values/permit.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import { saveValues } from './settings.ts'

/** Result of the last verification of a backup. */
export interface BackupVerification {
  readonly ended_on: EpochSeconds
  /** Path of the backup on the machine that verified it. */
  readonly path: string
  /** When the backup was created, in RFC 3339. */
  readonly created_on: string
  /** When the last successful verification ended; null: none yet. */
  readonly passed_on: EpochSeconds | null
  /** Why the last one failed; null: it did not. */
  readonly error: string | null
}

// One row of the settings, where every node finds it.
const name = 'backup_verification'

/** Returns the result of the last verification of a backup. */
export async function findBackupVerification(db: Reader): Promise<BackupVerification | undefined> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
  // The value is written only by saveBackupVerification.
  return row === undefined ? undefined : (JSON.parse(row.value) as BackupVerification)
}

export const saveBackupVerification = (
  tx: Tx,
  _permit: SystemPermit<'run a node'>,
  result: BackupVerification,
): Promise<void> => saveValues(tx, { [name]: result })
