import type { RepositoryId } from '../../kit/values/ids.ts'
import type { JobHandler } from '../../world/model/job-handler.ts'
import { deleteRepository } from '../commands/delete-repository.ts'
import { deletionJobKind } from '../commands/request-deletion.ts'

/** Deletes a repository whose deletion was requested. */
export const deleteRepositoryJob: JobHandler = {
  kind: deletionJobKind,
  // Written by commands/request-deletion.ts.
  run: (payload, world) => deleteRepository(world, payload as RepositoryId),
}
