import type { Reader } from '../../database/db/db.ts'
import { message } from '../../kit/messages/message.ts'
import type { TrackerId } from '../../kit/values/ids.ts'
import { getTrimmedText, type XmlElement } from '../../kit/xml/element.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { loadTrackers } from '../../trackers/store/trackers.ts'
import type { FindingReporter } from '../../trackers/xml/finding-reporter.ts'
import { buildTrackerKey } from '../../trackers/xml/parse/tracker.ts'
import type { TulipwoodDocument } from '../parse/tulipwood-xml.ts'

/** Tracker into which a deleted artifact is restored. */
export interface RestoreTarget {
  readonly tracker: Tracker
  /** Whether the artifact was in this tracker: ids of its archive are ids of this site. */
  readonly isOwn: boolean
}

/**
 * Finds the requested tracker, or the original one: by id, or by short name if the archive was not written by this
 * site.
 */
export async function findOriginalTracker(
  db: Reader,
  {
    structure,
    requested,
    tulipwood,
  }: { readonly structure: XmlElement; readonly requested?: TrackerId; readonly tulipwood: TulipwoodDocument | null },
  notes: FindingReporter,
): Promise<RestoreTarget | undefined> {
  const key = buildTrackerKey(structure)
  const archived = /^T(\d{1,15})$/.test(key) ? (Number(key.slice(1)) as TrackerId) : undefined
  const id = requested ?? archived
  const storedTracker = id === undefined ? undefined : (await loadTrackers(db, [id])).get(id)
  const tracker = storedTracker?.deletedOn === null ? storedTracker : undefined
  const isOwn =
    tulipwood?.origin != null &&
    tulipwood.origin.tracker === tracker?.id &&
    tulipwood.origin.project === tracker.projectId
  const isAlike = isOwn || getTrimmedText(structure, 'item_name') === tracker?.itemName
  if (tracker !== undefined && (requested !== undefined || isAlike)) return { tracker, isOwn }
  if (requested !== undefined) notes.problem('artifact-archive', null, message`There is no tracker ${requested}`)
  else
    notes.problem(
      'artifact-archive',
      structure.line,
      message`The tracker ${key} of the artifact, "${getTrimmedText(structure, 'item_name') ?? ''}", is not here: another must be named`,
    )
  return undefined
}
