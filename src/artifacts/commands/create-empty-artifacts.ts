import type { Tx } from '../../kit/db/db.ts'
import type { Artifact } from '../model/artifact.ts'
import { addArtifacts, type NewArtifactRow } from '../store/save-artifacts.ts'

/**
 * Makes artifacts that exist, so that links may lead to them, and hold nothing yet, in the order given, ids ascending
 * and numbers following each tracker's own (docs/api/archive-format.md §3.4 rule 1: submitter and date are those of the
 * oldest changeset). Each must get its history before the transaction ends.
 */
export const createEmptyArtifacts = (tx: Tx, rows: readonly NewArtifactRow[]): Promise<Artifact[]> =>
  addArtifacts(tx, rows)
