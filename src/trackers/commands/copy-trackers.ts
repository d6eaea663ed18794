import type { Tx } from '../../kit/db/db.ts'
import { DEFAULT_TEMPLATE, type ProjectId, type UserGroupId } from '../../kit/ids.ts'
import type { ProjectCopy } from '../../kit/ports.ts'
import { isStaticGroup } from '../../platform/model/groups.ts'
import type { TrackerDefinition, TriggerRuleDefinition } from '../model/definition.ts'
import { loadOriginals } from '../reads/originals.ts'
import { definitionsOf } from '../reads/tracker-definition.ts'
import { loadTrackers, trackerIdsOfProject } from '../store/trackers.ts'
import { trackersOfTemplate } from '../templates/built-in.ts'
import { builtInIds } from './built-in-ids.ts'
import { createTrackers } from './create-trackers.ts'

/** Gives a new project the trackers of its template. */
export async function copyTrackers(tx: Tx, { from, to, groups }: ProjectCopy): Promise<void> {
  const made: Made =
    from.kind === 'built-in'
      ? { definitions: trackersOfTemplate(from.name) }
      : await takenFrom(tx, from.project, (id) => (isStaticGroup(id) ? groups.get(id) : id))
  if (made.definitions.length === 0) return
  // What the product brings along leaves the ordinary ids to what people make (docs/decisions/0004-reserve-ids-for-built-in-data.md).
  await createTrackers(tx, { projectId: to, ...made, takeIds: to === DEFAULT_TEMPLATE ? builtInIds : undefined })
}

interface Made {
  readonly definitions: readonly TrackerDefinition[]
  readonly triggers?: readonly TriggerRuleDefinition[]
}

/**
 * All trackers of the default template; of other projects those that are to be taken along (docs/api/archive-format.md
 * §2.2).
 */
async function takenFrom(
  tx: Tx,
  project: ProjectId,
  mapGroup: (id: UserGroupId) => UserGroupId | undefined,
): Promise<Made> {
  const trackers = await loadTrackers(tx, await trackerIdsOfProject(tx, project))
  const taken = [...trackers.values()].filter(
    ({ options }) => project === DEFAULT_TEMPLATE || options.isCopiedWithProject,
  )
  if (taken.length === 0) return { definitions: [] }
  const originals = await loadOriginals(
    tx,
    project,
    taken.map(({ id }) => id),
  )
  const { definitions, triggers } = definitionsOf(originals, mapGroup)
  // Addresses outside are told to nobody by a copy.
  return { definitions: definitions.map((each) => ({ ...each, webhooks: [] })), triggers }
}
