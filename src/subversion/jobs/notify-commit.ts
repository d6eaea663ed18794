import type { JobHandler } from '../../world/model/job-handler.ts'
import { type CommitKey, notifyCommit, notifyCommitJobKind } from '../commands/notify-commit.ts'

/** Determines the recipients of a commit and enqueues their mails. */
export const notifyCommitJob: JobHandler = {
  kind: notifyCommitJobKind,
  // Written by commands/record-commit.ts.
  run: (payload, world) => notifyCommit(world, payload as CommitKey),
}
