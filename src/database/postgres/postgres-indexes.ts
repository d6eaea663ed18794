import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { NewIndex } from '../engine/engine.ts'
import { metAnother, toLost } from './postgres-client.ts'

const pollMs = 100

/**
 * Creates indexes while other transactions write to their tables: PostgreSQL does so only outside of a transaction, and
 * leaves an invalid index behind if it is interrupted. Such an index is dropped and created again. The caller must hold a
 * lock against other processes that do the same.
 */
export async function createIndexesConcurrently(
  url: string,
  indexes: readonly NewIndex[],
  { hasSession }: { readonly hasSession: boolean },
): Promise<void> {
  const client = new pg.Client({ connectionString: url, keepAlive: true })
  client.on('error', () => undefined)
  try {
    await client.connect()
    // A pooler in transaction mode would give the settings to other clients.
    if (hasSession) await client.query('set statement_timeout = 0; set lock_timeout = 0')
    for (const index of indexes) await createIndex(client, index)
  } catch (problem) {
    throw toLost(problem)
  } finally {
    void client.end().catch(() => undefined)
  }
}

async function createIndex(client: pg.Client, index: NewIndex): Promise<void> {
  for (;;) {
    const state = await readState(client, index.name)
    if (state === 'valid') return
    if (state === 'in progress') {
      await sleep(pollMs)
      continue
    }
    const name = client.escapeIdentifier(index.name)
    try {
      if (state === 'invalid') await client.query(`drop index concurrently if exists ${name}`)
      const columns = index.columns.map((column) =>
        typeof column === 'string' ? client.escapeIdentifier(column) : `(${column.expression})`,
      )
      const table = client.escapeIdentifier(index.table)
      await client.query(
        `create ${index.isUnique ? 'unique ' : ''}index concurrently ${name} on ${table} (${columns.join(', ')})`,
      )
    } catch (problem) {
      // It waited for a transaction that waited for it, or for one that has created the same index.
      if (!(metAnother(problem) || isDuplicate(problem))) throw problem
    }
  }
}

const isDuplicate = (problem: unknown): boolean =>
  problem instanceof Error && 'code' in problem && problem.code === '42P07'

/** `in progress`: a server process still creates it for a node that was killed. */
async function readState(client: pg.Client, name: string): Promise<'absent' | 'in progress' | 'invalid' | 'valid'> {
  const { rows } = await client.query<{ valid: boolean; active: boolean }>(
    `select indisvalid as valid,
       exists (select from pg_stat_progress_create_index where index_relid = indexrelid) as active
     from pg_index where indexrelid = to_regclass(quote_ident($1))`,
    [name],
  )
  const [row] = rows
  if (row === undefined) return 'absent'
  if (row.valid) return 'valid'
  return row.active ? 'in progress' : 'invalid'
}
