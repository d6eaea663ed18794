import type { WithRevisions } from '../../kit/caches/revision-cache.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { World } from '../../world/model/world.ts'
import type { ArtifactVersion } from '../model/artifact.ts'
import { findVersionWithRevisions, isPossibleId } from '../store/artifact-versions.ts'

/** Reads the artifact of a path at the beginning of a request (http/declarations/route.ts, `readFirst`). */
export function readVersionFirst(
  { db }: Pick<World, 'db'>,
  id: ArtifactId,
): Promise<WithRevisions<ArtifactVersion | null>> | undefined {
  return isPossibleId(id) ? findVersionWithRevisions(db.quickRead, id) : undefined
}
