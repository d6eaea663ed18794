import type { CrossReference, LinkedArtifact, PresentContext } from '../../fields/present-context.ts'
import type { ResolveLink } from '../../fields/references.ts'
import { plainText, renderRichText } from '../../fields/rich-text.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import type { Viewer } from '../../kit/viewer.ts'
import { referToTracker } from '../../trackers/representations/tracker.ts'
import type { Artifact } from '../model/artifact.ts'
import { forwardLinks } from '../model/links.ts'
import type { SeenTracker, Surroundings } from '../model/surroundings.ts'
import { chartsOf } from './burndown-chart.ts'

/** An artifact, at some moment, with what its fields need to be presented. */
export interface Shown {
  readonly artifact: Artifact
  readonly seen: SeenTracker
  readonly presenting: PresentContext
}

/** Puts artifacts into their surroundings; those of trackers that are gone are left out. */
export function showing(viewer: Viewer, surroundings: Surroundings): (artifacts: readonly Artifact[]) => Shown[] {
  const linked = linkedArtifacts(surroundings)
  return (artifacts) =>
    artifacts.flatMap((artifact) => {
      const seen = surroundings.trackers.get(artifact.trackerId)
      return seen === undefined
        ? []
        : [{ artifact, seen, presenting: presentingOf(artifact, seen, viewer, surroundings, linked) }]
    })
}

function linkedArtifacts({ linked, trackers }: Surroundings): Map<ArtifactId, LinkedArtifact> {
  const found = new Map<ArtifactId, LinkedArtifact>()
  for (const { id, trackerId } of linked.values()) {
    const seen = trackers.get(trackerId)
    if (seen !== undefined) found.set(id, { id, tracker: referToTracker(seen.tracker, seen.project) })
  }
  return found
}

function presentingOf(
  artifact: Artifact,
  seen: SeenTracker,
  viewer: Viewer,
  surroundings: Surroundings,
  linked: ReadonlyMap<ArtifactId, LinkedArtifact>,
): PresentContext {
  const { users, groups, files, openValues, keywords, texts } = surroundings
  const linkOf: ResolveLink = (keyword, number) => {
    if (!keywords.has(keyword)) return undefined
    const url = `${viewer.origin}/goto?key=${keyword}&val=${number}&group_id=${seen.project.id}`
    return { url, title: `${keyword} #${number}` }
  }
  return {
    viewer,
    projectId: seen.project.id,
    artifact: {
      ...artifact,
      reverseLinks: surroundings.reverseLinks.get(artifact.id) ?? [],
      crossReferences: crossReferencesOf(artifact, seen, surroundings),
      sums: surroundings.sums.get(artifact.id) ?? new Map(),
      burndowns: chartsOf(artifact, seen, {
        timezone: viewer.timezone,
        now: surroundings.now,
        effort: surroundings.efforts.get(artifact.id),
      }),
    },
    groups,
    users,
    files,
    openValues,
    linked,
    renderText: (text) => renderRichText(text, linkOf, texts),
    plainText: (text) => plainText(text, texts),
  }
}

/**
 * Mentions and links in both directions, each artifact once for each way it is called (docs/api/field-values.md §14).
 */
function crossReferencesOf(artifact: Artifact, seen: SeenTracker, surroundings: Surroundings): CrossReference[] {
  if (!seen.readable.some(({ type }) => type === 'cross')) return []
  const found = new Map<string, CrossReference & { readonly id: number }>()
  const note = (id: ArtifactId, direction: 'out' | 'in', spelled?: string): void => {
    const head = surroundings.linked.get(id)
    const place = head && surroundings.trackers.get(head.trackerId)
    if (place === undefined || id === artifact.id) return
    const keyword = spelled ?? place.tracker.itemName
    const key = `${keyword} ${id}`
    const known = found.get(key)?.direction ?? direction
    found.set(key, { keyword, id, projectId: place.project.id, direction: known === direction ? direction : 'both' })
  }
  const mentions = surroundings.references.get(artifact.id)
  // Ids at the ends of links are those of artifacts.
  for (const { id } of forwardLinks(artifact.values, seen.readable)) note(id as ArtifactId, 'out')
  for (const { id, keyword } of mentions?.out ?? []) note(id, 'out', keyword)
  for (const id of mentions?.into ?? []) note(id, 'in')
  for (const { id } of surroundings.reverseLinks.get(artifact.id) ?? []) note(id as ArtifactId, 'in')
  const artifacts = [...found.values()].sort((a, b) => a.id - b.id)
  // docs/api/subversion.md §2.5: how a message refers to a revision, and so how a revision is called.
  const revisions = (surroundings.revisions.get(artifact.id) ?? []).map(
    ({ projectId, repository, revision }): CrossReference => ({
      keyword: 'svn',
      id: `${repository}/${revision}`,
      projectId,
      direction: 'in',
    }),
  )
  return [...artifacts, ...revisions]
}
