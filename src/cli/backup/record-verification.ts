import type { BackupManifest } from '../../app/backup/backup-manifest.ts'
import { openDatabase } from '../../database/db/db.ts'
import { nodePermit } from '../../kit/messages/system-permits.ts'
import { type Config, toDatabaseOptions } from '../../kit/system/config.ts'
import { systemClock } from '../../kit/values/time.ts'
import { findBackupVerification, saveBackupVerification } from '../../site/store/backup-verification.ts'
import { assertInstalled } from '../context/assert-installed.ts'

interface Verification {
  /** Absolute path of the backup. */
  readonly path: string
  readonly manifest: BackupManifest
  /** Why the verification failed; null: it did not. */
  readonly error: string | null
}

/**
 * Records a verification in the database of the installation, for its metrics and its doctor. Returns why this was not
 * possible, or null: a backup can be verified on a machine without an installation.
 */
export async function recordVerification(
  config: Config,
  { path, manifest, error }: Verification,
): Promise<string | null> {
  try {
    await assertInstalled(config)
    const db = await openDatabase(toDatabaseOptions(config))
    try {
      const now = systemClock.now()
      await db.write(async (tx) => {
        const last = await findBackupVerification(tx)
        await saveBackupVerification(tx, nodePermit, {
          ended_on: now,
          path,
          created_on: manifest.created_on,
          passed_on: error === null ? now : (last?.passed_on ?? null),
          error: error?.slice(0, 2000) ?? null,
        })
      })
      return null
    } finally {
      await db.close()
    }
  } catch (problem) {
    return problem instanceof Error ? problem.message : String(problem)
  }
}
