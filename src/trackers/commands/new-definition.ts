import type { Caller } from '../../kit/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { ProjectId, TrackerId } from '../../kit/ids.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Settings } from '../../platform/model/settings.ts'
import { groupsOfProject } from '../../platform/store/groups.ts'
import { lookForProject } from '../../projects/store/projects.ts'
import type { TrackerDefinition, TriggerRuleDefinition } from '../model/definition.ts'
import { mayCopyTracker } from '../policy.ts'
import { aroundOf } from '../reading/around.ts'
import { readDefinition } from '../reading/definition.ts'
import { groupsIn } from '../reading/groups.ts'
import type { Problems } from '../reading/problems.ts'
import type { SentDefinition } from '../reading/sent.ts'
import { loadOriginals } from '../reads/originals.ts'
import { definitionsOf } from '../reads/tracker-definition.ts'
import { loadTrackers } from '../store/trackers.ts'
import { builtInTracker, builtInTrackerNames } from '../templates/trackers.ts'

/** What a new tracker is made from. */
export type TrackerSource =
  | { readonly kind: 'built-in'; readonly name: string }
  | { readonly kind: 'tracker'; readonly tracker: TrackerId }
  | { readonly kind: 'definition'; readonly definition: SentDefinition }

export interface NewDefinition {
  readonly definition: TrackerDefinition
  readonly triggers: readonly TriggerRuleDefinition[]
}

interface Making {
  readonly caller: Caller
  readonly projectId: ProjectId
  readonly settings: Settings
  readonly problems: Problems
}

/** The definition of a tracker that is to be made in a project; what is wrong with it is added to the problems. */
export async function newDefinition(tx: Tx, source: TrackerSource, making: Making): Promise<NewDefinition> {
  switch (source.kind) {
    case 'built-in': {
      const definition = builtInTracker(source.name)
      if (definition !== undefined) return { definition, triggers: [] }
      const names = builtInTrackerNames().join(', ')
      throw new Refusal('invalid', `There is no template "${source.name}", only ${names}.`)
    }
    case 'tracker':
      return copyOf(tx, source.tracker, making)
    case 'definition': {
      const { projectId, problems } = making
      const around = await aroundOf(tx, projectId, source.definition.fields ?? [], problems)
      return { definition: readDefinition(source.definition, around), triggers: [] }
    }
    default:
      return source satisfies never
  }
}

/** Its structure and reports; a group of another project is the one of the same name, or none. */
async function copyOf(tx: Tx, id: TrackerId, { caller, projectId, settings }: Making): Promise<NewDefinition> {
  const tracker = (await loadTrackers(tx, [id])).get(id)
  const project = tracker && (await lookForProject(tx, tracker.projectId))
  const { subject } = mayCopyTracker(caller, tracker, project, settings)
  const names = new Map((await groupsOfProject(tx, subject.projectId)).map((group) => [group.id, group.name]))
  const groupOf = groupsIn(projectId, await groupsOfProject(tx, projectId))
  const mapGroup: Parameters<typeof definitionsOf>[1] = (group) =>
    groupOf({ id: group, ...(names.has(group) ? { short_name: names.get(group) } : {}) })
  const { definitions, triggers } = definitionsOf(await loadOriginals(tx, subject.projectId, [id]), mapGroup)
  const [definition] = definitions
  if (definition === undefined) throw new Error(`The tracker ${id} is not among its own originals`)
  // Addresses outside are told to nobody by a copy.
  return { definition: { ...definition, webhooks: [] }, triggers }
}
