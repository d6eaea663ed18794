import type { Field, StoredValues } from '../../fields/field.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { TrackerId } from '../../kit/ids.ts'
import type { Artifact } from '../model/artifact.ts'
import type { Authorship, NewChangeset } from '../model/changeset.ts'

/** An artifact that exists, so that links may lead to it, and holds nothing yet. */
export interface BareArtifact extends Authorship {
  readonly trackerId: TrackerId
}

/** What happened to one artifact, the oldest first; at least one changeset. */
export interface History {
  /** as it is before: bare, or the current state of a living one */
  readonly artifact: Artifact
  /** every field of its tracker */
  readonly fields: readonly Field[]
  readonly changesets: readonly NewChangeset[]
}

/**
 * Makes artifacts in the order given, ids ascending and numbers following each tracker's own (contract 30 §9.4 rule 1:
 * submitter and date are those of the oldest changeset). Each must get its history before the transaction ends.
 */
export declare function createBareArtifacts(tx: Tx, rows: readonly BareArtifact[]): Promise<Artifact[]>

/**
 * Writes the history of many artifacts at once and the state it leads to: changesets, comments, document, indexes,
 * permissions and cross references. A batch of a few hundred artifacts keeps memory flat.
 */
export declare function recordHistory(tx: Tx, batch: readonly History[]): Promise<void>

/**
 * What a change really changes (contract 30 §9.4 rule 6): given the values before and the values sent, only those that
 * differ. Empty: there is no changeset to write unless it says something.
 */
export declare function changedValues(before: StoredValues, sent: StoredValues, fields: readonly Field[]): StoredValues
