import type { Tx } from '../../kit/db/db.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import type { Field, StoredValues } from '../field.ts'
import type { IndexEntry } from '../index-entry.ts'

/** An entry of a field of an artifact. */
export interface IndexRow {
  readonly artifactId: ArtifactId
  readonly fieldId: number
  readonly entry: IndexEntry
}

/** Rows of the current values of one artifact; `fields` are the tracker's. */
export declare function indexRows(artifactId: ArtifactId, fields: readonly Field[], values: StoredValues): IndexRow[]

/** Adds rows of many artifacts, which have none of these fields yet: one statement a family. */
export declare function writeIndexes(tx: Tx, rows: readonly IndexRow[]): Promise<void>

/** Removes every row of these artifacts. */
export declare function clearIndexes(tx: Tx, artifactIds: readonly ArtifactId[]): Promise<void>

/** Replaces the rows of these artifacts. */
export declare function replaceIndexes(tx: Tx, artifactIds: readonly ArtifactId[], rows: readonly IndexRow[]): Promise<void>
