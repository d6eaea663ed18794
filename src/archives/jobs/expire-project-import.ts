import type { ProjectId } from '../../kit/ids.ts'
import type { JobHandler } from '../../kit/slice.ts'
import { expireImport } from '../commands/expire-import.ts'

/** Frees the names of a project whose archive did not arrive. */
export const expireProjectImportJob: JobHandler = {
  kind: 'expire-project-import',
  // Enqueued by commands/expect-archive.ts alone.
  run: (payload, world) => expireImport(world, (payload as { readonly project: ProjectId }).project),
}
