import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { claimDueJobs, rescheduleJobs } from '../../src/database/rows/job-rows.ts'
import { addJobs } from '../../src/database/unit/add-jobs.ts'
import type { JobId } from '../../src/kit/values/ids.ts'
import { createClock } from '../kit/clock.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

const dateOf = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 19)

onEachDatabase((dialect) => {
  describe('background jobs', () => {
    const clock = createClock()
    const server = createServer(dialect, { clock })
    const admin = () => server.as('admin')
    let waiting: JobId
    let later: JobId
    let failed: JobId
    let running: JobId

    beforeAll(async () => {
      await server.createUser('alice')
    })

    beforeEach(async () => {
      const { db } = server.world
      const now = clock.now()
      const add = async (kind: string, payload: unknown, runAt = now): Promise<JobId> => {
        const [id] = await db.write((tx) => addJobs(tx, kind, [payload], runAt, undefined, now))
        if (id === undefined) throw new Error('No job was added')
        return id
      }
      await db.write((tx) => tx.deleteFrom('job').execute())
      failed = await add('send-mail', { change: 5, user: 101 })
      const attempt = await claimDueJobs(db, ['send-mail'], now, now + 60, undefined, 'node-1:8080')
      if (attempt === null) throw new Error('The job was not claimed')
      const problem = 'smtp://mailer:pa55word@mail.example:25 refused\n    at /srv/app.js'
      await db.write((tx) => rescheduleJobs(tx, attempt, now + 20, problem))
      running = await add('deliver-webhook', { delivery: 7, attempt: 1 })
      await claimDueJobs(db, ['deliver-webhook'], now, now + 60, undefined, 'node-1:8080')
      waiting = await add('mail-owner', { login: 'alice', to: { address: 'alice@example.org' } })
      later = await add('send-mail', { change: 6, user: 102 }, now + 3600)
    })

    const list = async (query = '') => {
      const { status, body, headers } = await admin().get(`jobs${query}`)
      expect(status).toBe(200)
      return { ids: body.map(({ id }: { id: number }) => id), size: Number(headers['x-pagination-size']), body }
    }
    /** What a refusal must not change. */
    const readRows = () => server.world.db.read.selectFrom('job').selectAll().orderBy('id').execute()
    const expectUnchanged = async (request: () => Promise<{ readonly status: number }>, status: number) => {
      const read = async () => [await readRows(), (await admin().get('audit_log?limit=1')).body]
      const before = await read()
      expect((await request()).status).toBe(status)
      expect(await read()).toEqual(before)
    }
    const readLastEntry = async () => {
      const { body } = await admin().get('audit_log?limit=1')
      const [{ action, subject, detail, user }] = body
      return { action, subject, detail, by: user?.username }
    }

    describe('GET /jobs', () => {
      it('lists them, those that are due first, without payloads and secrets', async () => {
        const now = clock.now()
        const { body } = await list()
        const withoutZone = (date: string | null) => date && dateOf(Date.parse(date) / 1000)
        const shown = body.map((job: any) => ({
          ...job,
          created_on: withoutZone(job.created_on),
          next_attempt_on: withoutZone(job.next_attempt_on),
        }))
        const usual = { created_on: dateOf(now), last_error: null, node: null, attempts: 0 }
        expect(shown).toEqual([
          {
            ...usual,
            id: running,
            kind: 'deliver-webhook',
            state: 'running',
            subject: 'delivery 7, attempt 1',
            attempts: 1,
            next_attempt_on: null,
            node: 'node-1:8080',
          },
          {
            ...usual,
            id: waiting,
            kind: 'mail-owner',
            state: 'waiting',
            subject: '',
            next_attempt_on: dateOf(now),
          },
          {
            ...usual,
            id: failed,
            kind: 'send-mail',
            state: 'failed',
            subject: 'change 5, user 101',
            attempts: 1,
            next_attempt_on: dateOf(now + 20),
            last_error: 'smtp://mail.example:25 refused',
          },
          {
            ...usual,
            id: later,
            kind: 'send-mail',
            state: 'waiting',
            subject: 'change 6, user 102',
            next_attempt_on: dateOf(now + 3600),
          },
        ])
        expect(JSON.stringify(body)).not.toMatch(/pa55word|alice@|srv/)
      })

      it('filters them by state and kind', async () => {
        expect(await list('?state=waiting')).toMatchObject({ ids: [waiting, later], size: 2 })
        expect(await list('?state=running')).toMatchObject({ ids: [running], size: 1 })
        expect(await list('?state=failed')).toMatchObject({ ids: [failed], size: 1 })
        expect(await list('?kind=send-mail')).toMatchObject({ ids: [failed, later], size: 2 })
        expect(await list('?kind=send-mail&state=waiting')).toMatchObject({ ids: [later], size: 1 })
        expect(await list('?kind=unknown')).toMatchObject({ ids: [], size: 0 })
        expect(await list('?limit=1&offset=2')).toMatchObject({ ids: [failed], size: 4 })
      })

      it('shows a job whose node was lost as one that waits', async () => {
        clock.pass(61)
        expect(await list('?state=running')).toMatchObject({ ids: [], size: 0 })
        expect((await list('?kind=deliver-webhook')).body).toMatchObject([
          { state: 'waiting', node: null, attempts: 1 },
        ])
      })

      it('shows a job of an earlier release without its time', async () => {
        const { db } = server.world
        await db.write((tx) => tx.updateTable('job').set({ created_on: null }).where('id', '=', waiting).execute())
        expect((await list('?kind=mail-owner')).body).toMatchObject([{ id: waiting, created_on: null }])
      })

      it.each(['state=done', 'limit=0', 'limit=201', 'offset=-1'])('rejects %s with 400', async (query) => {
        expect((await admin().get(`jobs?${query}`)).status).toBe(400)
      })

      it('uses an index for each filter', async () => {
        if (dialect !== 'sqlite') return
        const planOf = async (where: string, order = 'run_at') => {
          const { rows } = await sql<{ detail: string }>`${sql.raw(
            `explain query plan select id from job where ${where} order by ${order}, id limit 50`,
          )}`.execute(server.world.db.read as never)
          return rows.map(({ detail }) => detail).join('\n')
        }
        expect(await planOf('1 = 1')).toMatch(/USING (COVERING )?INDEX job_by_(run_at|kind_run_at_id)/)
        expect(await planOf("kind = 'send-mail'")).toMatch(/INDEX job_by_kind_run_at_id/)
        expect(await planOf("kind = 'send-mail'")).not.toContain('TEMP B-TREE')
        expect(await planOf('attempts > 0 and locked_until >= 5', 'run_at + 0')).toMatch(/INDEX job_by_attempts/)
      })
    })

    it('GET /job_counts counts them by kind and state', async () => {
      const { status, body } = await admin().get('job_counts')
      expect([status, body]).toEqual([
        200,
        [
          { kind: 'deliver-webhook', waiting: 0, running: 1, failed: 0 },
          { kind: 'mail-owner', waiting: 1, running: 0, failed: 0 },
          { kind: 'send-mail', waiting: 1, running: 0, failed: 1 },
        ],
      ])
    })

    describe('POST /jobs/{id}/retry', () => {
      it('makes a failed job due now', async () => {
        const { status, text } = await admin().post(`jobs/${failed}/retry`)
        expect([status, text]).toEqual([200, ''])
        const due = await claimDueJobs(server.world.db, ['send-mail'], clock.now(), clock.now() + 60)
        expect(due).toMatchObject({ ids: [failed], attempts: 2 })
        expect(await readLastEntry()).toEqual({
          action: 'job retried',
          subject: `job ${failed}`,
          detail: { kind: 'send-mail' },
          by: 'admin',
        })
      })

      it('makes a job due now that waits for a later time', async () => {
        expect((await admin().post(`jobs/${later}/retry`)).status).toBe(200)
        expect((await list('?kind=send-mail')).ids).toEqual([later, failed])
      })

      it('rejects a running and an unknown job', async () => {
        await expectUnchanged(() => admin().post(`jobs/${running}/retry`), 409)
        await expectUnchanged(() => admin().post('jobs/987654/retry'), 404)
        await expectUnchanged(() => admin().post('jobs/none/retry'), 400)
      })
    })

    describe('DELETE /jobs/{id}', () => {
      it('removes a job that waits', async () => {
        const { status, text } = await admin().delete(`jobs/${waiting}`)
        expect([status, text]).toEqual([200, ''])
        expect((await list()).ids).toEqual([running, failed, later])
        expect(await readLastEntry()).toEqual({
          action: 'job removed',
          subject: `job ${waiting}`,
          detail: { kind: 'mail-owner' },
          by: 'admin',
        })
      })

      it('removes a failed job', async () => {
        expect((await admin().delete(`jobs/${failed}`)).status).toBe(200)
        expect((await list('?state=failed')).ids).toEqual([])
      })

      it('rejects a running and an unknown job, and the next scheduled backup', async () => {
        await expectUnchanged(() => admin().delete(`jobs/${running}`), 409)
        await expectUnchanged(() => admin().delete('jobs/987654'), 404)
        const [backup] = await server.world.db.write((tx) =>
          addJobs(tx, 'create-backup', [{}], clock.now() + 500, undefined),
        )
        await expectUnchanged(() => admin().delete(`jobs/${backup}`), 409)
        expect((await admin().post(`jobs/${backup}/retry`)).status).toBe(200)
      })
    })

    it('are managed by administrators of the site only', async () => {
      for (const [login, status] of [
        ['alice', 403],
        ['visitor', 401],
      ] as const) {
        for (const url of ['jobs', 'job_counts', 'site_health'])
          expect((await server.as(login).get(url)).status, `${login} ${url}`).toBe(status)
        await expectUnchanged(() => server.as(login).post(`jobs/${failed}/retry`), status)
        await expectUnchanged(() => server.as(login).delete(`jobs/${failed}`), status)
      }
    })

    it('are not changed by administrators who may only read', async () => {
      await server.createUser('rosa')
      const granted = { permission: 'read_only_administration', user_id: server.idOf('rosa') }
      expect((await admin().post('site_permissions', granted)).status).toBeLessThan(300)
      expect((await server.as('rosa').get('jobs')).status).toBe(200)
      await expectUnchanged(() => server.as('rosa').post(`jobs/${failed}/retry`), 403)
      await expectUnchanged(() => server.as('rosa').delete(`jobs/${failed}`), 403)
    })

    it('refuses in the language of the request', async () => {
      const { body } = await admin().send('DELETE', `jobs/${running}`, { headers: { 'accept-language': 'fr' } })
      expect(JSON.stringify(body)).toContain(`La tâche ${running} est en cours.`)
    })
  })
})
