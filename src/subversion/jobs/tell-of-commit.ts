import type { JobHandler } from '../../kit/slice.ts'
import { type CommitKey, tellOfCommit, tellOfCommitKind } from '../commands/tell-of-commit.ts'

/** Finds out who is to be told of a commit. */
export const tellOfCommitJob: JobHandler = {
  kind: tellOfCommitKind,
  // Written by commands/record-commit.ts.
  run: (payload, world) => tellOfCommit(world, payload as CommitKey),
}
