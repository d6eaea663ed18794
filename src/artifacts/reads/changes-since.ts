import type { Field } from '../../fields/model/field.ts'
import type { Caller } from '../../kit/values/caller.ts'
import { matchesPrecondition, type Precondition } from '../../kit/values/precondition.ts'
import { filterReadableFields } from '../../trackers/policy.ts'
import { getCachedTracker } from '../../trackers/store/trackers.ts'
import type { World } from '../../world/model/world.ts'
import type { Artifact } from '../model/artifact.ts'
import type { Changeset } from '../model/changeset.ts'
import { buildVersionTag } from '../model/version-tag.ts'
import { loadChangesets } from '../store/changesets.ts'

/**
 * Returns the readable fields that changed after the version that the client names; undefined if it is not a version of
 * this artifact.
 */
export async function findFieldsChangedSince(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  artifact: Artifact,
  precondition: Precondition,
): Promise<Field[] | undefined> {
  const tracker = await getCachedTracker(world, artifact.trackerId)
  if (tracker === undefined) return undefined
  const changesets = await loadChangesets(world.db.read, artifact.id)
  const knownIndex = lastKnownIndex(artifact, changesets, precondition, world.cache.epoch)
  if (knownIndex < 0) return undefined
  const changed = new Set(changesets.slice(knownIndex + 1).flatMap(({ values }) => Object.keys(values).map(Number)))
  return filterReadableFields(caller, tracker).filter(({ id }) => changed.has(id))
}

/** Returns the index of the version that the headers name, or of an earlier one; -1: none. */
function lastKnownIndex(
  { id }: Artifact,
  changesets: readonly Changeset[],
  { tags, unmodifiedSince }: Precondition,
  epoch: string,
): number {
  const since = unmodifiedSince ?? null
  const isTagged = (version: number): boolean =>
    typeof tags === 'object' && matchesPrecondition({ tags }, { tag: buildVersionTag({ id, version }, epoch), date: 0 })
  const byTag = changesets.findLastIndex((_, index) => isTagged(index + 1))
  if (byTag >= 0 || since === null) return byTag
  // Several versions may have the same second, and the date does not distinguish them: changes since the first of them
  // include changes since the one that is named.
  const second = changesets.findLast(({ submittedOn }) => submittedOn <= since)?.submittedOn
  return changesets.findIndex(({ submittedOn }) => submittedOn === second)
}
