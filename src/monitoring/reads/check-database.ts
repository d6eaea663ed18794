import { readEpoch } from '../../database/changes/database-epoch.ts'
import { readDatabaseSize, readReplicaLags } from '../../database/maintenance/database-size.ts'
import { message } from '../../kit/messages/message.ts'
import type { World } from '../../world/model/world.ts'
import type { HealthFact, HealthItem } from '../model/health.ts'

/** More of its log than this makes answers of a replica too old. */
const maxLagBytes = 256 * 1024 ** 2

/** Checks that the database answers, and that replicas follow it. */
export async function checkDatabase({ db }: Pick<World, 'db'>): Promise<HealthItem> {
  const name = 'database'
  const kind = { name: 'kind', unit: 'text', value: db.dialect === 'postgres' ? 'PostgreSQL' : 'SQLite' } as const
  const outages = { name: 'outages', unit: 'count', value: db.statistics().outages } as const
  if (!(await db.isReachable()))
    return {
      name,
      state: 'error',
      message: message`The database does not answer. Check that it runs and that the server can reach it.`,
      facts: [kind, outages],
    }
  const [size, epoch, lags] = await Promise.all([
    readDatabaseSize(db.read),
    readEpoch(db.read),
    readReplicaLags(db.read),
  ])
  const lag = Math.max(0, ...lags.map(({ bytes }) => bytes))
  const facts: readonly HealthFact[] = [
    kind,
    { name: 'size', unit: 'bytes', value: size },
    { name: 'epoch', unit: 'text', value: epoch },
    outages,
    ...(lags.length === 0 ? [] : [{ name: 'replica_lag', unit: 'bytes', value: lag } as const]),
  ]
  return lag > maxLagBytes
    ? {
        name,
        state: 'warning',
        message: message`A replica of the database is far behind. Check its connection and its load.`,
        facts,
      }
    : { name, state: 'ok', message: message`The database answers.`, facts }
}
