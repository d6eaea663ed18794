import type { ArtifactId } from '../../kit/ids.ts'
import type { WithRevisions } from '../../kit/revision-cache.ts'
import type { World } from '../../kit/world.ts'
import type { ArtifactVersion } from '../model/artifact.ts'
import { findVersionWithRevisions, isPossibleId } from '../store/artifact-versions.ts'

/** Reads the artifact of a path at the beginning of a request (kit/http/route.ts, `readFirst`). */
export function readVersionFirst(
  { db }: Pick<World, 'db'>,
  id: ArtifactId,
): Promise<WithRevisions<ArtifactVersion | null>> | undefined {
  return isPossibleId(id) ? findVersionWithRevisions(db.quickRead, id) : undefined
}
