import { defineRoute } from '../../http/declarations/route.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { getLinkTypes } from '../../trackers/store/link-types.ts'
import { getArtifact } from '../reads/get-artifact.ts'
import { loadVisibleLinks } from '../reads/links.ts'
import { LinkTypesRepresentation, representLinkTypes } from '../representations/link-types.ts'

/** docs/api/artifacts.md §3.3. */
export const getArtifactsIdLinks = defineRoute({
  method: 'GET',
  url: '/artifacts/:id/links',
  access: 'optional',
  scope: 'read:tracker',
  summary: 'List the types of the links of an artifact, in both directions.',
  params: Type.Object({ id: Type.Unsafe<ArtifactId>(Type.Integer()) }),
  answers: { 200: LinkTypesRepresentation },
  async answer({ params, caller }, world) {
    const artifact = await getArtifact(world, caller, params.id)
    const [links, types] = await Promise.all([loadVisibleLinks(world, caller, artifact), getLinkTypes(world)])
    return { body: representLinkTypes(artifact.id, links, types) }
  },
})
