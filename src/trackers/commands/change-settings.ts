import type { Caller } from '../../kit/caller.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { TrackerId } from '../../kit/ids.ts'
import type { World } from '../../kit/world.ts'
import { isPaletteColor } from '../model/palette.ts'
import type { Tracker } from '../model/tracker.ts'
import { gatherProblems, type Problems } from '../reading/problems.ts'
import type { SentSettings } from '../reading/sent.ts'
import { readOptions } from '../reading/settings.ts'
import { lockTrackersOf } from '../store/lock-trackers-of.ts'
import { trackerNamesOf } from '../store/names.ts'
import { saveSettings, type TrackerSettings } from '../store/save-tracker.ts'
import { parentsInProject } from '../store/trackers.ts'
import { administrateTracker } from './administrate-tracker.ts'
import { nameProblems } from './name-problems.ts'
import { recordOnTracker } from './record-on-tracker.ts'

/** Our extension: names, colour, parent and options of a tracker; what is not said stays. */
export async function changeSettings(
  world: Pick<World, 'db' | 'cache' | 'clock'>,
  caller: Caller,
  id: TrackerId,
  sent: SentSettings,
): Promise<void> {
  await administrateTracker(world, caller, id, async (tx, permit) => {
    const tracker = permit.subject
    const problems = gatherProblems()
    const changed: TrackerSettings = {
      name: sent.label ?? tracker.name,
      itemName: sent.item_name ?? tracker.itemName,
      description: sent.description ?? tracker.description,
      color: sent.color_name ?? tracker.color,
      parentId: await parentOf(tx, tracker, sent, problems),
      options: readOptions(sent, tracker.options),
    }
    if (sent.color_name !== undefined && !isPaletteColor(changed.color))
      problems.add(`"${changed.color}" is not a colour.`)
    await refuseTakenNames(tx, tracker, changed, problems)
    problems.refuseIfAny()
    await saveSettings(tx, permit, changed)
    const entry = { at: world.clock.now(), by: caller, action: 'tracker settings changed' }
    await recordOnTracker(tx, tracker, { ...entry, detail: { changed: Object.keys(sent) } })
  })
}

async function refuseTakenNames(tx: Tx, tracker: Tracker, changed: TrackerSettings, problems: Problems): Promise<void> {
  await lockTrackersOf(tx, tracker.projectId)
  const taken = await trackerNamesOf(tx, tracker.projectId)
  const others = (all: ReadonlySet<string>, own: string) => new Set([...all].filter((each) => each !== own))
  // Names in the list are lower case; its own are no obstacle.
  const names = others(taken.names, tracker.name.trim().toLowerCase())
  const itemNames = others(taken.itemNames, tracker.itemName.toLowerCase())
  nameProblems({ name: changed.name.trim(), itemName: changed.itemName }, { names, itemNames }, problems)
}

/** A parent is of the same project, and no tracker is above itself. */
async function parentOf(
  tx: Tx,
  tracker: Tracker,
  { parent_id: sent }: SentSettings,
  problems: Problems,
): Promise<TrackerId | null> {
  if (sent === undefined) return tracker.parentId
  if (sent === null || sent === 0) return null
  const parents = await parentsInProject(tx, tracker.projectId)
  // An id from outside: it is looked up.
  const parent = sent as TrackerId
  const parentIsThere = parents.has(parent)
  if (!parentIsThere) problems.add(`parent_id: ${sent} is no tracker of the project.`)
  const seen = new Set<TrackerId>([tracker.id])
  for (let above: TrackerId | null | undefined = parent; parentIsThere && above; above = parents.get(above)) {
    if (seen.has(above)) {
      problems.add('parent_id: a tracker cannot stand above itself.')
      break
    }
    seen.add(above)
  }
  return parent
}
