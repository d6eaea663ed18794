import { defineRoute } from '../../http/declarations/route.ts'
import { Type } from '../../kit/values/schema.ts'
import { changeLinkType } from '../commands/change-link-type.ts'
import { LinkTypeRepresentation, representLinkType } from '../representations/link-type.ts'

/** docs/api/link-types.md §3. */
export const patchArtifactLinkTypesShortname = defineRoute({
  method: 'PATCH',
  url: '/artifact_link_types/:shortname',
  access: 'required',
  scope: { none: 'site administration' },
  isExtension: true,
  summary: 'Update the labels of a link type (site administrators).',
  params: Type.Object({ shortname: Type.String({ description: 'Short name of the link type.' }) }),
  body: Type.Object({
    forward_label: Type.Optional(Type.String()),
    reverse_label: Type.Optional(Type.String()),
  }),
  answers: { 200: LinkTypeRepresentation },
  async answer({ caller, params, body }, world) {
    const labels = { forwardLabel: body.forward_label, reverseLabel: body.reverse_label }
    return { body: representLinkType(await changeLinkType(world, caller, params.shortname, labels)) }
  },
})
