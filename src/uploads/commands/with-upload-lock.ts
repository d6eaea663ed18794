import { isOwnerProcessDead, processIdentity } from '../../kit/process-identity.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { World } from '../../kit/world.ts'
import type { Upload } from '../model/upload.ts'
import { acquireLock, releaseLock, renewLock } from '../store/upload-locks.ts'

/** The right to write an upload, as long as it lasts. */
export interface UploadLock {
  readonly token: string
  /** Asked before each writing: whether nobody else may write. Renews when it is time to. */
  isHeld(): Promise<boolean>
  /** Renews as long as this takes, whether bytes arrive or not. */
  during<T>(work: Promise<T>): Promise<T>
}

// Who dies with it on another machine keeps others out for so long; who is silent loses it, and asks again before going on.
const leaseSeconds = 30
const renewAfterSeconds = 10

/** Locks of this process whose work has ended but which the database did not release, such as on a full disk. */
const unreleased = new Set<string>()

/**
 * Alone with an upload, among all processes; refuses at once when somebody else is there
 * (docs/decisions/0016-implement-tus-in-house.md).
 */
export async function withUploadLock<T>(
  world: Pick<World, 'db' | 'clock' | 'log'>,
  upload: Pick<Upload, 'kind' | 'id'>,
  work: (lock: UploadLock) => Promise<T>,
): Promise<T> {
  const { db, clock, log } = world
  const token = await processIdentity()
  const lease = () => ({ token, now: clock.now(), until: clock.now() + leaseSeconds })
  let renewAt = clock.now() + renewAfterSeconds
  const take = (instead: string | null) => db.write((tx) => acquireLock(tx, upload, lease(), instead))
  const holder = await take(null)
  const isStale = typeof holder === 'string' && (unreleased.has(holder) || (await isOwnerProcessDead(holder)))
  const taken = isStale ? await take(holder) : holder
  if (isStale && taken === true) unreleased.delete(holder)
  if (taken === undefined) throw new Refusal('absent')
  if (taken !== true) throw new Refusal('locked')
  const renew = async (): Promise<boolean> => {
    renewAt = clock.now() + renewAfterSeconds
    return db.write((tx) => renewLock(tx, upload, lease()))
  }
  try {
    return await work({
      token,
      isHeld: async () => clock.now() < renewAt || renew(),
      async during(pending) {
        const failed = (problem: unknown): void => log.warn({ err: problem }, 'the lock of an upload is not renewed')
        const renewing = setInterval(() => void renew().catch(failed), renewAfterSeconds * 1000)
        return pending.finally(() => clearInterval(renewing))
      },
    })
  } finally {
    // Other processes wait until it runs out; this one knows that its work has ended.
    await db
      .write((tx) => releaseLock(tx, upload, token))
      .catch((problem: unknown) => {
        unreleased.add(token)
        log.warn({ err: problem }, 'the lock of an upload is not given back')
      })
  }
}
