import { isExcluded, isMeant, isStated, type Precondition } from '../../kit/precondition.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { ArtifactHeader } from '../model/artifact.ts'
import { versionTag } from '../model/version-tag.ts'

/**
 * Refuses to change another version than the client means (docs/api/artifacts.md §2.1), and in trackers that demand it
 * a change that names none. Ask it of the locked artifact, before anything else that was sent is looked at; the route
 * tells what happened meanwhile (telling-stale.ts).
 */
export function assertUnmodified(
  precondition: Precondition,
  artifact: Pick<ArtifactHeader, 'id' | 'version' | 'versionDate'>,
  tracker: Pick<Tracker, 'options'>,
): void {
  if (isExcluded(precondition, versionTag(artifact))) throw new Refusal('stale', excludedVersion)
  if (!isStated(precondition)) {
    if (tracker.options.requiresPreconditions) throw new Refusal('precondition-required', missingPrecondition)
    return
  }
  if (!isMeant(precondition, { tag: versionTag(artifact), date: artifact.versionDate })) {
    throw new Refusal('stale', staleVersion)
  }
}

const missingPrecondition = 'This tracker asks for the version that is to be changed: send its Etag in If-Match.'
const excludedVersion = 'The artifact is there in a version that If-None-Match excludes.'
const staleVersion = 'Artifact has been modified since you last requested it. Please edit the latest version'
