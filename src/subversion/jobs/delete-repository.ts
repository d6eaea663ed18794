import type { RepositoryId } from '../../kit/ids.ts'
import type { JobHandler } from '../../kit/slice.ts'
import { deletionKind } from '../commands/ask-for-deletion.ts'
import { deleteRepository } from '../commands/delete-repository.ts'

/** Deletes a repository that somebody gave up. */
export const deleteRepositoryJob: JobHandler = {
  kind: deletionKind,
  // Written by commands/ask-for-deletion.ts.
  run: (payload, world) => deleteRepository(world, payload as RepositoryId),
}
