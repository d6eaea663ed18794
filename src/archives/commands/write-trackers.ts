import type { Tx } from '../../kit/db/db.ts'
import { children } from '../../kit/xml/element.ts'
import { type CreatedTrackers, createTrackers } from '../../trackers/commands/create-trackers.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { loadTrackers } from '../../trackers/store/trackers.ts'
import { silent } from '../findings.ts'
import type { ImportPlan } from '../plan.ts'
import { asUsed, withOursOfTracker } from '../reading/ours.ts'
import { type Accounts, accountOf } from '../reading/people.ts'
import { readTrackers } from '../reading/trackers.ts'
import { readTriggers } from '../reading/triggers.ts'
import type { WrittenProject } from './write-project.ts'

export interface WrittenTrackers {
  /** By key in the archive. */
  readonly trackers: ReadonlyMap<string, Tracker>
  readonly values: CreatedTrackers['values']
  readonly fields: number
}

/** Trackers of a project, all at once, since they name each other (contract 20 §8.9). */
export async function writeTrackers(
  tx: Tx,
  { structure, personOf, ours }: ImportPlan,
  project: WrittenProject,
  accounts: Accounts,
): Promise<WrittenTrackers> {
  const holders = children(structure, 'trackers')
  // Read a second time, now that groups and people have their ids; what is wrong with it was said the first time.
  const definitions = readTrackers(
    holders.flatMap((holder) => children(holder, 'tracker')),
    {
      notes: silent,
      groupOf: project.groupOf,
      userOf: (format, reference) => accountOf(personOf(format, reference), accounts),
      isAlone: false,
    },
  ).map((definition) => withOursOfTracker(definition, ours))
  const triggers = holders.flatMap((holder) =>
    children(holder, 'triggers').flatMap((element) => readTriggers(element, definitions, silent)),
  )
  const created = await createTrackers(tx, { projectId: project.id, definitions, triggers })
  const loaded = await loadTrackers(tx, [...created.trackers.values()])
  const trackers = new Map<string, Tracker>()
  for (const [key, id] of created.trackers) {
    const tracker = loaded.get(id)
    // Ours tells of fields that are not used as well.
    if (tracker !== undefined)
      trackers.set(key, ours === null ? tracker : { ...tracker, fieldByName: asUsed(tracker.fieldByName) })
  }
  return { trackers, values: created.values, fields: created.fields.size }
}
