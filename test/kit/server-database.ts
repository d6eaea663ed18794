import { readFile, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pino from 'pino'
import { inject } from 'vitest'
import { prepareFirstStart } from '../../src/app/start/first-start.ts'
import { openWorld } from '../../src/app/start/open-world.ts'
import type { Database } from '../../src/database/db/db.ts'
import { readConfig } from '../../src/kit/system/config.ts'
import { createDatabaseDirectory } from './database-directory.ts'
import { createDatabase, createTemplateOnce } from './postgres-server.ts'

export const adminPassword = 'correct horse battery'

/** With empty tables, or as the first start leaves it. */
type Stage = 'migrated' | 'furnished'

/** A data directory and database in which a test starts servers. */
export interface ServerDatabase {
  readonly directory: string
  /** Environment variables for the servers; on SQLite, DATABASE_URL is empty. */
  readonly env: { readonly TULIPWOOD_DATA: string; readonly DATABASE_URL: string }
  remove(): Promise<void>
}

/** Copies a database that was prepared once: faster than running all migrations for every test. */
export async function createServerDatabase(dialect: Database['dialect'], stage: Stage): Promise<ServerDatabase> {
  const directory = await createDatabaseDirectory('tulipwood-test-')
  const adminUrl = inject('postgresUrl')
  const postgres = dialect === 'postgres' && adminUrl !== null ? await copyOnPostgres(adminUrl, stage) : undefined
  if (postgres === undefined) await writeFile(path.join(directory, sqliteFile), await getSqliteTemplate(stage))
  return {
    directory,
    env: { TULIPWOOD_DATA: directory, DATABASE_URL: postgres?.url ?? '' },
    async remove() {
      await postgres?.drop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function copyOnPostgres(adminUrl: string, stage: Stage) {
  const template = `tulipwood_${stage}`
  await createTemplateOnce(adminUrl, template, async (url) => {
    const directory = await createDatabaseDirectory('tulipwood-template-')
    await prepareDatabase({ TULIPWOOD_DATA: directory, DATABASE_URL: url }, stage)
    await rm(directory, { recursive: true, force: true })
  })
  return createDatabase(adminUrl, template)
}

const sqliteFile = 'tulipwood.sqlite'
const sqliteTemplates = new Map<Stage, Promise<Uint8Array>>()

function getSqliteTemplate(stage: Stage): Promise<Uint8Array> {
  const template = sqliteTemplates.get(stage) ?? createSqliteTemplate(stage)
  sqliteTemplates.set(stage, template)
  return template
}

async function createSqliteTemplate(stage: Stage): Promise<Uint8Array> {
  const directory = await createDatabaseDirectory('tulipwood-template-')
  await prepareDatabase({ TULIPWOOD_DATA: directory }, stage)
  const bytes = await readFile(path.join(directory, sqliteFile))
  await rm(directory, { recursive: true, force: true })
  return bytes
}

async function prepareDatabase(env: Readonly<Record<string, string>>, stage: Stage): Promise<void> {
  const config = readConfig({ ...env, TULIPWOOD_ADMIN_PASSWORD: adminPassword })
  const world = await openWorld(config, { log: pino({ level: 'silent' }) })
  if (stage === 'furnished') await prepareFirstStart(world)
  await world.db.close()
}
