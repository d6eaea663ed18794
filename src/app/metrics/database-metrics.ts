import type { Database } from '../../database/db/db.ts'
import { readDatabaseSize, readReplicaLags } from '../../database/maintenance/database-size.ts'
import { createGauge, type Metric } from './format-metric.ts'

/** Returns metrics of the connections of this node, which need no database. */
export function describeConnections(db: Pick<Database, 'statistics'>, isUp: boolean): Metric[] {
  const { connections, outages, conflicts, replica } = db.statistics()
  const states = { idle: connections?.idle, used: connections && connections.open - connections.idle }
  return [
    createGauge('tulipwood_database_up', 'Whether the database answers: 1 or 0', Number(isUp)),
    counter('tulipwood_database_outages_total', 'Outages of the database', outages),
    counter('tulipwood_database_conflicts_total', 'Transactions that ran again because of other ones', conflicts),
    {
      name: 'tulipwood_database_long_reads_total',
      type: 'counter',
      help: 'Long reads by the server that ran them, with TULIPWOOD_DATABASE_READ_URL',
      samples: Object.entries(replica ?? {}).map(([server, value]) => ({ labels: { server }, value })),
    },
    {
      name: 'tulipwood_database_connections',
      type: 'gauge',
      help: 'Connections of this node to PostgreSQL by state',
      samples: Object.entries(states).flatMap(([state, value]) =>
        value == null ? [] : [{ labels: { state }, value }],
      ),
    },
    createGauge('tulipwood_database_connections_max', 'Maximum number of these connections', connections?.maximum),
    createGauge('tulipwood_database_connection_waiters', 'Requests and jobs that wait for one', connections?.waiting),
  ]
}

/** Returns metrics that the database answers. */
export async function measureDatabase(db: Pick<Database, 'read'>): Promise<Metric[]> {
  const [bytes, lags] = await Promise.all([readDatabaseSize(db.read), readReplicaLags(db.read)])
  return [
    createGauge('tulipwood_database_bytes', 'Size of the database with its indexes', bytes),
    {
      name: 'tulipwood_database_replica_lag_bytes',
      type: 'gauge',
      help: 'Log of PostgreSQL that a replica has not replayed yet',
      samples: lags.map((lag) => ({ labels: { replica: lag.name }, value: lag.bytes })),
    },
  ]
}

const counter = (name: string, help: string, value: number): Metric => ({
  name,
  type: 'counter',
  help,
  samples: [{ value }],
})
