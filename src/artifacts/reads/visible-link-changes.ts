import type { Field, StoredLink, StoredValues } from '../../fields/model/field.ts'
import { holdsLinks } from '../../fields/registry/capabilities.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { World } from '../../world/model/world.ts'
import { loadHeaders } from '../store/artifacts.ts'
import { filterVisibleArtifacts } from './visible-artifacts.ts'

/** What a changeset changed, between the values before and after it. */
interface FieldChanges {
  readonly before: StoredValues
  readonly artifact: { readonly values: StoredValues }
  readonly changedFields: readonly Field[]
}

/**
 * Removes fields from what changesets changed if they only gained or lost links to artifacts that the caller does not
 * see; takes a fixed number of queries, and none without changes of links.
 */
export async function hideUnseenLinkChanges<Changes extends FieldChanges>(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  history: readonly Changes[],
): Promise<Changes[]> {
  const ids = history.flatMap((each) => each.changedFields.flatMap((field) => listChangedTargets(each, field)))
  if (ids.length === 0) return [...history]
  const headers = await loadHeaders(world.db.read, [...new Set(ids)])
  const visible = await filterVisibleArtifacts(world, caller, [...headers.values()])
  const visibleIds = new Set(visible.map(({ id }) => id))
  return history.map((each) => {
    const isSeen = (field: Field): boolean => {
      const targets = listChangedTargets(each, field)
      return targets.length === 0 || targets.some((id) => visibleIds.has(id))
    }
    return each.changedFields.every(isSeen) ? each : { ...each, changedFields: each.changedFields.filter(isSeen) }
  })
}

/** Returns the artifacts to which a field gained or lost links; none if it does not hold links. */
function listChangedTargets({ before, artifact: { values } }: FieldChanges, field: Field): ArtifactId[] {
  if (!holdsLinks(field)) return []
  // fields/model/field.ts: StoredLink[], and links lead to artifacts.
  const [old, now] = [before, values].map((each) => (each[field.id] ?? []) as readonly StoredLink[])
  const keysOf = (links: readonly StoredLink[] = []) => new Map(links.map(({ id, type }) => [`${id} ${type}`, id]))
  const [oldKeys, nowKeys] = [keysOf(old), keysOf(now)]
  return [...oldKeys, ...nowKeys].flatMap(([key, id]) =>
    oldKeys.has(key) && nowKeys.has(key) ? [] : [id as ArtifactId],
  )
}
