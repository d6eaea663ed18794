import { beforeEach, describe, expect, it } from 'vitest'
import { addJobs } from '../../src/database/unit/add-jobs.ts'
import type { Config } from '../../src/kit/system/config.ts'
import { reportNode, withdrawNode } from '../../src/monitoring/commands/report-node.ts'
import { saveNode } from '../../src/monitoring/store/nodes.ts'
import { saveBackupResult } from '../../src/site/store/backup-result.ts'
import { saveBackupVerification } from '../../src/site/store/backup-verification.ts'
import type { Files, RepositoryStorage } from '../../src/world/model/ports.ts'
import { createClock } from '../kit/clock.ts'
import { grantPermit } from '../kit/grant-permit.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

onEachDatabase((dialect) => {
  describe('GET /site_health', () => {
    const clock = createClock()
    const server = createServer(dialect, { clock })
    const permit = grantPermit('run a node', { kind: 'system', reason: 'test' } as const)

    beforeEach(async () => {
      await server.world.db.write(async (tx) => {
        await tx.deleteFrom('job').execute()
        await tx.deleteFrom('server_node').execute()
        await tx.deleteFrom('setting').where('name', 'in', ['backup_result', 'backup_verification']).execute()
      })
    })

    const readHealth = async (headers: Readonly<Record<string, string>> = {}) => {
      const { status, body, text } = await server.as('admin').get('site_health', { headers })
      expect(status).toBe(200)
      // Neither paths of this machine nor what the configuration keeps secret.
      expect(text).not.toContain(server.world.config.dataDirectory)
      return body
    }
    const readItem = async (name: string) => (await readHealth()).items.find((item: any) => item.name === name)
    const factsOf = ({ facts }: any) => Object.fromEntries(facts.map(({ name, value }: any) => [name, value]))
    /** Replaces members of the world, which a test cannot create otherwise. */
    const withWorld = async <T>(replaced: object, work: () => Promise<T>): Promise<T> => {
      const original = { ...server.world }
      Object.assign(server.world, replaced)
      try {
        return await work()
      } finally {
        Object.assign(server.world, original)
      }
    }
    const withConfig = <T>(changed: Partial<Config>, work: () => Promise<T>) =>
      withWorld({ config: { ...server.world.config, ...changed } }, work)

    it('reports every item with its state and a sentence', async () => {
      const body = await readHealth()
      expect(body.items.map(({ name, state }: any) => `${name}: ${state}`)).toEqual([
        'version: ok',
        'database: ok',
        'files: ok',
        expect.stringMatching(/^disk: (ok|warning)$/),
        'jobs: ok',
        'failed_jobs: ok',
        'mail: warning',
        'backups: warning',
        'backup_verification: ok',
        expect.stringMatching(/^repositories: /),
        'nodes: ok',
      ])
      expect(body.state).toBe('warning')
      for (const { message } of body.items) expect(message).toMatch(/^[A-Z].*\.$/)
      const database = factsOf(body.items[1])
      expect(database.kind).toBe(dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL')
      expect(database.size).toBeGreaterThan(100_000)
      expect(database.epoch).not.toBe('')
      expect(factsOf(body.items[0])).toMatchObject({ version: expect.any(String), uptime: expect.any(Number) })
    })

    it('has sentences in the language of the request', async () => {
      const { items } = await readHealth({ 'accept-language': 'fr' })
      expect(items[1].message).toBe('La base de données répond.')
    })

    it('reports a database that does not answer', async () => {
      const { db } = server.world
      await withWorld({ db: Object.assign(Object.create(db), { isReachable: async () => false }) }, async () =>
        expect(await readItem('database')).toMatchObject({ state: 'error' }),
      )
    })

    it('reports jobs that are late', async () => {
      const addJob = (seconds: number) =>
        server.world.db.write((tx) => addJobs(tx, 'make-preview', [{ file: 1 }], clock.now() - seconds, undefined))
      await addJob(-500)
      expect(factsOf(await readItem('jobs'))).toEqual({ waiting: 1, running: 0 })
      await addJob(700)
      const late = await readItem('jobs')
      expect([late.state, factsOf(late)]).toEqual(['warning', { waiting: 2, running: 0, delay: 700 }])
      await addJob(3700)
      expect((await readItem('jobs')).state).toBe('error')
    })

    it('reports failed jobs, and the last error of mail without its secrets', async () => {
      const smtp = { url: 'smtp://mailer:pa55word@mail.example:25', from: { name: '', address: 'a@example.org' } }
      await withConfig({ smtp }, async () => {
        expect(await readItem('mail')).toMatchObject({ state: 'ok', facts: [] })
        await server.world.db.write(async (tx) => {
          await addJobs(tx, 'send-mail', [{}, {}], clock.now() + 20, undefined)
          await tx
            .updateTable('job')
            .set({ attempts: 1, last_error: `${smtp.url} refused` })
            .execute()
        })
        const mail = await readItem('mail')
        expect([mail.state, factsOf(mail)]).toEqual([
          'error',
          { failed: 2, last_error: 'smtp://mail.example:25 refused' },
        ])
        const failed = await readItem('failed_jobs')
        expect([failed.state, factsOf(failed)]).toEqual(['warning', { failed: 2 }])
      })
    })

    it('reports the last backup and its age', async () => {
      const backups = { directory: '/secret/backups', times: ['03:00'], keep: 3 }
      const save = (completeOn: number | null, error: string | null) =>
        server.world.db.write((tx) =>
          saveBackupResult(tx, permit, { ended_on: clock.now(), complete_on: completeOn, error }),
        )
      await withConfig({ backups }, async () => {
        const readState = async () => {
          await server.world.cache.refresh()
          return (await readItem('backups')).state
        }
        expect(await readState()).toBe('ok')
        await save(clock.now() - 100, null)
        expect(await readState()).toBe('ok')
        await save(clock.now() - 4 * 86_400, null)
        expect(await readState()).toBe('error')
        await save(clock.now() - 100, '/secret/backups does not exist')
        const failed = await readItem('backups')
        expect(failed.state).toBe('error')
        expect(JSON.stringify(failed)).not.toContain('secret')
      })
    })

    it('reports the last verification of a backup', async () => {
      const save = (error: string | null) =>
        server.world.db.write((tx) =>
          saveBackupVerification(tx, permit, {
            ended_on: clock.now(),
            path: '/secret/backups/one',
            created_on: '2026-01-01T00:00:00Z',
            passed_on: error === null ? clock.now() : null,
            error,
          }),
        )
      await save(null)
      expect(await readItem('backup_verification')).toMatchObject({ state: 'ok' })
      await save('/secret/backups/one is damaged')
      const item = await readItem('backup_verification')
      expect([item.state, JSON.stringify(item).includes('secret')]).toEqual(['error', false])
    })

    it('reports storage that cannot be reached', async () => {
      const refuse = async () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.9:9000'))
      const bucket = { bucket: 'files' } as unknown as Config['objectStorage']
      const files = { sizeOf: refuse } as unknown as Files
      await withWorld({ files, config: { ...server.world.config, objectStorage: bucket } }, async () => {
        const item = await readItem('files')
        expect(item).toMatchObject({ state: 'error', facts: [{ name: 'kind', value: 'S3' }] })
        expect(JSON.stringify(item)).not.toContain('10.0.0.9')
      })
    })

    it.each([
      ['ready', null, 'ok'],
      ['degraded', null, 'error'],
      ['absent', null, 'ok'],
      ['absent', 'hooks in /secret cannot run', 'warning'],
    ] as const)('reports Subversion that is %s with the problem %s', async (state, problem, expected) => {
      const repositories = { state: () => state, problem: () => problem } as unknown as RepositoryStorage
      await withWorld({ repositories }, async () => {
        const item = await readItem('repositories')
        expect([item.state, JSON.stringify(item).includes('secret')]).toEqual([expected, false])
      })
    })

    it('reports nodes that run, are lost, or have another version', async () => {
      await reportNode(server.world)
      const [own] = (await readHealth()).nodes
      expect(own).toMatchObject({ is_own: true, is_lost: false })
      const other = (version: string, seenOn: number) =>
        server.world.db.write((tx) =>
          saveNode(tx, permit, { name: 'other:8080', version, startedOn: clock.now() - 900, seenOn }),
        )
      await other(own.version, clock.now())
      expect(await readItem('nodes')).toMatchObject({ state: 'ok', facts: [{ name: 'nodes', value: 2 }] })
      await other('0.0.1', clock.now())
      expect(await readItem('nodes')).toMatchObject({ state: 'warning', facts: [{ value: 2 }] })
      await other('0.0.1', clock.now() - 300)
      expect(await readItem('nodes')).toMatchObject({ state: 'warning', facts: [{ value: 1 }] })
      await other('0.0.1', clock.now() - 3601)
      await reportNode(server.world)
      expect((await readHealth()).nodes).toHaveLength(1)
      await withdrawNode(server.world)
      expect((await readHealth()).nodes).toEqual([])
    })
  })
})
