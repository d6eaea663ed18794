import type { Field } from '../../fields/field.ts'
import type { Caller } from '../../kit/caller.ts'
import { isMeant, type Precondition } from '../../kit/precondition.ts'
import type { World } from '../../kit/world.ts'
import { readableFields } from '../../trackers/policy.ts'
import { trackerOf } from '../../trackers/store/trackers.ts'
import type { Artifact } from '../model/artifact.ts'
import type { Changeset } from '../model/changeset.ts'
import { ownTag } from '../model/version-tag.ts'
import { changesetsOf } from '../store/changesets.ts'

/** Fields the caller reads that changed after the version he means; undefined when it is none of this artifact's. */
export async function changesSince(
  world: Pick<World, 'db' | 'memory'>,
  caller: Caller,
  artifact: Artifact,
  precondition: Precondition,
): Promise<Field[] | undefined> {
  const tracker = await trackerOf(world, artifact.trackerId)
  if (tracker === undefined) return undefined
  const changesets = await changesetsOf(world.db.read, artifact.id)
  const known = lastKnown(artifact, changesets, precondition)
  if (known < 0) return undefined
  const changed = new Set(changesets.slice(known + 1).flatMap(({ values }) => Object.keys(values).map(Number)))
  return readableFields(caller, tracker).filter(({ id }) => changed.has(id))
}

/** The latest version that one of the headers names; -1: none does. */
function lastKnown(
  { id }: Artifact,
  changesets: readonly Changeset[],
  { tags, unmodifiedSince }: Precondition,
): number {
  const since = unmodifiedSince ?? null
  let [byTag, byDate] = [-1, -1]
  let modifiedOn = 0
  changesets.forEach(({ submittedOn }, index) => {
    // As versions are dated: each later than the one before.
    modifiedOn = Math.max(submittedOn, modifiedOn + 1)
    const isTagged =
      typeof tags === 'object' && isMeant({ tags }, { tag: ownTag({ id, version: index + 1 }), modifiedOn })
    if (isTagged) byTag = index
    if (since !== null && modifiedOn <= since) byDate = index
  })
  return byTag >= 0 ? byTag : byDate
}
