import { group } from '../../accounts/model/groups.ts'
import type { User } from '../../accounts/model/user.ts'
import { loadUsers } from '../../accounts/store/users.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { FieldId, ProjectId, TrackerId } from '../../kit/values/ids.ts'
import { canSeeMembers } from '../../projects/policy.ts'
import { getProject } from '../../projects/reads/get-project.ts'
import { canReadField, judgeTrackerAccess } from '../../trackers/policy.ts'
import { loadTrackerWithProject } from '../../trackers/reads/get-tracker.ts'
import { findTrackerOfField } from '../../trackers/store/fields.ts'
import type { World } from '../../world/model/world.ts'
import { findSuggestedUsers, type SuggestedUserSource } from '../store/suggested-users.ts'
import { toSuggestedSource } from './offered-users.ts'

interface UserSuggestionQuery {
  readonly text: string
  /** null: the members of the project */
  readonly field: FieldId | null
  readonly limit: number
}

/** Returns active users for a picker: members of a project, or the users that a list field offers. */
export async function suggestUsers(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  id: ProjectId,
  { text, field, limit }: UserSuggestionQuery,
): Promise<User[]> {
  const project = await getProject(world, caller, id)
  const sources =
    field === null
      ? canSeeMembers(caller, project.id)
        ? [{ kind: 'group', project: project.id, group: group.members } as const]
        : []
      : await loadSources(world, caller, project.id, field)
  const ids = await findSuggestedUsers(world.db.read, sources, text, limit)
  const users = await loadUsers(world.db.read, ids)
  return ids.flatMap((each) => users.get(each) ?? [])
}

/** Every caller who reads the field gets the users that it offers, as the description of the tracker lists them. */
async function loadSources(
  world: Pick<World, 'db' | 'cache'>,
  caller: Caller,
  projectId: ProjectId,
  id: FieldId,
): Promise<SuggestedUserSource[]> {
  const trackerId = Number.isSafeInteger(id) ? await findTrackerOfField(world.db.read, id) : undefined
  const { tracker, project, settings } = await loadTrackerWithProject(world, trackerId ?? (0 as TrackerId))
  const field = tracker?.fieldById.get(id)
  const isReadable =
    tracker !== undefined &&
    field?.isUsed === true &&
    tracker.projectId === projectId &&
    judgeTrackerAccess(caller, tracker, project, settings) === 'yes' &&
    canReadField(caller, field, tracker)
  if (!isReadable || field.bind?.kind !== 'users')
    throw new Refusal(
      'invalid',
      message`The field ${id} in \`field_id\` is not a list of users of this project that you can read.`,
    )
  return field.bind.sources.map((source) => toSuggestedSource(source, tracker.id, projectId))
}
