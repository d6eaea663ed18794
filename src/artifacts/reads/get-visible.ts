import type { Reader } from '../../database/db/db.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { World } from '../../world/model/world.ts'
import type { ArtifactAccessHeader } from '../model/artifact.ts'
import { mayReadArtifact } from '../policy.ts'
import { isPossibleId } from '../store/artifact-versions.ts'
import { filterVisibleArtifacts } from './visible-artifacts.ts'

/** Returns what `find` finds of an artifact if the caller may see it, or throws as in docs/api/artifacts.md §1.6. */
export async function getVisible<Seen extends ArtifactAccessHeader>(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  id: ArtifactId,
  find: (db: Reader, id: ArtifactId) => Promise<Seen | undefined>,
): Promise<Seen> {
  const header = isPossibleId(id) ? await find(world.db.read, id) : undefined
  if (header === undefined) throw new Refusal('absent')
  const visible = await filterVisibleArtifacts(world, caller, [header])
  return mayReadArtifact(caller, header, visible.length > 0).subject
}
