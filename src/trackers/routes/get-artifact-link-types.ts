import { defineRoute } from '../../http/declarations/route.ts'
import { buildPageParameters } from '../../http/requests/page.ts'
import { slicePage } from '../../kit/values/page.ts'
import { Type } from '../../kit/values/schema.ts'
import { LinkTypeRepresentation, representLinkType } from '../representations/link-type.ts'
import { loadLinkTypes } from '../store/link-types.ts'

const max = 50

/** docs/api/link-types.md §3. */
export const getArtifactLinkTypes = defineRoute({
  method: 'GET',
  url: '/artifact_link_types',
  access: 'optional',
  scope: 'read:tracker',
  isExtension: true,
  summary: 'List the types of links between artifacts, with a label for each direction.',
  query: Type.Object(buildPageParameters({ default: max, max })),
  answers: { 200: Type.Array(LinkTypeRepresentation) },
  async answer({ query }, world) {
    const { items, page } = slicePage(await loadLinkTypes(world.db.read), query, max)
    return { body: items.map(representLinkType), page }
  },
})
