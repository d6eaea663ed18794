import pg from 'pg'
import { DatabaseLostError } from '../../kit/messages/outage.ts'
import { ConfigError } from '../../kit/system/config.ts'

/** Time limit of a probe: a host that is gone does not answer at all. */
export const probeMs = 2000

/** Time limits in milliseconds; 0: none. */
export interface SessionLimits {
  readonly statementTimeoutMs: number
  readonly lockTimeoutMs: number
  /** A transaction that sends no statement for as long loses its locks, which others would wait for in vain. */
  readonly idleTimeoutMs: number
}

/** Resolves when a server is the primary, or a replica. A connection of its own: those of a pool may all be lost or busy. */
export async function probeDatabase(url: string, role: 'primary' | 'replica'): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: probeMs, query_timeout: probeMs })
  // A connection lost after its last response.
  client.on('error', () => undefined)
  try {
    await client.connect()
    await assertRole(client, role)
  } finally {
    void client.end().catch(() => undefined)
  }
}

/** A standby, or a server that is about to become the primary, accepts no writes and may be behind. */
export async function assertRole(client: pg.ClientBase, role: 'primary' | 'replica'): Promise<void> {
  const { rows } = await client.query<{ standby: number }>('select pg_is_in_recovery()::int as standby')
  if ((rows[0]?.standby === 1) === (role === 'replica')) return
  throw new DatabaseLostError(new Error(`The database server is a ${role === 'primary' ? 'standby' : 'primary'}`))
}

const limit = (
  scope: 'set' | 'set local',
  { statementTimeoutMs, lockTimeoutMs, idleTimeoutMs }: SessionLimits,
): string =>
  `${scope} statement_timeout = ${Math.trunc(statementTimeoutMs)}; ${scope} lock_timeout = ${Math.trunc(lockTimeoutMs)};
  ${scope} idle_in_transaction_session_timeout = ${Math.trunc(idleTimeoutMs)};
  ${scope} standard_conforming_strings = on; ${scope} timezone = 'UTC'`

/** Limits the time between two statements of a transaction in milliseconds; 0: no limit. */
export const limitIdleTime = (ms: number): string => `set local idle_in_transaction_session_timeout = ${Math.trunc(ms)}`

/**
 * For transactions without locks, whose client may take its time between two statements: an export that is downloaded
 * slowly.
 */
export const unlimitedIdleTime = limitIdleTime(0)

// Within half a minute PostgreSQL ends the transaction of a node whose machine is gone, instead of after two hours.
const keepAlive = `set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3;
  set tcp_user_timeout = 25000`

/** Connections are read-only unless a transaction is not, like the reading connection of SQLite. */
export async function configureSession(client: pg.ClientBase, limits: SessionLimits): Promise<void> {
  await client.query(`set default_transaction_read_only = on; ${limit('set', limits)}; ${keepAlive}`)
}

/** The same within a transaction, for a pooler that gives the next transaction another server connection. */
export const transactionSettings = (limits: SessionLimits): string => limit('set local', limits)

/** Rejects a pooler in transaction mode, where settings and statements of a session would be those of other clients. */
export async function assertSessions(url: string): Promise<void> {
  const clients = [1, 2].map(() => new pg.Client({ connectionString: url, connectionTimeoutMillis: 30_000 }))
  const [first, second] = clients
  if (first === undefined || second === undefined) return
  for (const client of clients) client.on('error', () => undefined)
  try {
    await first.connect()
    const { rows } = await first.query<{ pid: number }>('select pg_backend_pid() as pid')
    // Without a pooler, the server reports its own process at the start of the connection.
    if ('processID' in first && first.processID === rows[0]?.pid) return
    await second.connect()
    await first.query(`set tulipwood.session = 'kept'`)
    // A pooler in transaction mode gives the connection of the first client to the second one.
    await second.query('begin')
    const ownSetting = await first.query<{ kept: string | null }>(
      `select current_setting('tulipwood.session', true) as kept`,
    )
    const isKept = ownSetting.rows[0]?.kept === 'kept'
    const foreign = await second.query<{ kept: string | null }>(
      `select current_setting('tulipwood.session', true) as kept`,
    )
    await second.query('rollback')
    if (isKept && foreign.rows[0]?.kept !== 'kept') return
    throw new ConfigError(
      'DATABASE_URL leads to a connection pooler in transaction mode, such as PgBouncer with pool_mode = transaction. Set TULIPWOOD_DATABASE_POOLING=transaction, or use pool_mode = session',
    )
  } finally {
    for (const client of clients) void client.end().catch(() => undefined)
  }
}
