import type { CrossReference, LinkedArtifact, PresentContext } from '../../fields/contexts/present-context.ts'
import { holdsMentions } from '../../fields/registry/capabilities.ts'
import { renderRichText, toPlainText } from '../../fields/texts/rich-text.ts'
import type { ArtifactId, FieldId } from '../../kit/values/ids.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import { referToTracker } from '../../trackers/representations/tracker.ts'
import type { Artifact } from '../model/artifact.ts'
import { getForwardLinks } from '../model/links.ts'
import type { RelatedData, VisibleTracker } from '../model/related-data.ts'
import { buildBurndownCharts } from './burndown-chart.ts'
import { createLinkResolver } from './mention-links.ts'

/** An artifact in some version, with the data needed to render its fields. */
export interface RenderContext {
  readonly artifact: Artifact
  readonly visibleTracker: VisibleTracker
  readonly presenting: PresentContext
}

/** The same with values of these fields only. */
export const limitToFields = (shown: RenderContext, fields: ReadonlySet<FieldId>): RenderContext => ({
  ...shown,
  visibleTracker: {
    ...shown.visibleTracker,
    readable: shown.visibleTracker.readable.filter(({ id }) => fields.has(id)),
  },
})

/** Returns a function that combines artifacts with their related data; artifacts of deleted trackers are left out. */
export function createRenderContexts(
  viewer: Viewer,
  related: RelatedData,
): (artifacts: readonly Artifact[]) => RenderContext[] {
  const linked = linkedArtifacts(related)
  return (artifacts) =>
    artifacts.flatMap((artifact) => {
      const visibleTracker = related.trackers.get(artifact.trackerId)
      return visibleTracker === undefined
        ? []
        : [
            {
              artifact,
              visibleTracker,
              presenting: presentingOf(artifact, visibleTracker, viewer, related, linked),
            },
          ]
    })
}

function linkedArtifacts({ linked, trackers }: RelatedData): Map<ArtifactId, LinkedArtifact> {
  const artifactsById = new Map<ArtifactId, LinkedArtifact>()
  for (const { id, trackerId } of linked.values()) {
    const visibleTracker = trackers.get(trackerId)
    if (visibleTracker !== undefined)
      artifactsById.set(id, { id, tracker: referToTracker(visibleTracker.tracker, visibleTracker.project) })
  }
  return artifactsById
}

function presentingOf(
  artifact: Artifact,
  visibleTracker: VisibleTracker,
  viewer: Viewer,
  related: RelatedData,
  linked: ReadonlyMap<ArtifactId, LinkedArtifact>,
): PresentContext {
  const { users, groups, files, openValues, keywords, texts } = related
  const resolveLink = createLinkResolver(viewer.origin, visibleTracker.project.id, keywords)
  return {
    viewer,
    projectId: visibleTracker.project.id,
    artifact: {
      ...artifact,
      reverseLinks: related.reverseLinks.get(artifact.id) ?? [],
      crossReferences: crossReferencesOf(artifact, visibleTracker, related),
      sums: related.sums.get(artifact.id) ?? new Map(),
      burndowns: buildBurndownCharts(artifact, visibleTracker, {
        timezone: viewer.timezone,
        now: related.now,
        effort: related.efforts.get(artifact.id),
      }),
    },
    groups,
    users,
    files,
    openValues,
    linked,
    renderText: (text) => renderRichText(text, resolveLink, texts),
    plainText: (text) => toPlainText(text, texts),
  }
}

/**
 * Returns mentions and links in both directions, each artifact once for each keyword (docs/api/field-values.md §14).
 */
function crossReferencesOf(artifact: Artifact, visibleTracker: VisibleTracker, related: RelatedData): CrossReference[] {
  if (!visibleTracker.readable.some(holdsMentions)) return []
  const references = new Map<string, CrossReference & { readonly id: number }>()
  const addReference = (id: ArtifactId, direction: 'out' | 'in', spelled?: string): void => {
    const head = related.linked.get(id)
    const target = head && related.trackers.get(head.trackerId)
    if (target === undefined || id === artifact.id) return
    const keyword = spelled ?? target.tracker.itemName
    const key = `${keyword} ${id}`
    const knownDirection = references.get(key)?.direction ?? direction
    references.set(key, {
      keyword,
      id,
      projectId: target.project.id,
      direction: knownDirection === direction ? direction : 'both',
    })
  }
  const mentions = related.references.get(artifact.id)
  // Ids at the ends of links are those of artifacts.
  for (const { id } of getForwardLinks(artifact.values, visibleTracker.readable)) addReference(id as ArtifactId, 'out')
  for (const { id, keyword } of mentions?.outgoing ?? []) addReference(id, 'out', keyword)
  for (const id of mentions?.incoming ?? []) addReference(id, 'in')
  for (const { id } of related.reverseLinks.get(artifact.id) ?? []) addReference(id as ArtifactId, 'in')
  const artifacts = [...references.values()].sort((a, b) => a.id - b.id)
  // docs/api/subversion.md §2.5: the notation of revisions in messages.
  const revisions = (related.revisions.get(artifact.id) ?? []).map(
    ({ projectId, repository, revision }): CrossReference => ({
      keyword: 'svn',
      id: `${repository}/${revision}`,
      projectId,
      direction: 'in',
    }),
  )
  return [...artifacts, ...revisions]
}
