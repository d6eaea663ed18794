import type { Field } from '../../fields/model/field.ts'
import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import { mapWithPauses } from '../../kit/concurrency/event-loop.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import { slicePage } from '../../kit/values/page.ts'
import { Type } from '../../kit/values/schema.ts'
import type { World } from '../../world/model/world.ts'
import type { ArtifactVersion } from '../model/artifact.ts'
import { getArtifact } from '../reads/get-artifact.ts'
import { loadVisibleLinks } from '../reads/links.ts'
import { loadRelatedData } from '../reads/load-related-data.ts'
import { loadInOrder } from '../reads/tracker-artifacts.ts'
import { loadVisibleTrackers } from '../reads/visible-trackers.ts'
import { ArtifactRepresentation } from '../representations/artifact.ts'
import { FlatArtifact, representFlat, representFlatWithSemicolons } from '../representations/flat-artifact.ts'
import { createRenderContexts } from '../representations/render-context.ts'
import { listParameters, parseIncludedListNames } from '../requests/list-parameters.ts'
import { parseFields } from '../requests/parse-fields.ts'
import { renderArtifacts } from '../responses/artifact-cache.ts'
import { addListMembers } from '../responses/included-list-members.ts'
import { loadArtifactVersions } from '../store/artifact-versions.ts'

const maxLimit = 50

const OutputFormat = Type.Union(
  [Type.Literal('nested'), Type.Literal('flat'), Type.Literal('flat_with_semicolon_string_array')],
  { default: 'nested', description: 'Form of the artifacts.' },
)

/** docs/api/artifacts.md §3.4; in addition, pages are full and their size counts what the caller sees. */
export const getArtifactsIdLinkedArtifacts = defineRoute({
  method: 'GET',
  url: '/artifacts/:id/linked_artifacts',
  access: 'optional',
  scope: 'read:tracker',
  summary: 'List the artifacts linked with one type in one direction; without `nature`, those linked without type.',
  params: Type.Object({ id: Type.Unsafe<ArtifactId>(Type.Integer()) }),
  query: Type.Object({
    direction: Type.Union([Type.Literal('forward'), Type.Literal('reverse')], {
      description: 'Direction of the links.',
    }),
    nature: Type.String({ description: 'Type of the links; empty: links without type.', default: '' }),
    output_format: OutputFormat,
    fields: Type.String({
      description:
        'Tulipwood extension, with `output_format=nested`: names or ids of the fields whose values are returned, separated by commas; otherwise all.',
      default: '',
    }),
    include: listParameters.include,
    ...buildPageParameters({ default: 10, max: maxLimit }),
  }),
  answers: {
    200: Type.Union([
      Type.Object({ collection: Type.Array(ArtifactRepresentation) }, { additionalProperties: false }),
      Type.Array(FlatArtifact),
    ]),
  },
  async answer({ params, query, ...viewer }, world) {
    const { direction, nature, output_format, fields, include, ...range } = query
    const names = parseIncludedListNames(include)
    const isNested = output_format === 'nested'
    if (!isNested && names.size > 0)
      throw new Refusal('invalid', '`include` adds members only to `output_format=nested`.')
    if (!isNested && fields !== '')
      throw new Refusal('invalid', '`fields` selects values only for `output_format=nested`.')
    const artifact = await getArtifact(world, viewer.caller, params.id)
    const links = (await loadVisibleLinks(world, viewer.caller, artifact))[direction].filter(
      ({ type }) => type === nature,
    )
    const { items, page } = slicePage(links, range, maxLimit)
    // Ids at the ends of links are those of artifacts.
    const ids = items.map(({ id }) => id as ArtifactId)
    if (isNested) {
      const versions = await loadArtifactVersions(world.db.read, ids)
      const readable = await listReadableFields(world, viewer.caller, fields, [artifact, ...versions])
      const bodies = await renderArtifacts(world, viewer, versions, 'all', parseFields(fields, readable))
      return {
        json: await addListMembers(world, viewer, versions, bodies, names),
        jsonMember: 'collection',
        page,
      }
    }
    const artifacts = await loadInOrder(world, ids)
    const related = await loadRelatedData(world, viewer.caller, artifacts, 'values', { form: 'plain' })
    const contexts = createRenderContexts(viewer, related)(artifacts)
    return {
      body: await (output_format === 'flat'
        ? mapWithPauses(contexts, representFlat)
        : representFlatWithSemicolons(contexts)),
      page,
    }
  },
})

/**
 * Returns the fields that `fields` may name: those of the artifacts and of the one with the links, so that a client that
 * shows both needs not know of which trackers the linked ones are.
 */
async function listReadableFields(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  fields: string,
  artifacts: readonly Pick<ArtifactVersion, 'trackerId'>[],
): Promise<(readonly Field[])[]> {
  if (fields === '') return []
  const trackerIds = artifacts.map(({ trackerId }) => trackerId)
  const visibleTrackers = await loadVisibleTrackers(world, caller, trackerIds)
  return [...visibleTrackers.values()].map(({ readable }) => readable)
}
