import type { Tx } from '../../database/db/db.ts'
import { type Message, message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { ProjectId, UserId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { Settings } from '../../site/model/settings.ts'
import { loadPendingBytes, loadStoredBytes, lockProject, lockUser } from '../store/usage.ts'

/** What a user is about to upload. */
export interface QuotaRequest {
  readonly userId: UserId
  /** null: no project is known yet */
  readonly projectId: ProjectId | null
  readonly bytes: number
}

type Limits = Pick<Settings, 'pending_upload_bytes_per_user' | 'project_storage_bytes'>

/**
 * Throws when the pending files of a user or the stored files of a project would exceed the limits of the settings.
 * Runs in the transaction that adds the row, so that two requests cannot both use the remaining space.
 */
export async function assertQuotas(
  tx: Tx,
  limits: Limits,
  { userId, projectId, bytes }: QuotaRequest,
  now: EpochSeconds,
): Promise<void> {
  await lockUser(tx, userId)
  const pending = await loadPendingBytes(tx, userId, now)
  const allowed = limits.pending_upload_bytes_per_user
  // One file always fits when nothing else is pending; another setting limits the size of one file.
  if (pending > 0 && pending + bytes > allowed)
    throw new Refusal('invalid', pendingQuotaExceeded(pending, bytes, allowed))
  if (projectId !== null) await assertProjectQuota(tx, limits, projectId, bytes)
}

/** Checks the limit of the project only. */
export async function assertProjectQuota(
  tx: Tx,
  { project_storage_bytes: limit }: Pick<Limits, 'project_storage_bytes'>,
  projectId: ProjectId,
  bytes: number,
): Promise<void> {
  if (limit === null) return
  await lockProject(tx, projectId)
  const storedBytes = await loadStoredBytes(tx, projectId)
  if (storedBytes + bytes > limit) throw new Refusal('invalid', storageQuotaExceeded(storedBytes, bytes, limit))
}

const pendingQuotaExceeded = (pending: number, bytes: number, allowed: number): Message =>
  message`You may have ${allowed} bytes of files that are not attached yet. ${pending} bytes are pending, and this file has ${bytes}. Attach or remove some of them first.`

const storageQuotaExceeded = (storedBytes: number, bytes: number, limit: number): Message =>
  message`The files of a project may have ${limit} bytes. Those of this one have ${storedBytes}, and this file has ${bytes}.`
