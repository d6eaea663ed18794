import type { Field, StoredLink } from '../../fields/model/field.ts'
import { holdsLinks, holdsMentions } from '../../fields/registry/capabilities.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ArtifactId, FieldId, TrackerId } from '../../kit/values/ids.ts'
import { judgeProjectAccess } from '../../projects/policy.ts'
import { loadProjects } from '../../projects/store/projects.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { World } from '../../world/model/world.ts'
import type { ArtifactHeader } from '../model/artifact.ts'
import { loadReferences, type Reference } from '../store/cross-references.ts'
import { loadRequestedReverseLinks } from '../store/links.ts'
import { loadReferringCommits, type ReferringCommit } from '../store/referring-commits.ts'
import { loadRelatedHeaders } from '../store/related-headers.ts'
import { type Extent, getShownFields } from './shown-fields.ts'
import { loadVisibleTrackers } from './visible-trackers.ts'

type Deps = Pick<World, 'db' | 'cache' | 'clock' | 'commits'>

/** Artifacts with the trackers that they are in. */
type ArtifactsWithTracker = readonly { readonly id: ArtifactId; readonly trackerId: TrackerId }[]

/** What the representation of some artifacts contains of others, as far as their fields show it. */
export interface Relations {
  readonly trackers: ReadonlyMap<ArtifactId, TrackerId>
  readonly reverseLinks: ReadonlyMap<ArtifactId, readonly StoredLink[]>
  /** Artifacts whose mentions are shown. */
  readonly mentioned: readonly ArtifactId[]
  readonly references: readonly Reference[]
  /** Commits that mention them, only those that the caller may read. */
  readonly commits: readonly ReferringCommit[]
  /** Artifacts at the other end, whether the caller sees them or not; there may be more, added concurrently. */
  readonly headers: ReadonlyMap<ArtifactId, ArtifactHeader>
}

/** Loads the relations of artifacts of which only the trackers are known, all at once. */
export async function loadRelations(
  world: Deps,
  caller: Caller,
  artifacts: ArtifactsWithTracker,
  extent: Extent,
  fields?: ReadonlySet<FieldId>,
): Promise<Relations> {
  const trackers = new Map(artifacts.map(({ id, trackerId }) => [id, trackerId]))
  const visibleTrackers = await loadVisibleTrackers(world, caller, [...trackers.values()])
  const fieldsByTracker = new Map(
    [...visibleTrackers].map(([id, visibleTracker]) => [id, getShownFields(visibleTracker, extent, fields)]),
  )
  const having = (holds: (field: Field) => boolean): ArtifactId[] =>
    [...trackers].flatMap(([id, trackerId]) => (fieldsByTracker.get(trackerId)?.some(holds) === true ? [id] : []))
  const { read } = world.db
  const [linked, mentioned] = [having(holdsLinks), having(holdsMentions)]
  const [reverseLinks, references, commits, headers] = await Promise.all([
    loadRequestedReverseLinks(read, [...new Set([...linked, ...mentioned])]),
    loadReferences(read, mentioned),
    loadReadableCommits(world, caller, mentioned),
    loadRelatedHeaders(read, { linked: [...new Set([...linked, ...mentioned])], mentioned }),
  ])
  return { trackers, reverseLinks, mentioned, references, commits, headers }
}

/** Whether all artifacts are still in the trackers for which these relations were loaded. */
export const isLoadedFor = (relations: Relations, artifacts: ArtifactsWithTracker): boolean =>
  artifacts.every(({ id, trackerId }) => relations.trackers.get(id) === trackerId)

/**
 * Loads commits that refer to artifacts, in projects that the caller may access and if they may read all changed
 * paths.
 */
async function loadReadableCommits(
  world: Deps,
  caller: Caller,
  ids: readonly ArtifactId[],
): Promise<readonly ReferringCommit[]> {
  const commits = await loadReferringCommits(world.db.read, ids)
  if (commits.length === 0) return commits
  const settings = await getSettings(world)
  const projects = await loadProjects(world, [...new Set(commits.map(({ projectId }) => projectId))])
  const entered = commits.filter(
    ({ projectId }) => judgeProjectAccess(caller, projects.get(projectId), settings) === 'yes',
  )
  return world.commits.readable(world, caller, entered)
}
