import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import { mapWithPauses } from '../../kit/concurrency/event-loop.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import { slicePage } from '../../kit/values/page.ts'
import { Type } from '../../kit/values/schema.ts'
import { getArtifact } from '../reads/get-artifact.ts'
import { loadVisibleLinks } from '../reads/links.ts'
import { loadRelatedData } from '../reads/load-related-data.ts'
import { loadInOrder } from '../reads/tracker-artifacts.ts'
import { ArtifactRepresentation, representArtifact } from '../representations/artifact.ts'
import { FlatArtifact, representFlat, representFlatWithSemicolons } from '../representations/flat-artifact.ts'
import { createRenderContexts, type RenderContext } from '../representations/render-context.ts'

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
    ...buildPageParameters({ default: 10, max: maxLimit }),
  }),
  answers: {
    200: Type.Union([
      Type.Object({ collection: Type.Array(ArtifactRepresentation) }, { additionalProperties: false }),
      Type.Array(FlatArtifact),
    ]),
  },
  async answer({ params, query: { direction, nature, output_format, ...range }, ...viewer }, world) {
    const artifact = await getArtifact(world, viewer.caller, params.id)
    const links = (await loadVisibleLinks(world, viewer.caller, artifact))[direction].filter(
      ({ type }) => type === nature,
    )
    const { items, page } = slicePage(links, range, maxLimit)
    // Ids at the ends of links are those of artifacts.
    const ids = items.map(({ id }) => id as ArtifactId)
    const artifacts = await loadInOrder(world, ids)
    const form = output_format === 'nested' ? 'html' : 'plain'
    const related = await loadRelatedData(world, viewer.caller, artifacts, 'values', { form })
    const contexts = createRenderContexts(viewer, related)(artifacts)
    return { body: await representLinked(contexts, output_format), page }
  },
})

async function representLinked(
  contexts: readonly RenderContext[],
  format: 'nested' | 'flat' | 'flat_with_semicolon_string_array',
) {
  switch (format) {
    case 'nested':
      return { collection: await mapWithPauses(contexts, (each) => representArtifact(each, 'all')) }
    case 'flat':
      return mapWithPauses(contexts, representFlat)
    default:
      return representFlatWithSemicolons(contexts)
  }
}
