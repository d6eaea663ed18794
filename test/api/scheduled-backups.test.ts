import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runScheduledBackup } from '../../src/app/backup/run-scheduled-backup.ts'
import { scheduleBackups } from '../../src/app/backup/schedule-backups.ts'
import { nameBackup } from '../../src/app/backup/scheduled-directories.ts'
import { createApp } from '../../src/app/start/assemble.ts'
import { prepareFirstStart } from '../../src/app/start/first-start.ts'
import { openWorld } from '../../src/app/start/open-world.ts'
import { startWorker, type Worker } from '../../src/app/worker/worker.ts'
import { verifyBackup } from '../../src/cli/backup/verify-backup.ts'
import { checkBackups } from '../../src/cli/doctor/check-backups.ts'
import { loadJobsOfKind } from '../../src/database/rows/job-rows.ts'
import { readConfig } from '../../src/kit/system/config.ts'
import { findNextBackupTime } from '../../src/site/model/backup-times.ts'
import type { World } from '../../src/world/model/world.ts'
import { createClock } from '../kit/clock.ts'
import { createDatabaseDirectory } from '../kit/database-directory.ts'
import { isFullMatrix } from '../kit/full-matrix.ts'
import { findInstalledPostgres } from '../kit/installed-postgres.ts'
import { createDatabase, createPostgresServer, type PostgresServer } from '../kit/postgres-server.ts'

const postgresBinaries = findInstalledPostgres()
const zone = 'Europe/Paris'
const day = 86_400

describe.each(['sqlite', 'postgres'] as const)('scheduled backups on %s', (dialect) => {
  describe.skipIf(dialect === 'postgres' && !(isFullMatrix && postgresBinaries !== undefined))('of two nodes', () => {
    const clock = createClock(Date.UTC(2027, 0, 15, 12) / 1000)
    let postgres: PostgresServer | undefined
    let unscheduled: World
    let scratch: string
    let directory: string
    const nodes: World[] = []
    const workers: Worker[] = []

    beforeAll(async () => {
      scratch = await createDatabaseDirectory('tulipwood-scheduled-')
      directory = path.join(scratch, 'backups')
      await mkdir(directory)
      const env: Record<string, string> = { TULIPWOOD_DATA: path.join(scratch, 'data'), TULIPWOOD_TIMEZONE: zone }
      if (dialect === 'postgres') {
        // Its programs must not be older than the server.
        postgres = await createPostgresServer(postgresBinaries)
        env['DATABASE_URL'] = (await createDatabase(postgres.url)).url
        process.env['PATH'] = `${postgresBinaries}:${process.env['PATH']}`
      }
      const open = (more: Readonly<Record<string, string>>) =>
        openWorld(readConfig({ ...env, ...more }), { log: pino({ level: 'silent' }), clock })
      unscheduled = await open({})
      await prepareFirstStart(unscheduled)
      const backups = { TULIPWOOD_BACKUP_DIRECTORY: directory, TULIPWOOD_BACKUP_KEEP: '2' }
      nodes.push(await open(backups), await open(backups))
      for (const node of nodes) workers.push(startWorker(node, [runScheduledBackup]))
    })
    afterAll(async () => {
      for (const worker of workers) await worker.stop()
      for (const node of [...nodes, unscheduled]) await node?.db.close()
      await postgres?.stop()
      await rm(scratch, { recursive: true, force: true })
    })

    const loadJobs = () => loadJobsOfKind(unscheduled.db.read, 'create-backup')
    const nextTime = () => findNextBackupTime(['03:00'], clock.now(), zone)
    const scheduled = () => ({ runAt: nextTime(), lockedUntil: null, lastError: null })
    /** Advances the clock to the next backup and waits until the one after it is scheduled. */
    const runNext = async (): Promise<string> => {
      clock.pass(nextTime() - clock.now() + 1)
      const name = nameBackup(clock.now())
      await expect.poll(loadJobs).toMatchObject([scheduled()])
      return name
    }
    const readMetrics = async (): Promise<Record<string, string | undefined>> => {
      const app = await createApp(nodes[0] as World)
      try {
        const { body } = await app.inject('/metrics')
        const valueIn = (name: string) => new RegExp(`^tulipwood_backup_${name} (.+)$`, 'm').exec(body)?.[1]
        return { age: valueIn('age_seconds'), failed: valueIn('failed') }
      } finally {
        await app.close()
      }
    }
    const check = () => checkBackups(nodes[0] as World)

    it('are one job, however many nodes start', async () => {
      await Promise.all([...nodes, ...nodes].map(scheduleBackups))
      expect(await loadJobs()).toMatchObject([scheduled()])
      expect(await readMetrics()).toEqual({ age: undefined, failed: undefined })
      expect(await check()).toMatchObject({ isOk: true, detail: expect.stringContaining('none yet') })
    })

    it('are created once, can be verified, and replace the oldest', async () => {
      await writeFile(path.join(directory, 'README'), 'not ours')
      const names = [await runNext(), await runNext(), await runNext()]
      expect((await readdir(directory)).sort()).toEqual(['README', ...names.slice(1)])
      const { checks } = await verifyBackup({
        config: (nodes[0] as World).config,
        directory: path.join(directory, names[2] ?? ''),
        scratch,
        log: pino({ level: 'silent' }),
        progress: { step() {}, end() {} },
      })
      expect(checks.filter(({ isOk, name }) => !isOk && name !== 'durability')).toEqual([])
      clock.pass(60)
      expect(await readMetrics()).toEqual({ age: '60', failed: '0' })
      expect(await check()).toMatchObject({ isOk: true, detail: expect.stringContaining(`newest one in ${directory}`) })
    })

    it('that fail are reported and tried again; what was left of them is removed', async () => {
      const away = path.join(scratch, 'unmounted')
      await rename(directory, away)
      clock.pass(nextTime() - clock.now() + 1)
      const error = `The directory of backups ${directory} does not exist: create or mount it`
      await expect.poll(loadJobs).toMatchObject([{ lockedUntil: null, lastError: error }])
      expect(await readMetrics()).toEqual({ age: `${day}`, failed: '1' })
      expect(await check()).toMatchObject({ isOk: false, detail: expect.stringContaining(`failed: ${error}`) })
      // A restart leaves the job that is tried again soon.
      await scheduleBackups(nodes[1] as World)
      expect(await loadJobs()).toMatchObject([{ lastError: error }])

      await mkdir(path.join(away, `${nameBackup(clock.now())}.0123abcd.partial`))
      await rename(away, directory)
      clock.pass(3600)
      await expect.poll(loadJobs).toMatchObject([scheduled()])
      expect((await readdir(directory)).filter((name) => name.includes('partial'))).toEqual([])
      expect(await readMetrics()).toMatchObject({ failed: '0' })
      expect((await check()).isOk).toBe(true)
    })

    it('that are missing for two periods are reported', async () => {
      for (const worker of workers) await worker.stop()
      clock.pass(2 * day + 3600)
      expect(await check()).toMatchObject({ isOk: false, detail: expect.stringContaining('two more are due since') })
    })

    it('are no longer scheduled without a directory', async () => {
      await scheduleBackups(unscheduled)
      expect(await loadJobs()).toEqual([])
      expect(await check()).toMatchObject({ isOk: false })
      expect(await checkBackups(unscheduled)).toMatchObject({ isOk: true, detail: expect.stringContaining('not set') })
    })
  })
})
