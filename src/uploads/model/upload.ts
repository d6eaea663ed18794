import type { UserId } from '../../kit/ids.ts'
import type { TransactionHook } from '../../kit/ports.ts'
import type { Scope } from '../../kit/scope.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import type { World } from '../../kit/world.ts'

/**
 * What content becomes: `tracker` a file to attach to an artifact (docs/api/attachments.md), `temporary` the same in
 * chunks of base64 (docs/api/attachments.md §6.4), `project` the archive of a new project (docs/api/projects.md §5).
 * Files have their id in common.
 */
export type UploadKindName = 'tracker' | 'temporary' | 'project'

/** Content that arrives in pieces. How much of it is there says the staging, under `stagedName`. */
export interface Upload {
  readonly kind: UploadKindName
  readonly id: number
  readonly userId: UserId
  /** null: known when the last piece arrived */
  readonly size: number | null
  /** How many pieces arrived, where they are counted. */
  readonly chunks: number
  readonly expiresOn: EpochSeconds
  /** When all its bytes had arrived; null: they have not. */
  readonly completedOn: EpochSeconds | null
}

/** What is done with content that arrives over tus; the protocol is the same for all. */
export interface UploadKind {
  /** Part of the address: `/uploads/{name}/file/{id}`. */
  readonly name: Exclude<UploadKindName, 'temporary'>
  readonly scope: Scope
  /**
   * All bytes are there, staged and synced, and the row says so. May be called again, since a node may die before its
   * end or the store of bytes may be out of reach; what it throws keeps the upload as it is.
   */
  finish(world: World, upload: Upload): Promise<void>
  /**
   * The upload ends without its content: it expired, or whoever began it took it back. Called wherever the row is
   * removed for that (DELETE of tus, the sweep of what expired), in the same transaction, and not when `finish` or what
   * follows it removes the row. The bytes are the caller's to remove.
   */
  readonly cancel?: TransactionHook<Upload>
}

export const stagedName = ({ kind, id }: Pick<Upload, 'kind' | 'id'>): string => `${kind}-${id}`

/** docs/api/attachments.md §2: seconds, not prolonged by activity. */
export const uploadLifetime = 14_400
