import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../src/database/db/db.ts'
import { type RaceServers, startRaceServers } from '../kit/race-servers.ts'
import { getRounds } from '../kit/rounds.ts'
import { alwaysOnEachDatabase } from '../kit/server.ts'
import { createInstallation, type ServerInstallation } from '../kit/server-process.ts'

/** A few rounds by default; `npm run drill:races -- --rounds 1000` runs many. */
const rounds = getRounds('TULIPWOOD_RACE_ROUNDS', { quick: 5, full: 12 })
const timeout = 60_000 + rounds * 3000

alwaysOnEachDatabase((dialect) => {
  describe('deletions at the same time as other requests', () => {
    let home: ServerInstallation
    let servers: RaceServers

    beforeAll(async () => {
      home = await createInstallation(dialect)
      servers = await startRaceServers(home, dialect)
    })
    afterAll(async () => {
      await servers.stop()
      await home.remove()
    })

    async function countRows(work: (db: Database['read']) => Promise<readonly unknown[]>): Promise<number> {
      const world = await home.openWorld()
      try {
        return (await work(world.db.read)).length
      } finally {
        await world.db.close()
      }
    }

    it(
      'a webhook that several requests delete is deleted and recorded once',
      async () => {
        const webhooks = `trackers/${home.project.trackers.get('task')}/webhooks`
        for (let round = 0; round < rounds; round += 1) {
          const input = { url: 'http://127.0.0.1:9/hook', is_enabled: false }
          const { status, body } = await servers.call('POST', webhooks, input)
          expect(status).toBe(201)
          const deletions = Array.from({ length: 6 }, () => servers.call('DELETE', `tracker_webhooks/${body.id}`))
          const statuses = (await Promise.all(deletions)).map((each) => each.status).sort()
          expect(statuses).toEqual([200, 404, 404, 404, 404, 404])
        }
        servers.report('deleted webhooks', rounds, 0)
        const removals = (db: Database['read']) =>
          db.selectFrom('audit').select('id').where('action', '=', 'webhook removed').execute()
        expect(await countRows(removals)).toBe(rounds)
      },
      timeout,
    )

    it(
      'an app that is created while its project is deleted goes with it or is not created',
      async () => {
        for (let round = 0; round < rounds; round += 1) {
          const input = {
            shortname: `gone${round}`,
            label: `Gone ${round}`,
            is_public: true,
            template_id: 100,
            description: '',
          }
          const { status, body: project } = await servers.call('POST', 'projects', input)
          expect(status, JSON.stringify(project)).toBe(201)
          const apps = `projects/${project.id}/oauth2_apps`
          const create = () => servers.call('POST', apps, { name: 'Robot', redirect_uri: 'https://robot.example/' })
          const [deleted, ...created] = await Promise.all([
            servers.call('PUT', `projects/${project.id}/status`, { status: 'deleted' }),
            ...[create, create, create, create].map((each) => each()),
          ])
          expect(deleted.status).toBe(200)
          for (const each of created) expect([201, 404]).toContain(each.status)
          expect((await create()).status).toBe(404)
          expect((await servers.call('GET', apps)).status).toBe(404)
        }
        servers.report('apps of deleted projects', rounds, 0)
        const appsOfProjects = (db: Database['read']) =>
          db.selectFrom('oauth2_app').select('id').where('project_id', 'is not', null).execute()
        expect(await countRows(appsOfProjects)).toBe(0)
      },
      timeout,
    )
  })
})
