import { freshness } from '../../http/declarations/described-headers.ts'
import { type Answer, defineRoute } from '../../http/declarations/route.ts'
import { parseNameList } from '../../http/requests/name-list.ts'
import { buildVersionHeaders, isFresh } from '../../http/responses/etag.ts'
import type { ArtifactId, FieldId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { loadTrackerViews } from '../../trackers/reads/load-tracker-views.ts'
import type { World } from '../../world/model/world.ts'
import type { ArtifactVersion } from '../model/artifact.ts'
import { buildEntityTag } from '../model/version-tag.ts'
import { getArtifact } from '../reads/get-artifact.ts'
import { getArtifactVersion } from '../reads/get-artifact-version.ts'
import { loadRelatedData } from '../reads/load-related-data.ts'
import { readVersionFirst } from '../reads/read-version-first.ts'
import { getVisibleTracker } from '../reads/visible-trackers.ts'
import { representWithoutTracker, SingleArtifactRepresentation, type ValuesForm } from '../representations/artifact.ts'
import { type IncludedName, includedNames } from '../representations/included-members.ts'
import { createRenderContexts, type RenderContext } from '../representations/render-context.ts'
import { representTrackerOfArtifact } from '../representations/tracker-of-artifact.ts'
import { parseFields } from '../requests/parse-fields.ts'
import {
  buildViewerKey,
  createBodyScope,
  getCachedArtifact,
  isCacheable,
  type RequestViewer,
  renderArtifact,
  type TranslatingViewer,
} from '../responses/artifact-cache.ts'
import { addMembers, dependsOnValues, loadIncludedMembers } from '../responses/included-members.ts'
import { findArtifact } from '../store/artifacts.ts'

const ValuesFormat = Type.Union(
  [Type.Literal(''), Type.Literal('collection'), Type.Literal('by_field'), Type.Literal('all')],
  {
    default: '',
    description: 'Form of the values: a list (`collection`), an object by field name (`by_field`), or both (`all`).',
  },
)
const StructureFormat = Type.Union([Type.Literal(''), Type.Literal('minimal'), Type.Literal('complete')], {
  default: '',
  description: 'Form of the tracker: `minimal`, or `complete` with its structure.',
})

/** docs/api/artifacts.md §2. */
export const getArtifactsId = defineRoute({
  method: 'GET',
  url: '/artifacts/:id',
  access: 'optional',
  supportedHeaders: freshness,
  scope: 'read:tracker',
  summary: 'Get an artifact with its values.',
  params: Type.Object({ id: Type.Unsafe<ArtifactId>(Type.Integer()) }),
  query: Type.Object({
    values_format: ValuesFormat,
    tracker_structure_format: StructureFormat,
    include: Type.String({
      description: `Tulipwood extension: names of members to add, separated by commas: ${includedNames.map((name) => `\`${name}\``).join(', ')}.`,
      default: '',
    }),
    fields: Type.String({
      description:
        'Tulipwood extension: names or ids of the fields whose values are returned, separated by commas; otherwise all.',
      default: '',
    }),
  }),
  answers: { 200: SingleArtifactRepresentation, 304: null },
  readFirst: ({ id }, world) => readVersionFirst(world, id),
  async answer({ params, query, headers, first, ...viewer }, world) {
    const artifactVersion = await getArtifactVersion(world, viewer.caller, params.id, first)
    const fields = await resolveFields(world, viewer, artifactVersion, query.fields)
    const shape: Shape = { form: query.values_format || 'collection', fields }
    const names = parseNameList('include', query.include, includedNames)
    const viewerKey = buildViewerKey(viewer)
    // The artifact exists, whatever its version (RFC 9110 §13.1.2).
    if (headers['if-none-match']?.trim() === '*') {
      const there = { etag: buildEntityTag(artifactVersion, viewerKey), modifiedOn: artifactVersion.versionDate }
      return { status: 304, headers: buildVersionHeaders(there, world.clock.now()) }
    }
    if (query.tracker_structure_format === 'complete')
      return answerWithTracker(world, viewer, artifactVersion, shape, names)
    if (names.size > 0) return answerWithMembers(world, viewer, artifactVersion, shape, names)
    const scope = createBodyScope(viewer, shape.form, fields)
    const cachedArtifact = getCachedArtifact(world, artifactVersion, scope)
    const version = {
      etag: cachedArtifact?.etag ?? buildEntityTag(artifactVersion, viewerKey),
      modifiedOn: artifactVersion.versionDate,
    }
    // The date only identifies the version, so it is valid only while the cache version is 0.
    if ((headers['if-none-match'] !== undefined || artifactVersion.cacheVersion === 0) && isFresh(headers, version)) {
      const isSame =
        cachedArtifact !== undefined ||
        isCacheable(await getVisibleTracker(world, viewer.caller, artifactVersion.trackerId))
      if (isSame) return { status: 304, headers: buildVersionHeaders(version, world.clock.now()) }
    }
    const body = cachedArtifact ?? (await renderArtifact(world, viewer, artifactVersion, scope))
    return { json: body.text, headers: buildVersionHeaders({ ...version, etag: body.etag }, world.clock.now()) }
  },
})

/** What of the values is answered. */
interface Shape {
  readonly form: ValuesForm
  /** undefined: all fields */
  readonly fields: ReadonlySet<FieldId> | undefined
}

async function resolveFields(
  world: World,
  { caller }: RequestViewer,
  { trackerId }: ArtifactVersion,
  names: string,
): Promise<Shape['fields']> {
  return names === '' ? undefined : parseFields(names, [(await getVisibleTracker(world, caller, trackerId)).readable])
}

/**
 * Answers with the cached body and the requested members. There is no 304, because the members depend on more than the
 * version, such as the deletions of the caller.
 */
async function answerWithMembers(
  world: World,
  viewer: TranslatingViewer,
  artifactVersion: ArtifactVersion,
  { form, fields }: Shape,
  names: ReadonlySet<IncludedName>,
): Promise<Answer> {
  const viewerKey = buildViewerKey(viewer)
  const scope = createBodyScope(viewer, form, fields)
  for (let version = artifactVersion; ; version = await getArtifactVersion(world, viewer.caller, artifactVersion.id)) {
    const artifact = dependsOnValues(names) ? await findArtifact(world.db.read, version.id) : undefined
    const members = await loadIncludedMembers(world, viewer, version, artifact?.values ?? {}, names)
    const body = getCachedArtifact(world, version, scope) ?? (await renderArtifact(world, viewer, version, scope))
    const isSameVersion = body.etag === buildEntityTag(version, viewerKey)
    // The artifact changed between these reads: all of them are repeated.
    if (!isSameVersion || (artifact !== undefined && artifact.version !== version.version)) continue
    const headers = buildVersionHeaders({ etag: body.etag, modifiedOn: version.versionDate }, world.clock.now())
    return { json: addMembers(body.text, members), headers }
  }
}

/** The tracker includes possible transitions of the artifact, so this response is never cached. */
async function answerWithTracker(
  world: World,
  viewer: TranslatingViewer,
  artifactVersion: ArtifactVersion,
  { form, fields }: Shape,
  names: ReadonlySet<IncludedName>,
): Promise<Answer> {
  const artifact = await getArtifact(world, viewer.caller, artifactVersion.id)
  const related = await loadRelatedData(world, viewer.caller, [artifact], 'values', { fields })
  // A user who sees the artifact sees its tracker, so there is a context.
  const [renderContext] = createRenderContexts(viewer, related)([artifact]) as [RenderContext]
  const { views, context } = await loadTrackerViews(world, viewer, renderContext.visibleTracker.project, [
    renderContext.visibleTracker.tracker,
  ])
  const [tracker] = views.map((view) => representTrackerOfArtifact(artifact, view, context))
  const rendered = { ...artifact, cacheVersion: artifactVersion.cacheVersion }
  const members = names.size === 0 ? {} : await loadIncludedMembers(world, viewer, rendered, artifact.values, names)
  const etag = buildEntityTag(rendered, buildViewerKey(viewer))
  return {
    body: { ...representWithoutTracker(renderContext, form, fields), tracker, ...members },
    headers: buildVersionHeaders({ etag, modifiedOn: artifact.versionDate }, world.clock.now()),
  }
}
