import type { InsertQueryBuilder, InsertResult } from 'kysely'
import type { Tx } from '../../database/db/db.ts'
import { insertRows } from '../../database/statements/insert-rows.ts'
import type { Tables } from '../../database/tables/tables.ts'
import type { UserId } from '../../kit/values/ids.ts'
import type { Permit } from '../../kit/values/permit.ts'
import type { Artifact } from '../model/artifact.ts'
import { type ArtifactPermit, assertArtifact } from '../model/artifact-permit.ts'

/** The authors of changesets of an artifact. */
export interface Modifiers {
  readonly permit: ArtifactPermit
  /** With its tracker and its last author after the change. */
  readonly artifact: Artifact
  /** null: anonymous users */
  readonly authors: readonly (UserId | null)[]
}

/**
 * Records users who changed artifacts. The last author needs no row (tables.ts), so nothing is written while one user
 * creates an artifact and changes it.
 */
export async function addModifiers(tx: Tx, batch: readonly Modifiers[]): Promise<void> {
  for (const { permit, artifact } of batch) assertArtifact(permit, artifact)
  await insertRows(tx, 'artifact_modifier', batch.flatMap(toRows), keepExisting)
}

/** Replaces the modifiers of an artifact that is moved, whatever the table has of it. */
export async function replaceModifiers(
  tx: Tx,
  permit: Permit<'move', Artifact>,
  { artifact, authors }: Omit<Modifiers, 'permit'>,
): Promise<void> {
  await tx.deleteFrom('artifact_modifier').where('artifact_id', '=', artifact.id).execute()
  await addModifiers(tx, [{ permit, artifact, authors }])
}

const toRows = ({ artifact: { id, trackerId, updatedBy }, authors }: Modifiers) =>
  [...new Set(authors)].flatMap((user) =>
    user === null || user === updatedBy ? [] : [{ tracker_id: trackerId, user_id: user, artifact_id: id }],
  )

const keepExisting = (insert: InsertQueryBuilder<Tables, 'artifact_modifier', InsertResult>) =>
  insert.onConflict((conflict) => conflict.doNothing())
