import type { Tx } from '../../database/db/db.ts'
import type { Artifact } from '../model/artifact.ts'
import type { ArchivePermit } from '../model/artifact-permit.ts'
import { addArtifacts, type NewArtifactRow } from '../store/save-artifacts.ts'

/**
 * Creates artifacts without values, so that links can refer to them, in the given order with ascending ids and the next
 * numbers of each tracker (docs/api/archive-format.md §3.4 rule 1: submitter and date are those of the oldest
 * changeset). Each must get its history before the transaction ends.
 */
export const createEmptyArtifacts = (
  tx: Tx,
  permit: ArchivePermit,
  rows: readonly NewArtifactRow[],
): Promise<Artifact[]> => addArtifacts(tx, permit, rows)
