import { isStaticGroup } from '../../accounts/model/groups.ts'
import type { Tx } from '../../database/db/db.ts'
import { DEFAULT_TEMPLATE, type ProjectId, type UserGroupId } from '../../kit/values/ids.ts'
import type { ProjectCopy } from '../../world/model/ports.ts'
import type { TrackerDefinition, TriggerRuleDefinition } from '../model/definition.ts'
import { loadTrackerBundle } from '../reads/load-tracker-bundle.ts'
import { toTrackerDefinitions } from '../reads/tracker-definition.ts'
import { loadTrackerPlaces, saveNewTrackerOrder } from '../store/tracker-places.ts'
import { loadTrackerIdsOfProject, loadTrackers } from '../store/trackers.ts'
import { getTemplateTrackers } from '../templates/built-in-templates.ts'
import { reserveBuiltInIds } from './built-in-ids.ts'
import { createTrackers } from './create-trackers.ts'

/** Creates the trackers of a new project from its template. */
export async function copyTrackers(tx: Tx, { permit, from, to, groups }: ProjectCopy): Promise<void> {
  const copied: CopiedDefinitions =
    from.kind === 'built-in'
      ? { definitions: getTemplateTrackers(from.name) }
      : await copyDefinitionsOf(tx, from.project, (id) => (isStaticGroup(id) ? groups.get(id) : id))
  if (copied.definitions.length === 0) return
  // Built-in trackers leave the ordinary ids to trackers of users
  // (docs/decisions/0004-reserve-ids-for-built-in-data.md).
  const created = await createTrackers(tx, permit, {
    ...copied,
    takeIds: to === DEFAULT_TEMPLATE ? reserveBuiltInIds : undefined,
  })
  const { arrangedKeys = [] } = copied
  await saveNewTrackerOrder(
    tx,
    permit,
    arrangedKeys.flatMap((key) => created.trackers.get(key) ?? []),
  )
}

interface CopiedDefinitions {
  readonly definitions: readonly TrackerDefinition[]
  readonly triggers?: readonly TriggerRuleDefinition[]
  /** Of definitions whose originals were arranged, in their order. */
  readonly arrangedKeys?: readonly string[]
}

/**
 * Copies all trackers of the default template; of other projects only those with the option (docs/api/archive-format.md
 * §2.2).
 */
async function copyDefinitionsOf(
  tx: Tx,
  project: ProjectId,
  mapGroup: (id: UserGroupId) => UserGroupId | undefined,
): Promise<CopiedDefinitions> {
  const trackers = await loadTrackers(tx, await loadTrackerIdsOfProject(tx, project))
  const copied = [...trackers.values()].filter(
    ({ options }) => project === DEFAULT_TEMPLATE || options.isCopiedWithProject,
  )
  if (copied.length === 0) return { definitions: [] }
  const originals = await loadTrackerBundle(
    tx,
    project,
    copied.map(({ id }) => id),
  )
  const { definitions, triggers } = toTrackerDefinitions(originals, mapGroup)
  const places = await loadTrackerPlaces(
    tx,
    originals.trackers.map(({ id }) => id),
  )
  const arranged = originals.trackers.flatMap(({ id }, index) => {
    const [key, place] = [definitions[index]?.key, places.get(id)]
    return key === undefined || place === undefined ? [] : [{ key, place }]
  })
  return {
    // A copy does not include webhooks, so that it sends nothing to other sites.
    definitions: definitions.map((each) => ({ ...each, webhooks: [] })),
    triggers,
    arrangedKeys: arranged.sort((a, b) => a.place - b.place).map(({ key }) => key),
  }
}
