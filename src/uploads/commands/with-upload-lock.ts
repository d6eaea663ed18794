import { Refusal } from '../../kit/messages/refusal.ts'
import { storagePermit } from '../../kit/messages/system-permits.ts'
import { isOwnerProcessDead, readProcessIdentity } from '../../kit/system/process-identity.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import type { WriteLock } from '../../world/model/ports.ts'
import type { Upload } from '../model/upload.ts'
import { acquireLock, releaseLock, renewLock } from '../store/upload-locks.ts'

export interface UploadLock extends WriteLock {
  /** Renews the lock until the work ends, whether bytes arrive or not. */
  during<T>(work: Promise<T>): Promise<T>
}

// A process that dies on another machine blocks others for so long. A process that stalls loses the lock and checks it
// before it continues.
const leaseSeconds = 30
const renewAfterSeconds = 10

/** Locks of this process whose work has ended but which the database did not release, such as on a full disk. */
const unreleased = new Set<string>()

/**
 * Runs work with an exclusive lock on an upload, across all processes; throws at once when another process holds the
 * lock (docs/decisions/0016-implement-tus-in-house.md).
 */
export async function withUploadLock<T>(
  world: Pick<CommandWorld, 'db' | 'clock' | 'log'>,
  upload: Pick<Upload, 'kind' | 'id'>,
  work: (lock: UploadLock) => Promise<T>,
): Promise<T> {
  const { db, clock, log } = world
  const token = await readProcessIdentity()
  const lease = () => ({ token, now: clock.now(), until: clock.now() + leaseSeconds })
  let renewAt = clock.now() + renewAfterSeconds
  const take = (instead: string | null) => db.write((tx) => acquireLock(tx, storagePermit, upload, lease(), instead))
  const holder = await take(null)
  const isStale = typeof holder === 'string' && (unreleased.has(holder) || (await isOwnerProcessDead(holder)))
  const result = isStale ? await take(holder) : holder
  if (isStale && result === true) unreleased.delete(holder)
  if (result === undefined) throw new Refusal('absent')
  if (result !== true) throw new Refusal('locked')
  const renew = async (): Promise<boolean> => {
    renewAt = clock.now() + renewAfterSeconds
    return db.write((tx) => renewLock(tx, storagePermit, upload, lease()))
  }
  try {
    return await work({
      token,
      isHeld: async () => clock.now() < renewAt || renew(),
      async during(pending) {
        const failed = (problem: unknown): void => log.warn({ err: problem }, 'renewing the lock of an upload failed')
        const renewing = setInterval(() => void renew().catch(failed), renewAfterSeconds * 1000)
        return pending.finally(() => clearInterval(renewing))
      },
    })
  } finally {
    // Other processes wait until the lock expires; this one knows that its work has ended.
    await db
      .write((tx) => releaseLock(tx, storagePermit, upload, token))
      .catch((problem: unknown) => {
        unreleased.add(token)
        log.warn({ err: problem }, 'releasing the lock of an upload failed')
      })
  }
}
