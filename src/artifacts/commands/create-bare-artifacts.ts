import type { Tx } from '../../kit/db/db.ts'
import type { TrackerId } from '../../kit/ids.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import type { Artifact } from '../model/artifact.ts'
import type { Authorship } from '../model/changeset.ts'
import { addArtifacts } from '../store/save-artifacts.ts'

/** An artifact that exists, so that links may lead to it, and holds nothing yet. */
export interface BareArtifact extends Authorship {
  readonly trackerId: TrackerId
  /** Its number inside the tracker, when it had one before. */
  readonly number?: number
  /** When it changed last, when that is later than its last changeset: two of them fell into one second. */
  readonly updatedOn?: EpochSeconds
}

/**
 * Makes artifacts in the order given, ids ascending and numbers following each tracker's own (contract 30 §9.4 rule 1:
 * submitter and date are those of the oldest changeset). Each must get its history before the transaction ends.
 */
export const createBareArtifacts = (tx: Tx, rows: readonly BareArtifact[]): Promise<Artifact[]> =>
  addArtifacts(tx, rows)
