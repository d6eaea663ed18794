import { defineRoute } from '../../http/declarations/route.ts'
import { parseNameList } from '../../http/requests/name-list.ts'
import type { ProjectId, TrackerId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import { suggestArtifacts } from '../reads/suggest-artifacts.ts'
import { ListedArtifactRepresentation } from '../representations/brief-artifact.ts'
import { includeWorkMembers, workMemberNames } from '../representations/work-members.ts'
import { renderListedArtifacts } from '../responses/listed-artifacts.ts'

const maxLimit = 50

export const getArtifactSuggestions = defineRoute({
  method: 'GET',
  url: '/artifact_suggestions',
  access: 'optional',
  scope: 'read:tracker',
  isExtension: true,
  summary: 'List the artifacts that a text may refer to, by id, reference or words of the title, best match first.',
  query: Type.Object({
    query: Type.String({
      default: '',
      maxLength: 500,
      description:
        '`12`, `#12`, `bug #12`, or words of the title, the last of which may be the beginning of one. Without it: the latest changed artifacts of the project or tracker.',
    }),
    project_id: Type.Optional(Type.Integer({ description: 'Only artifacts of this project.' })),
    tracker_id: Type.Optional(Type.Integer({ description: 'Only artifacts of this tracker.' })),
    limit: Type.Integer({ minimum: 1, maximum: maxLimit, default: 10, description: 'Maximum number of artifacts.' }),
    include: includeWorkMembers,
  }),
  answers: { 200: Type.Array(ListedArtifactRepresentation) },
  async answer({ query: { query, project_id, tracker_id, limit, include }, ...viewer }, world) {
    const included = parseNameList('include', include, workMemberNames)
    const artifacts = await suggestArtifacts(world, viewer.caller, {
      text: query,
      // The lookup validates the ids.
      project: (project_id as ProjectId | undefined) ?? null,
      tracker: (tracker_id as TrackerId | undefined) ?? null,
      limit,
    })
    return { body: await renderListedArtifacts(world, viewer, artifacts, included) }
  },
})
