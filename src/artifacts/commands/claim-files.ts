import type { Field, StoredValues } from '../../fields/field.ts'
import type { Tx } from '../../kit/db/db.ts'
import type { ArtifactId } from '../../kit/ids.ts'

/** Files that a change attaches and detaches. */
export interface FileClaims {
  readonly artifact: { readonly id: ArtifactId }
  /** every field of its tracker */
  readonly fields: readonly Field[]
  /** {} of a new artifact */
  readonly before: StoredValues
  /** What changes, or all values as they are afterwards. */
  readonly after: StoredValues
}

/** Attaches and detaches files in the transaction of the change; a file that somebody else took is a conflict. */
export async function claimFiles(_tx: Tx, _claims: FileClaims): Promise<void> {
  throw new Error('not yet')
}
