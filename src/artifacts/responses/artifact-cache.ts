import { getFieldType } from '../../fields/registry/registry.ts'
import type { CachedBody, ReadKind } from '../../kit/caches/body-cache.ts'
import { pauseIfDue } from '../../kit/concurrency/event-loop.ts'
import type { Translate } from '../../kit/messages/translate.ts'
import { stringifyWellFormed } from '../../kit/text/well-formed.ts'
import type { ArtifactId, FieldId } from '../../kit/values/ids.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { World } from '../../world/model/world.ts'
import type { ArtifactVersion } from '../model/artifact.ts'
import type { VisibleTracker } from '../model/related-data.ts'
import { buildEntityTag } from '../model/version-tag.ts'
import { mayReadArtifact } from '../policy.ts'
import { loadRelatedData } from '../reads/load-related-data.ts'
import { loadRelations } from '../reads/load-relations.ts'
import { reloadVisible } from '../reads/reload-visible.ts'
import { representArtifact, type ValuesForm } from '../representations/artifact.ts'
import { createRenderContexts } from '../representations/render-context.ts'

type Deps = Pick<World, 'db' | 'cache' | 'bodyCache' | 'clock' | 'commits'>

/** The viewer of a request; `revisionKey` is read before the caller is authenticated (http/declarations/route.ts). */
export interface RequestViewer extends Viewer {
  readonly revisionKey: string
}

/** A viewer whose response contains messages. */
export interface TranslatingViewer extends RequestViewer {
  readonly translate: Translate
}

/** Everything that a body depends on but for the artifact: revision counters, caller, origin, time zone. */
export const buildViewerKey = (viewer: RequestViewer): string => `${viewer.revisionKey} ${describeReader(viewer)}`

function describeReader({ caller, origin, timezone }: Viewer): string {
  // What a user may read follows from their id and the revision, except that a permission may hold for reading only.
  const reader = caller.kind === 'member' ? `${caller.id}${caller.isSiteAdministrator ? '*' : ''}` : caller.kind
  return `${reader} ${timezone} ${origin}`
}

/**
 * Whether a representation depends only on version, cache version and viewer key, so that it can be cached: without
 * sums over distant artifacts and today's date. (The rank of an artifact never changes.)
 */
export const isCacheable = ({ readable }: VisibleTracker, fields?: ReadonlySet<FieldId>): boolean =>
  !readable.some(({ id, type }) => getFieldType(type).isVolatile && fields?.has(id) !== false)

/** What bodies show and to whom, and how new they must be. */
export interface BodyScope {
  readonly form: ValuesForm
  readonly fields: ReadonlySet<FieldId> | undefined
  /** Part of the keys of these bodies. */
  readonly key: string
  /** Part of their versions: the cached data is at least as new as the revision, so an entry is never outdated. */
  readonly revisionKey: string
}

export const createBodyScope = (viewer: RequestViewer, form: ValuesForm, fields?: ReadonlySet<FieldId>): BodyScope => ({
  form,
  fields,
  key: `${form} ${describeReader(viewer)}${fields === undefined ? '' : ` ${[...fields].sort()}`}`,
  revisionKey: viewer.revisionKey,
})

const keyOf = ({ id }: ArtifactVersion, { key }: BodyScope): string => `${id} ${key}`

const versionOf = ({ version, cacheVersion }: ArtifactVersion, { revisionKey }: BodyScope): string =>
  `${version}.${cacheVersion} ${revisionKey}`

/** Returns the cached body of an artifact that the viewer may see. */
export const getCachedArtifact = (
  { bodyCache }: Pick<World, 'bodyCache'>,
  artifactVersion: ArtifactVersion,
  scope: BodyScope,
  reading: ReadKind = 'single',
): CachedBody | undefined => bodyCache.get(keyOf(artifactVersion, scope), versionOf(artifactVersion, scope), reading)

/**
 * Returns the bodies of visible artifacts by id: cached ones, and the rest loaded together, with values of all fields or
 * only of some. An artifact that has changed is checked again and left out if it is no longer visible.
 */
export async function renderArtifacts(
  world: Deps,
  viewer: RequestViewer,
  versions: readonly ArtifactVersion[],
  form: ValuesForm,
  fields?: ReadonlySet<FieldId>,
): Promise<Map<ArtifactId, CachedBody>> {
  const scope = createBodyScope(viewer, form, fields)
  const rendered = new Map<ArtifactId, CachedBody>()
  const missing: ArtifactVersion[] = []
  for (const artifactVersion of versions) {
    const cached = getCachedArtifact(world, artifactVersion, scope, 'page')
    if (cached === undefined) missing.push(artifactVersion)
    else rendered.set(artifactVersion.id, cached)
  }
  if (missing.length > 0)
    for (const [id, body] of await renderMissing(world, viewer, missing, scope)) rendered.set(id, body)
  return rendered
}

/** Renders the bodies of artifacts that are not cached, and caches them. */
async function renderMissing(
  world: Deps,
  viewer: RequestViewer,
  versions: readonly ArtifactVersion[],
  scope: BodyScope,
): Promise<Map<ArtifactId, CachedBody>> {
  const { form, fields } = scope
  const viewerKey = buildViewerKey(viewer)
  const rendered = new Map<ArtifactId, CachedBody>()
  const missing = new Map(versions.map((artifactVersion) => [artifactVersion.id, artifactVersion]))
  const extent = form === 'none' ? 'summary' : 'values'
  // At the same time: both depend only on the versions.
  const [artifacts, relations] = await Promise.all([
    reloadVisible(world, viewer.caller, missing),
    loadRelations(world, viewer.caller, versions, extent, fields),
  ])
  const related = await loadRelatedData(world, viewer.caller, artifacts, extent, { fields, relations })
  for (const shown of createRenderContexts(viewer, related)(artifacts)) {
    const pause = pauseIfDue()
    if (pause !== undefined) await pause
    const { artifact, visibleTracker } = shown
    const artifactVersion = missing.get(artifact.id)
    if (artifactVersion === undefined) continue
    const etag = buildEntityTag({ ...artifactVersion, version: artifact.version }, viewerKey)
    const body = { text: stringifyWellFormed(representArtifact(shown, form, fields)), etag }
    rendered.set(artifact.id, body)
    if (isCacheable(visibleTracker, fields) && related.texts.isComplete && artifactVersion.version === artifact.version)
      world.bodyCache.set(keyOf(artifactVersion, scope), versionOf(artifactVersion, scope), body)
  }
  return rendered
}

/** Renders the body of one artifact, which is not cached; throws if the artifact is no longer visible. */
export async function renderArtifact(
  world: Deps,
  viewer: RequestViewer,
  artifactVersion: ArtifactVersion,
  scope: BodyScope,
): Promise<CachedBody> {
  const body = (await renderMissing(world, viewer, [artifactVersion], scope)).get(artifactVersion.id)
  mayReadArtifact(viewer.caller, artifactVersion, body !== undefined)
  // A readable artifact has a body.
  return body as CachedBody
}
