import type { Reader } from '../../kit/db/db.ts'
import type { TrackerId } from '../../kit/ids.ts'
import { trimmedTextOf, type XmlElement } from '../../kit/xml/element.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import { loadTrackers } from '../../trackers/store/trackers.ts'
import type { Notes } from '../findings.ts'
import type { Ours } from '../reading/ours.ts'
import { keyOfTracker } from '../reading/tracker.ts'

/** The tracker that takes a deleted artifact back. */
export interface Home {
  readonly tracker: Tracker
  /** Whether the artifact was here, in this very tracker: ids of its archive are ids of this platform. */
  readonly isOwn: boolean
}

/**
 * The tracker that was asked for, or the one the artifact was in: by its id, and by its short name where the archive
 * does not say that this platform wrote it.
 */
export async function homeOfArtifact(
  db: Reader,
  {
    structure,
    asked,
    ours,
  }: { readonly structure: XmlElement; readonly asked?: TrackerId; readonly ours: Ours | null },
  notes: Notes,
): Promise<Home | undefined> {
  const key = keyOfTracker(structure)
  const own = /^T(\d{1,15})$/.test(key) ? (Number(key.slice(1)) as TrackerId) : undefined
  const id = asked ?? own
  const found = id === undefined ? undefined : (await loadTrackers(db, [id])).get(id)
  const tracker = found?.deletedOn === null ? found : undefined
  const isOwn = ours?.origin != null && ours.origin.tracker === tracker?.id && ours.origin.project === tracker.projectId
  const isAlike = isOwn || trimmedTextOf(structure, 'item_name') === tracker?.itemName
  if (tracker !== undefined && (asked !== undefined || isAlike)) return { tracker, isOwn }
  if (asked !== undefined) notes.problem('artifact-archive', null, `There is no tracker ${asked}`)
  else
    notes.problem(
      'artifact-archive',
      structure.line,
      `The tracker ${key} of the artifact, "${trimmedTextOf(structure, 'item_name') ?? ''}", is not here: another must be named`,
    )
  return undefined
}
