import type { JobHandler } from '../../world/model/job-handler.ts'
import { dumpRemovalJobKind, removeDump } from '../commands/remove-dump.ts'

/** Removes the dump of a restored repository, after the restore was committed. */
export const removeDumpJob: JobHandler = {
  kind: dumpRemovalJobKind,
  // Written by commands/restore-repository.ts.
  run: (payload, world) => removeDump(world, payload as string),
}
