import type { Field, StoredLink, StoredValues } from '../../fields/field.ts'
import type { ArtifactId, FieldId, ProjectId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { trackersOf } from '../../trackers/store/trackers.ts'
import type { Artifact } from '../model/artifact.ts'
import { forwardLinks } from '../model/links.ts'
import type { SeenTracker } from '../model/surroundings.ts'
import { loadArtifacts } from '../store/artifacts.ts'
import { projectsWithoutChildren } from '../store/links.ts'

type Seen = Pick<SeenTracker, 'tracker' | 'readable'>

/** The sum that grows for one computed field of one artifact. */
interface Sum {
  readonly root: ArtifactId
  readonly field: Field
  readonly counted: Set<ArtifactId>
  next: readonly ArtifactId[]
  total: number | null
}

/**
 * Computed values of a whole page (contract 20 §6.1): fields of the same name over the children, whoever may see them,
 * down to manual values and plain numbers. One query for each generation; nobody is counted twice, so circles end.
 */
export async function loadSums(
  world: Pick<World, 'db' | 'memory'>,
  artifacts: readonly Artifact[],
  seenOf: (artifact: Artifact) => Seen | undefined,
): Promise<Map<ArtifactId, Map<FieldId, number | null>>> {
  const asked = artifacts.flatMap((artifact) => {
    const seen = seenOf(artifact)
    const fields = seen?.readable.filter(({ type }) => type === 'computed') ?? []
    return seen === undefined || fields.length === 0 ? [] : [{ artifact, tracker: seen.tracker, fields }]
  })
  if (asked.length === 0) return new Map()
  const childless = await projectsWithoutChildren(world.db.read)
  const sums = asked.flatMap(({ artifact, tracker, fields }) =>
    fields.map((field): Sum => {
      const next = childrenOf(artifact.values, tracker, childless)
      return { root: artifact.id, field, counted: new Set([artifact.id]), next, total: null }
    }),
  )
  await addGenerations(world, sums, childless)
  const found = new Map<ArtifactId, Map<FieldId, number | null>>()
  for (const { root, field, total } of sums) {
    const fields = found.get(root) ?? new Map<FieldId, number | null>()
    found.set(root, fields.set(field.id, total))
  }
  return found
}

async function addGenerations(
  world: Pick<World, 'db' | 'memory'>,
  sums: readonly Sum[],
  childless: ReadonlySet<ProjectId>,
): Promise<void> {
  const known = new Map<ArtifactId, Artifact>()
  while (sums.some(({ next }) => next.length > 0)) {
    const missing = [...new Set(sums.flatMap(({ next }) => next))].filter((id) => !known.has(id))
    for (const [id, artifact] of await loadArtifacts(world.db.read, missing)) known.set(id, artifact)
    const trackers = await trackersOf(world, [...new Set([...known.values()].map(({ trackerId }) => trackerId))])
    for (const sum of sums) {
      const children = sum.next.filter((id) => !sum.counted.has(id))
      sum.next = children.flatMap((id) => {
        sum.counted.add(id)
        const child = known.get(id)
        const tracker = child && trackers.get(child.trackerId)
        return child === undefined || tracker === undefined || tracker.deletedOn !== null
          ? []
          : add(sum, child, tracker, childless)
      })
    }
  }
}

/** Adds what a child says itself, or tells whom to ask instead. */
function add(sum: Sum, child: Artifact, tracker: Tracker, childless: ReadonlySet<ProjectId>): ArtifactId[] {
  const field = tracker.fieldByName.get(sum.field.name)
  if (field === undefined || !field.isUsed || !['int', 'float', 'computed'].includes(field.type)) return []
  const value = child.values[field.id]
  if (typeof value === 'number') sum.total = (sum.total ?? 0) + value
  return typeof value === 'number' || field.type !== 'computed' ? [] : childrenOf(child.values, tracker, childless)
}

/** Where a project does not use the type for children, every forward link counts (contract 20 §6.1). */
function childrenOf(values: StoredValues, tracker: Tracker, childless: ReadonlySet<ProjectId>): ArtifactId[] {
  const links: readonly StoredLink[] = forwardLinks(values, tracker.fields)
  const children = childless.has(tracker.projectId) ? links : links.filter(({ type }) => type === '_is_child')
  // The ids of a link's ends are ids of artifacts.
  return children.map(({ id }) => id as ArtifactId)
}
