import { readEpoch } from '../../database/changes/database-epoch.ts'
import type { Reader } from '../../database/db/db.ts'
import { message } from '../../kit/messages/message.ts'
import { Refusal } from '../../kit/messages/refusal.ts'
import { hasPrecondition, isExcluded, matchesPrecondition, type Precondition } from '../../kit/values/precondition.ts'
import type { Tracker } from '../../trackers/model/tracker.ts'
import type { ArtifactHeader } from '../model/artifact.ts'
import { buildVersionTag } from '../model/version-tag.ts'

/** Reads the epoch that the tags of a precondition must be of, in the transaction of the change; '' without tags. */
export const readTagEpoch = (tx: Reader, { tags, noneOf }: Precondition): Promise<string> =>
  typeof tags === 'object' || typeof noneOf === 'object' ? readEpoch(tx) : Promise.resolve('')

/**
 * Throws if the artifact has another version than the client names (docs/api/artifacts.md §2.1), or, in trackers that
 * require it, if the client names none. Call it with the locked artifact, before anything else of the request is
 * checked; the route adds the details of the conflict (stale-write-error.ts).
 */
export function assertUnmodified(
  precondition: Precondition,
  artifact: Pick<ArtifactHeader, 'id' | 'version' | 'versionDate'>,
  tracker: Pick<Tracker, 'options'>,
  epoch: string,
): void {
  const tag = buildVersionTag(artifact, epoch)
  if (isExcluded(precondition, tag)) throw new Refusal('stale', excludedVersion)
  if (!hasPrecondition(precondition)) {
    if (tracker.options.requiresPreconditions) throw new Refusal('precondition-required', missingPrecondition)
    return
  }
  if (!matchesPrecondition(precondition, { tag, date: artifact.versionDate })) throw new Refusal('stale', staleVersion)
}

const missingPrecondition = message`This tracker requires a precondition. Send the ETag of the version to change in If-Match.`
const excludedVersion = message`If-None-Match excludes the current version of the artifact.`
const staleVersion = message`Artifact has been modified since you last requested it. Please edit the latest version`
