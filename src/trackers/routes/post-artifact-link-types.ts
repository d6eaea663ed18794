import { defineRoute } from '../../http/declarations/route.ts'
import { Type } from '../../kit/values/schema.ts'
import { addLinkType } from '../commands/add-link-type.ts'
import { LinkTypeRepresentation, representLinkType } from '../representations/link-type.ts'

/** docs/api/link-types.md §3. */
export const postArtifactLinkTypes = defineRoute({
  method: 'POST',
  url: '/artifact_link_types',
  access: 'required',
  scope: { none: 'site administration' },
  isExtension: true,
  summary: 'Create a type of links between artifacts (site administrators).',
  body: Type.Object({
    shortname: Type.Optional(Type.String()),
    forward_label: Type.Optional(Type.String()),
    reverse_label: Type.Optional(Type.String()),
  }),
  answers: { 201: LinkTypeRepresentation },
  async answer({ caller, body }, world) {
    const type = await addLinkType(world, caller, {
      shortName: body.shortname,
      forwardLabel: body.forward_label,
      reverseLabel: body.reverse_label,
    })
    return { status: 201, body: representLinkType(type) }
  },
})
