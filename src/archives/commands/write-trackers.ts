import type { Tx } from '../../database/db/db.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { findChildren } from '../../kit/xml/element.ts'
import { type CreatedTrackers, createTrackers } from '../../trackers/commands/create-trackers.ts'
import { childType } from '../../trackers/model/link-type.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { loadTrackers } from '../../trackers/store/trackers.ts'
import { readTriggers } from '../../trackers/triggers/trigger-rule.ts'
import { silentReporter } from '../../trackers/xml/finding-reporter.ts'
import { collectHistoryFields, parseForm } from '../../trackers/xml/parse/form.ts'
import { buildTrackerKey } from '../../trackers/xml/parse/tracker.ts'
import { parseTrackers } from '../../trackers/xml/parse/trackers.ts'
import { mergeTulipwoodTracker } from '../parse/tulipwood-xml.ts'
import { type Accounts, findArchiveAccount } from '../parse/users-of-archive.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import type { WrittenProject } from './write-project.ts'

export interface WrittenTrackers {
  /** By key in the archive. */
  readonly trackers: ReadonlyMap<string, Tracker>
  readonly values: CreatedTrackers['values']
  readonly fields: number
}

/** Writes all trackers of a project together, since they refer to each other (docs/api/archive-format.md §2.9). */
export async function writeTrackers(
  tx: Tx,
  { structure, principalOf, tulipwood, disabledLinkTypes }: ImportPlan,
  project: WrittenProject,
  accounts: Accounts,
): Promise<WrittenTrackers> {
  const holders = findChildren(structure, 'trackers')
  const elements = holders.flatMap((holder) => findChildren(holder, 'tracker'))
  // Parsed again now that groups and users have ids; problems were reported the first time.
  const definitions = parseTrackers(elements, {
    notes: silentReporter,
    groupOf: project.groupOf,
    userOf: (format, reference) => findArchiveAccount(principalOf(format, reference), accounts),
    isSingleTracker: false,
  })
    .map((definition) => mergeTulipwoodTracker(definition, tulipwood))
    // docs/api/link-types.md §4: a project without the type has no hierarchy of trackers.
    .map((definition) => (disabledLinkTypes.includes(childType) ? { ...definition, parentKey: null } : definition))
  const triggers = holders.flatMap((holder) =>
    findChildren(holder, 'triggers').flatMap((element) => readTriggers(element, definitions, silentReporter)),
  )
  const created = await createTrackers(tx, project.permit, { definitions, triggers })
  const loaded = await loadTrackers(tx, [...created.trackers.values()])
  const trackers = new Map<string, Tracker>()
  for (const element of elements) {
    const key = buildTrackerKey(element)
    const tracker = loaded.get(created.trackers.get(key) ?? (0 as TrackerId))
    if (tracker === undefined) continue
    // Histories use their own field names; Tulipwood archives also have values of unused fields.
    const fieldByName = collectHistoryFields(parseForm(element, silentReporter), tracker.fields, tulipwood !== null)
    trackers.set(key, { ...tracker, fieldByName })
  }
  return { trackers, values: created.values, fields: created.fields.size }
}
