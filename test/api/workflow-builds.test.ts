import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runBuild } from '../../src/artifacts/jobs/run-build.ts'
import {
  createProjectFixture,
  fieldDefinition,
  type ProjectFixture,
  staticBind,
  trackerDefinition,
} from '../kit/project-fixture.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'
import { startWebhookReceiver } from '../kit/webhook-receiver.ts'

onEachDatabase((dialect) => {
  describe('a transition that starts builds', () => {
    const server = createServer(dialect)
    const ci = startWebhookReceiver()
    let garden: ProjectFixture
    let gardens = 0

    const id = (key: string) => garden.fields.get(key) as number
    const value = (key: string) => garden.values.get(key) as number
    const mend = (artifact: number) =>
      server.as('alice').put(`artifacts/${artifact}`, {
        values: [{ field_id: id('status'), bind_value_ids: [value('Mended')] }],
      })
    const aLeak = async () => {
      const changes = [{ by: server.idOf('alice'), values: { status: [value('Open')] } }]
      const [leak] = await garden.createArtifacts({ tracker: 'leak', changes })
      return leak as number
    }
    const allowPrivate = (allowed: boolean) =>
      server.as('admin').patch('site_settings', { outgoing_private_addresses: allowed })
    const orders = () => server.world.db.read.selectFrom('job').selectAll().where('kind', '=', 'run-build').execute()

    beforeAll(() => server.createUser('alice'))
    beforeEach(async () => {
      gardens += 1
      garden = await createProjectFixture(server, `garden-${gardens}`, {
        members: [server.idOf('alice')],
        trackers: () => [
          {
            ...trackerDefinition('leak', [
              fieldDefinition('sb', 'status', { bind: staticBind(['Open', ''], ['Mended', ''], ['Gone', '']) }),
              fieldDefinition('string', 'title'),
            ]),
            workflow: {
              field: 'status',
              isUsed: true,
              isAdvanced: true,
              isLegacy: false,
              transitions: [
                {
                  from: 'Open',
                  to: 'Mended',
                  groups: [3 as never],
                  notEmptyFields: [],
                  isCommentRequired: false,
                  actions: [{ kind: 'run_job', jobUrl: `${ci.url}/leak` }],
                },
              ],
            },
          },
        ],
      })
      ci.answer = { status: 200, body: '' }
      ci.take()
      await server.world.db.write(async (tx) => {
        await tx.deleteFrom('job').where('kind', '=', 'run-build').execute()
      })
    })

    it('tells the build server what was changed, by whom', async () => {
      expect((await allowPrivate(true)).status).toBe(200)
      const leak = await aLeak()
      expect((await mend(leak)).status).toBe(200)
      expect(ci.take()).toEqual([])
      expect(await runJobs(server.world)).toMatchObject({ 'run-build': 1 })
      const [call, ...more] = ci.take()
      expect(more).toEqual([])
      expect(call).toMatchObject({
        url: '/hook/leak',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      expect(Object.fromEntries(new URLSearchParams(call?.body))).toEqual({
        userId: `${server.idOf('alice')}`,
        projectId: `${garden.projectId}`,
        artifactId: `${leak}`,
        trackerId: `${garden.trackers.get('leak')}`,
      })
    })
    it('starts none when the change is refused, or none of its business', async () => {
      const leak = await aLeak()
      const wrong = { values: [{ field_id: id('status'), bind_value_ids: [value('Gone')] }] }
      expect((await server.as('alice').put(`artifacts/${leak}`, wrong)).status).toBe(400)
      const title = { values: [{ field_id: id('title'), value: 'Roof' }] }
      expect((await server.as('alice').put(`artifacts/${leak}`, title)).status).toBe(200)
      expect(await orders()).toEqual([])
    })
    it('tries again when the build server does not understand, and gives up after a day', async () => {
      await allowPrivate(true)
      await mend(await aLeak())
      ci.answer = { status: 500, body: '' }
      const [order] = await orders()
      const payload = JSON.parse(order?.payload ?? '')
      await server.world.cache.refresh()
      await expect(runBuild.run(payload, server.world)).rejects.toThrow('The build server responded with 500')
      const tomorrow = server.world.clock.now() + 24 * 3600
      await runBuild.run(payload, { ...server.world, clock: { now: () => tomorrow } })
      expect(ci.take()).toHaveLength(2)
    })
    it('goes to no address of the own network, unless that is allowed', async () => {
      await allowPrivate(false)
      await mend(await aLeak())
      const [order] = await orders()
      await server.world.cache.refresh()
      await expect(runBuild.run(JSON.parse(order?.payload ?? ''), server.world)).rejects.toThrow(/public net/)
      expect(ci.take()).toEqual([])
    })
  })
})
