import type { UserId } from '../../kit/values/ids.ts'
import type { Scope } from '../../kit/values/scope.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { TransactionHook } from '../../world/model/ports.ts'
import type { World } from '../../world/model/world.ts'

/**
 * Kind of an upload: `tracker` is a file to attach to an artifact (docs/api/attachments.md), `temporary` is the same in
 * chunks of base64 (docs/api/attachments.md §6.4), `project` is the archive of a new project (docs/api/projects.md §5).
 * The kinds of files share their ids.
 */
export type UploadKindName = 'tracker' | 'temporary' | 'project'

/** Content that arrives in chunks. The staging knows how many bytes have arrived, under `buildStagedFileName`. */
export interface Upload {
  readonly kind: UploadKindName
  readonly id: number
  readonly userId: UserId
  /** null: not known until the last chunk has arrived */
  readonly size: number | null
  /** Number of chunks that arrived, where they are counted. */
  readonly chunks: number
  readonly expiresOn: EpochSeconds
  /** When the last byte arrived; null: bytes are missing. */
  readonly completedOn: EpochSeconds | null
}

/** An upload whose bytes arrive with tus. */
export type OpenUpload = Upload & { readonly size: number }

/** Handlers for a kind of content that arrives over tus; the protocol is the same for all kinds. */
export interface UploadKind {
  /** Part of the URL: `/uploads/{name}/file/{id}`. */
  readonly name: Exclude<UploadKindName, 'temporary'>
  readonly scope: Scope
  /**
   * Runs when all bytes are staged and synced and the row is marked complete. May run again, since a node may die
   * before it ends or the store may be unavailable; the upload stays as it is when it throws.
   */
  finish(world: World, upload: Upload): Promise<void>
  /**
   * Runs when the upload ends without its content: it expired, or the client removed it. Called in the transaction that
   * removes the row for that reason (DELETE of tus, the sweep of expired uploads), not when `finish` or a later step
   * removes the row. The caller removes the bytes.
   */
  readonly cancel?: TransactionHook<Upload>
}

export const buildStagedFileName = ({ kind, id }: Pick<Upload, 'kind' | 'id'>): string => `${kind}-${id}`

/** Returns the upload of a name; undefined: it is not the name of an upload. */
export function parseStagedFileName(name: string): Pick<Upload, 'kind' | 'id'> | undefined {
  const [, kind, digits] = /^([a-z]+)-(\d{1,15})$/.exec(name) ?? []
  return isKind(kind) ? { kind, id: Number(digits) } : undefined
}

const isKind = (name: string | undefined): name is UploadKindName =>
  name === 'tracker' || name === 'temporary' || name === 'project'

/** Seconds until an upload expires (docs/api/attachments.md §2); activity does not extend them. */
export const uploadLifetime = 14_400
