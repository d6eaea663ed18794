import type { Tx } from '../../database/db/db.ts'
import { message } from '../../kit/messages/message.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import type { CommandWorld } from '../../world/model/command-world.ts'
import { isPaletteColor } from '../model/palette.ts'
import type { Tracker } from '../model/tracker.ts'
import type { TrackerSettingsInput } from '../parse/input-schemas.ts'
import { collectProblems, type Problems } from '../parse/problems.ts'
import { parseOptions } from '../parse/settings.ts'
import { lockTrackersOfProject } from '../store/lock-trackers-of-project.ts'
import { saveSettings, type TrackerSettings } from '../store/save-tracker.ts'
import { loadTrackerNames } from '../store/tracker-names.ts'
import { loadParents } from '../store/trackers.ts'
import { administerTracker } from './administer-tracker.ts'
import { auditTracker } from './audit-tracker.ts'
import { checkTrackerNames } from './check-tracker-names.ts'

/** Tulipwood extension: names, color, parent and options of a tracker; missing members stay. */
export async function changeTrackerSettings(
  world: Pick<CommandWorld, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: TrackerId,
  input: TrackerSettingsInput,
): Promise<void> {
  await administerTracker(world, caller, id, async (tx, permit) => {
    const tracker = permit.subject
    // Names and parents of the others stay as they are read.
    await lockTrackersOfProject(tx, tracker.projectId)
    const problems = collectProblems()
    const changed: TrackerSettings = {
      name: input.label ?? tracker.name,
      itemName: input.item_name ?? tracker.itemName,
      description: input.description ?? tracker.description,
      color: input.color_name ?? tracker.color,
      parentId: await parseParent(tx, tracker, input, problems),
      options: parseOptions(input, tracker.options),
    }
    if (input.color_name !== undefined && !isPaletteColor(changed.color))
      problems.add(message`Invalid color "${changed.color}".`)
    await checkNames(tx, tracker, changed, problems)
    problems.throwIfAny()
    await saveSettings(tx, permit, changed)
    const entry = { at: world.clock.now(), by: caller, action: 'tracker settings changed' }
    await auditTracker(tx, tracker, { ...entry, detail: { changed: Object.keys(input) } })
  })
}

async function checkNames(tx: Tx, tracker: Tracker, changed: TrackerSettings, problems: Problems): Promise<void> {
  const usedNames = await loadTrackerNames(tx, tracker.projectId)
  const others = (all: ReadonlySet<string>, own: string) => new Set([...all].filter((each) => each !== own))
  // Names in the list are lower case; its own are no obstacle.
  const names = others(usedNames.names, tracker.name.trim().toLowerCase())
  const itemNames = others(usedNames.itemNames, tracker.itemName.toLowerCase())
  checkTrackerNames({ name: changed.name.trim(), itemName: changed.itemName }, { names, itemNames }, problems)
}

/** A parent is of the same project, and no tracker is above itself. */
async function parseParent(
  tx: Tx,
  tracker: Tracker,
  { parent_id: input }: TrackerSettingsInput,
  problems: Problems,
): Promise<TrackerId | null> {
  if (input === undefined) return tracker.parentId
  if (input === null || input === 0) return null
  const parents = await loadParents(tx, tracker.projectId)
  // Untrusted id; validated by the lookup below.
  const parent = input as TrackerId
  const parentExists = parents.get(parent)?.isDeleted === false
  if (!parentExists) problems.add(message`parent_id: ${input} is not a tracker of the project.`)
  const visitedIds = new Set<TrackerId>([tracker.id])
  for (
    let ancestor: TrackerId | null | undefined = parent;
    parentExists && ancestor;
    ancestor = parents.get(ancestor)?.parentId
  ) {
    if (visitedIds.has(ancestor)) {
      problems.add(message`parent_id: a tracker cannot be its own ancestor.`)
      break
    }
    visitedIds.add(ancestor)
  }
  return parent
}
