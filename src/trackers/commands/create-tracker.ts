import type { Tx } from '../../database/db/db.ts'
import { message } from '../../kit/messages/message.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ProjectId, TrackerId } from '../../kit/values/ids.ts'
import { auditProject } from '../../projects/store/audit-project.ts'
import { findProject } from '../../projects/store/projects.ts'
import { getSettings } from '../../site/store/settings.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { withReads } from '../../world/units/with-reads.ts'
import type { TrackerDefinition } from '../model/definition.ts'
import { isPaletteColor } from '../model/palette.ts'
import { buildExistingTrackerKey } from '../parse/definition.ts'
import { collectProblems, type Problems } from '../parse/problems.ts'
import { mayCreateTracker } from '../policy.ts'
import { lockTrackersOfProject } from '../store/lock-trackers-of-project.ts'
import { loadTrackerNames } from '../store/tracker-names.ts'
import { loadTrackerIdsOfProject } from '../store/trackers.ts'
import { buildDefinition, type TrackerSource } from './build-definition.ts'
import { checkTrackerNames } from './check-tracker-names.ts'
import { createTrackers } from './create-trackers.ts'

export interface TrackerRequest {
  readonly source: TrackerSource
  /** Replaces the name of the source. */
  readonly name?: string | undefined
  readonly itemName?: string | undefined
  readonly description?: string | undefined
  readonly color?: string | undefined
  /** undefined: as in the source; null: none */
  readonly parent?: number | null | undefined
}

/**
 * Tulipwood extension: creates a tracker from a template, another tracker or a definition. All problems are returned
 * together.
 */
export async function createTracker(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  projectId: ProjectId,
  request: TrackerRequest,
): Promise<TrackerId> {
  const settings = await getSettings(withReads(world))
  return world.db.write(async (tx) => {
    await lockTrackersOfProject(tx, projectId)
    const permit = mayCreateTracker(caller, await findProject(tx, projectId), settings)
    const problems = collectProblems()
    const existing = await loadExistingTrackers(tx, projectId)
    const source = await buildDefinition(tx, sourceOfRequest(request), { caller, projectId, settings, problems })
    const definition = applyRequest(source.definition, request, existing, problems)
    checkTrackerNames(definition, await loadTrackerNames(tx, projectId), problems)
    problems.throwIfAny()
    const created = await createTrackers(tx, permit, {
      definitions: [definition],
      triggers: source.triggers,
      existing,
    })
    const id = created.trackers.get(definition.key)
    if (id === undefined) throw new Error('Creation returned no tracker id')
    await auditProject(tx, permit.subject, {
      at: world.clock.now(),
      by: caller,
      action: 'tracker created',
      detail: { tracker: id, name: definition.name, from: request.source.kind },
    })
    return id
  })
}

/** A parent next to a definition replaces the one inside it. */
const sourceOfRequest = ({ source, parent }: TrackerRequest): TrackerSource =>
  source.kind === 'definition' && parent !== undefined
    ? { ...source, definition: { ...source.definition, parent: null } }
    : source

async function loadExistingTrackers(tx: Tx, projectId: ProjectId): Promise<Map<string, TrackerId>> {
  return new Map((await loadTrackerIdsOfProject(tx, projectId)).map((id) => [buildExistingTrackerKey(id), id]))
}

function applyRequest(
  definition: TrackerDefinition,
  request: TrackerRequest,
  existing: ReadonlyMap<string, TrackerId>,
  problems: Problems,
): TrackerDefinition {
  const { name, itemName, description, color, parent } = request
  const parentKey = parent === undefined || parent === null ? null : buildExistingTrackerKey(parent)
  if (parentKey !== null && !existing.has(parentKey))
    problems.add(message`parent_id: ${Number(parent)} is not a tracker of the project.`)
  const adjusted = {
    ...definition,
    name: (name ?? definition.name).trim(),
    itemName: itemName ?? definition.itemName,
    description: description ?? definition.description,
    color: color ?? definition.color,
    parentKey: parent === undefined ? definition.parentKey : parentKey,
  }
  if (!isPaletteColor(adjusted.color)) problems.add(message`Invalid color "${adjusted.color}".`)
  return adjusted
}
