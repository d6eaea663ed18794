import type { UploadKind } from '../model/upload.ts'
import { finishFile } from './finish-file.ts'

/** Upload kind of files to attach to artifacts (docs/api/attachments.md). */
export const trackerFiles = {
  name: 'tracker',
  scope: 'write:tracker',
  finish: finishFile,
} as const satisfies UploadKind
