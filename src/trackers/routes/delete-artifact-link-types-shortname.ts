import { defineRoute } from '../../http/declarations/route.ts'
import { Type } from '../../kit/values/schema.ts'
import { deleteLinkType } from '../commands/delete-link-type.ts'

/** docs/api/link-types.md §3. */
export const deleteArtifactLinkTypesShortname = defineRoute({
  method: 'DELETE',
  url: '/artifact_link_types/:shortname',
  access: 'required',
  scope: { none: 'site administration' },
  isExtension: true,
  summary: 'Delete a link type that no link has or ever had (site administrators).',
  params: Type.Object({ shortname: Type.String({ description: 'Short name of the link type.' }) }),
  answers: { 200: null },
  async answer({ caller, params }, world) {
    await deleteLinkType(world, caller, params.shortname)
    return {}
  },
})
