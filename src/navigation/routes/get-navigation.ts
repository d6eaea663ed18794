import { defineRoute } from '../../http/declarations/route.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { ArtifactId, ProjectId, TrackerId } from '../../kit/values/ids.ts'
import { Type } from '../../kit/values/schema.ts'
import type { ProjectKey } from '../model/navigation.ts'
import { loadNavigation } from '../reads/load-navigation.ts'
import { NavigationRepresentation, representNavigation } from '../representations/navigation.ts'

/** Everything that the menus of a page show, in one request. */
export const getNavigation = defineRoute({
  method: 'GET',
  url: '/navigation',
  access: 'optional',
  scope: { none: 'several scopes' },
  isExtension: true,
  summary:
    'Get what a navigation menu shows: numbers of items of the caller, and a project with its services and trackers.',
  query: Type.Object({
    project_id: Type.Optional(Type.Unsafe<ProjectId>(Type.Integer({ description: 'Id of the project.' }))),
    shortname: Type.Optional(Type.String({ maxLength: 255, description: 'Short name of the project.' })),
    tracker_id: Type.Optional(Type.Unsafe<TrackerId>(Type.Integer({ description: 'Id of a tracker of the project.' }))),
    artifact_id: Type.Optional(
      Type.Unsafe<ArtifactId>(Type.Integer({ description: 'Id of an artifact of the project.' })),
    ),
  }),
  answers: { 200: NavigationRepresentation },
  async answer({ caller, query }, world) {
    const key = parseProjectKey(query)
    const { own, places } = await loadNavigation(world, caller, key)
    return { body: representNavigation(own, places) }
  },
})

interface KeyParameters {
  readonly project_id?: ProjectId
  readonly shortname?: string
  readonly tracker_id?: TrackerId
  readonly artifact_id?: ArtifactId
}

function parseProjectKey({ project_id, shortname, tracker_id, artifact_id }: KeyParameters): ProjectKey | null {
  const keys: ProjectKey[] = []
  if (project_id !== undefined) keys.push({ kind: 'project', id: project_id })
  if (shortname !== undefined) keys.push({ kind: 'short name', shortName: shortname })
  if (tracker_id !== undefined) keys.push({ kind: 'tracker', id: tracker_id })
  if (artifact_id !== undefined) keys.push({ kind: 'artifact', id: artifact_id })
  if (keys.length > 1)
    throw new Refusal(
      'invalid',
      'Only one of `project_id`, `shortname`, `tracker_id` and `artifact_id` can name the project; remove the others.',
    )
  return keys[0] ?? null
}
