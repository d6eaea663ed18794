import type { ArtifactId, TrackerId, UserId } from '../../kit/values/ids.ts'
import type { Permit, SystemPermit } from '../../kit/values/permit.ts'
import type { AttachmentTarget } from './attachment-target.ts'

/** Permits to begin an upload: of a file, of a temporary file, of the archive of a new project. */
export type BeginUploadPermit =
  | Permit<'attach files', AttachmentTarget>
  | Permit<'have temporary files', UserId>
  | Permit<'create', 'project'>

/** Permits to remove an upload with its file: of its owner, after the retention time, at the end of an import. */
export type RemoveUploadPermit = Permit<'use', { readonly id: number }> | SystemPermit<'sweep' | 'run archive jobs'>

/** Permits to attach uploaded files to an artifact, which a later slice has. */
export type AttachPermit = Permit<'update' | 'create an artifact', { readonly id: ArtifactId | TrackerId }>
