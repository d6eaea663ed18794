import { createPermit, type Verdict } from '../kit/messages/decide.ts'
import { message } from '../kit/messages/message.ts'
import { type Caller, getUserId } from '../kit/values/caller.ts'
import type { UserId } from '../kit/values/ids.ts'
import type { Permit } from '../kit/values/permit.ts'
import type { EpochSeconds } from '../kit/values/time.ts'
import type { TemporaryFile } from './model/temporary-file.ts'
import type { OpenUpload, Upload } from './model/upload.ts'

/** Temporary files belong to one user, so the caller must be authenticated. */
export const mayHaveTemporaryFiles = (caller: Caller): Permit<'have temporary files', UserId> => {
  const id = getUserId(caller)
  // Without an id the verdict is no, and no permit is issued.
  return createPermit('have temporary files', id as UserId, id === null ? { no: 'unauthenticated' } : 'yes')
}

/**
 * Permits only the user who submitted a temporary file to use it; that it exists is not hidden from others
 * (docs/api/attachments.md §6.4).
 */
export const mayUseTemporaryFile = (caller: Caller, file: TemporaryFile | undefined): Permit<'use', TemporaryFile> =>
  // Without a file the verdict is "absent", and no permit is issued.
  createPermit('use', file as TemporaryFile, usageVerdict(caller, file))

function usageVerdict(caller: Caller, file: TemporaryFile | undefined): Verdict {
  if (file === undefined) return { no: 'absent' }
  if (file.submittedBy === getUserId(caller)) return 'yes'
  return { no: 'unauthenticated', because: message`This file does not belong to you` }
}

/** Permits only the user who began an upload to continue and cancel it; for others it is absent. */
export function mayUseUpload(caller: Caller, upload: Upload | undefined, now: EpochSeconds): Permit<'use', OpenUpload> {
  const isOwn = upload !== undefined && upload.userId === getUserId(caller)
  const isOpen = upload !== undefined && upload.size !== null && upload.expiresOn > now
  return createPermit('use', upload as OpenUpload, isOwn && isOpen ? 'yes' : { no: 'absent' })
}
