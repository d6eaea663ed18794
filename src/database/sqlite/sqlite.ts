import { openSqlite } from '@tulipwood/sqlite'
import { resolveProgram } from '../../kit/system/package-path.ts'
import type { Engine } from '../engine/engine.ts'
import { sqliteFunctions } from './sqlite-functions.ts'

/** Opens SQLite in this process. */
export async function openSqliteEngine(file: string): Promise<Engine> {
  const database = await openSqlite(file, {
    functions: sqliteFunctions,
    readThread: resolveProgram('src/database/sqlite/sqlite-read-thread.ts'),
  })
  return {
    ...database,
    dialect: 'sqlite',
    exportRead: database.read,
    statistics: () => ({ connections: null, outages: 0, conflicts: 0, replica: null }),
    async isReachable() {
      try {
        await database.read.execute('select n from revision limit 1', [])
        return true
      } catch {
        return false
      }
    },
  }
}
