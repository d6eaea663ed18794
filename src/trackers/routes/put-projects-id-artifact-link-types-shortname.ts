import { defineRoute } from '../../http/declarations/route.ts'
import type { ProjectId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { enableLinkType } from '../commands/enable-link-type.ts'

/** docs/api/link-types.md §3. */
export const putProjectsIdArtifactLinkTypesShortname = defineRoute({
  method: 'PUT',
  url: '/projects/:id/artifact_link_types/:shortname',
  access: 'required',
  scope: 'write:project',
  isExtension: true,
  summary: 'Enable or disable a link type in a project (project administrators).',
  params: Type.Object({
    id: Type.Unsafe<ProjectId>(Type.Integer()),
    shortname: Type.String({ description: 'Short name of the link type.' }),
  }),
  body: Type.Object({ is_enabled: Type.Boolean() }, { title: 'IsEnabledInput' }),
  answers: { 200: null },
  async answer({ caller, params, body }, world) {
    await enableLinkType(world, caller, {
      project: params.id,
      shortName: params.shortname,
      isEnabled: body.is_enabled,
    })
    return {}
  },
})
