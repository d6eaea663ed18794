import type { Tx } from '../../kit/db/db.ts'
import { enterAlone } from '../../kit/db/sql.ts'

/**
 * Changes of several artifacts wait for each other: each locks the one it is about, those at the ends of its links, and
 * parents, in an order that shows only on the way. Two that met would block each other, which PostgreSQL notices after a
 * second. Changes of one artifact alone go on beside them. To be asked before the first lock.
 */
export const lockMultiArtifactChanges = (tx: Tx): Promise<void> => enterAlone(tx, 'several artifacts')
