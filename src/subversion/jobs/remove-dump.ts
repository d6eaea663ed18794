import type { JobHandler } from '../../kit/slice.ts'
import { dumpRemovalKind, removeDump } from '../commands/remove-dump.ts'

/** Removes the dump of a repository that was restored: once that is certain, whatever transaction it was part of. */
export const removeDumpJob: JobHandler = {
  kind: dumpRemovalKind,
  // Written by commands/restore-repository.ts.
  run: (payload, world) => removeDump(world, payload as string),
}
