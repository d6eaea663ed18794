import type { Tx } from '../../kit/db/db.ts'
import { acquireAdvisoryLock } from '../../kit/db/sql.ts'

/**
 * Serializes changes of several artifacts: each locks its artifact, the ends of its links, and parents, in an order
 * that is not known in advance. Two concurrent changes would deadlock, which PostgreSQL only detects after a second.
 * Changes of a single artifact run concurrently. Must be called before the first lock.
 */
export const lockMultiArtifactChanges = (tx: Tx): Promise<void> => acquireAdvisoryLock(tx, 'several artifacts')
