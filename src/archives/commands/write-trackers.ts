import type { Tx } from '../../kit/db/db.ts'
import type { TrackerId } from '../../kit/ids.ts'
import { children } from '../../kit/xml/element.ts'
import { type CreatedTrackers, createTrackers } from '../../trackers/commands/create-trackers.ts'
import { childType } from '../../trackers/model/link-type.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { loadTrackers } from '../../trackers/store/trackers.ts'
import { silent } from '../findings.ts'
import type { ImportPlan } from '../plan.ts'
import { historyFields, readForm } from '../reading/form.ts'
import { withOursOfTracker } from '../reading/ours.ts'
import { type Accounts, accountOf } from '../reading/people.ts'
import { keyOfTracker } from '../reading/tracker.ts'
import { readTrackers } from '../reading/trackers.ts'
import { readTriggers } from '../reading/triggers.ts'
import type { WrittenProject } from './write-project.ts'

export interface WrittenTrackers {
  /** By key in the archive. */
  readonly trackers: ReadonlyMap<string, Tracker>
  readonly values: CreatedTrackers['values']
  readonly fields: number
}

/** Trackers of a project, all at once, since they name each other (docs/api/archive-format.md §2.9). */
export async function writeTrackers(
  tx: Tx,
  { structure, personOf, ours, disabledLinkTypes }: ImportPlan,
  project: WrittenProject,
  accounts: Accounts,
): Promise<WrittenTrackers> {
  const holders = children(structure, 'trackers')
  const elements = holders.flatMap((holder) => children(holder, 'tracker'))
  // Read a second time, now that groups and people have their ids; what is wrong with it was said the first time.
  const definitions = readTrackers(elements, {
    notes: silent,
    groupOf: project.groupOf,
    userOf: (format, reference) => accountOf(personOf(format, reference), accounts),
    isAlone: false,
  })
    .map((definition) => withOursOfTracker(definition, ours))
    // docs/api/link-types.md §4: a project without the type has no hierarchy of trackers.
    .map((definition) => (disabledLinkTypes.includes(childType) ? { ...definition, parentKey: null } : definition))
  const triggers = holders.flatMap((holder) =>
    children(holder, 'triggers').flatMap((element) => readTriggers(element, definitions, silent)),
  )
  const created = await createTrackers(tx, { projectId: project.id, definitions, triggers })
  const loaded = await loadTrackers(tx, [...created.trackers.values()])
  const trackers = new Map<string, Tracker>()
  for (const element of elements) {
    const key = keyOfTracker(element)
    const tracker = loaded.get(created.trackers.get(key) ?? (0 as TrackerId))
    if (tracker === undefined) continue
    // Histories have names of their own for fields; ours has values of fields that are not in use as well.
    const fieldByName = historyFields(readForm(element, silent), tracker.fields, ours !== null)
    trackers.set(key, { ...tracker, fieldByName })
  }
  return { trackers, values: created.values, fields: created.fields.size }
}
