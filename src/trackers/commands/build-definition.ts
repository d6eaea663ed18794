import { loadProjectGroups } from '../../accounts/store/groups.ts'
import type { Tx } from '../../database/db/db.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ProjectId, TrackerId } from '../../kit/values/ids.ts'
import { findProject } from '../../projects/store/projects.ts'
import type { Settings } from '../../site/model/settings.ts'
import type { TrackerDefinition, TriggerRuleDefinition } from '../model/definition.ts'
import { parseDefinition } from '../parse/definition.ts'
import { createGroupResolver } from '../parse/groups.ts'
import type { TrackerDefinitionInput } from '../parse/input-schemas.ts'
import type { Problems } from '../parse/problems.ts'
import { loadProjectContext } from '../parse/project-context.ts'
import { mayCopyTracker } from '../policy.ts'
import { loadTrackerBundle } from '../reads/load-tracker-bundle.ts'
import { toTrackerDefinitions } from '../reads/tracker-definition.ts'
import { loadTrackers } from '../store/trackers.ts'
import { builtInTrackers, isBuiltInTracker, readBuiltInTrackers } from '../templates/built-in-trackers.ts'

/** Source of a new tracker. */
export type TrackerSource =
  | { readonly kind: 'built-in'; readonly name: string }
  | { readonly kind: 'tracker'; readonly tracker: TrackerId }
  | { readonly kind: 'definition'; readonly definition: TrackerDefinitionInput }

export interface BuiltDefinition {
  readonly definition: TrackerDefinition
  readonly triggers: readonly TriggerRuleDefinition[]
}

interface BuildContext {
  readonly caller: Caller
  readonly projectId: ProjectId
  readonly settings: Settings
  readonly problems: Problems
}

/** Builds the definition of a new tracker of a project; errors in it are added to the problems. */
export async function buildDefinition(tx: Tx, source: TrackerSource, build: BuildContext): Promise<BuiltDefinition> {
  switch (source.kind) {
    case 'built-in': {
      const [definition] = isBuiltInTracker(source.name) ? readBuiltInTrackers([source.name]) : []
      if (definition !== undefined) return { definition, triggers: [] }
      const names = builtInTrackers.join(', ')
      throw new Refusal('invalid', message`Unknown template "${source.name}". Available templates: ${names}.`)
    }
    case 'tracker':
      return copyDefinition(tx, source.tracker, build)
    case 'definition': {
      const { projectId, problems } = build
      const context = await loadProjectContext(tx, projectId, source.definition.fields ?? [], problems)
      return { definition: parseDefinition(source.definition, context), triggers: [] }
    }
    default:
      return source satisfies never
  }
}

/** Its structure and reports; a group of another project is the one of the same name, or none. */
async function copyDefinition(
  tx: Tx,
  id: TrackerId,
  { caller, projectId, settings }: BuildContext,
): Promise<BuiltDefinition> {
  const tracker = (await loadTrackers(tx, [id])).get(id)
  const project = tracker && (await findProject(tx, tracker.projectId))
  const { subject } = mayCopyTracker(caller, tracker, project, settings)
  const names = new Map((await loadProjectGroups(tx, subject.projectId)).map((group) => [group.id, group.name]))
  const groupOf = createGroupResolver(projectId, await loadProjectGroups(tx, projectId))
  const mapGroup: Parameters<typeof toTrackerDefinitions>[1] = (group) =>
    groupOf({ id: group, ...(names.has(group) ? { short_name: names.get(group) } : {}) })
  const { definitions, triggers } = toTrackerDefinitions(await loadTrackerBundle(tx, subject.projectId, [id]), mapGroup)
  const [definition] = definitions
  if (definition === undefined) throw new Error(`The bundle of tracker ${id} does not contain it`)
  // A copy does not include webhooks, so that it sends nothing to other sites.
  return { definition: { ...definition, webhooks: [] }, triggers }
}
