import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { actionJobs } from '../../src/trackers/jobs/action-jobs.ts'
import type { World } from '../../src/world/model/world.ts'
import {
  createFieldDefinition,
  createProjectFixture,
  createStaticBind,
  createTrackerDefinition,
  type ProjectFixture,
} from '../kit/project-fixture.ts'
import { runJobs } from '../kit/run-jobs.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'
import { startWebhookReceiver } from '../kit/webhook-receiver.ts'

onEachDatabase((dialect) => {
  describe('a transition that triggers builds', () => {
    const server = createServer(dialect)
    const ci = startWebhookReceiver()
    let project: ProjectFixture
    let projectCount = 0

    const runBuild = (payload: unknown, world: World): Promise<void> | undefined =>
      actionJobs.find(({ kind }) => kind === 'run-build')?.run(payload, world)
    const id = (key: string) => project.fields.get(key) as number
    const value = (key: string) => project.values.get(key) as number
    const setMended = (artifact: number) =>
      server.as('alice').put(`artifacts/${artifact}`, {
        values: [{ field_id: id('status'), bind_value_ids: [value('Mended')] }],
      })
    const createLeak = async () => {
      const changes = [{ by: server.idOf('alice'), values: { status: [value('Open')] } }]
      const [leak] = await project.createArtifacts({ tracker: 'leak', changes })
      return leak as number
    }
    const allowPrivate = (allowed: boolean) =>
      server.as('admin').patch('site_settings', { outgoing_private_addresses: allowed })
    const listBuildJobs = () =>
      server.world.db.read.selectFrom('job').selectAll().where('kind', '=', 'run-build').execute()

    beforeAll(() => server.createUser('alice'))
    beforeEach(async () => {
      projectCount += 1
      project = await createProjectFixture(server, `garden-${projectCount}`, {
        members: [server.idOf('alice')],
        trackers: () => [
          {
            ...createTrackerDefinition('leak', [
              createFieldDefinition('sb', 'status', {
                bind: createStaticBind(['Open', ''], ['Mended', ''], ['Gone', '']),
              }),
              createFieldDefinition('string', 'title'),
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

    it('sends the artifact and the user to the build server', async () => {
      expect((await allowPrivate(true)).status).toBe(200)
      const leak = await createLeak()
      expect((await setMended(leak)).status).toBe(200)
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
        projectId: `${project.projectId}`,
        artifactId: `${leak}`,
        trackerId: `${project.trackers.get('leak')}`,
      })
    })
    it('triggers no build when the change is rejected or does not match', async () => {
      const leak = await createLeak()
      const invalid = { values: [{ field_id: id('status'), bind_value_ids: [value('Gone')] }] }
      expect((await server.as('alice').put(`artifacts/${leak}`, invalid)).status).toBe(400)
      const title = { values: [{ field_id: id('title'), value: 'Roof' }] }
      expect((await server.as('alice').put(`artifacts/${leak}`, title)).status).toBe(200)
      expect(await listBuildJobs()).toEqual([])
    })
    it('retries when the build server fails, and gives up after a day', async () => {
      await allowPrivate(true)
      await setMended(await createLeak())
      ci.answer = { status: 500, body: '' }
      const [job] = await listBuildJobs()
      const payload = JSON.parse(job?.payload ?? '')
      await server.world.cache.refresh()
      await expect(runBuild(payload, server.world)).rejects.toThrow('The build server responded with 500')
      const tomorrow = server.world.clock.now() + 24 * 3600
      await runBuild(payload, { ...server.world, clock: { now: () => tomorrow } })
      expect(ci.take()).toHaveLength(2)
    })
    it('does not call private addresses unless the site allows it', async () => {
      await allowPrivate(false)
      await setMended(await createLeak())
      const [job] = await listBuildJobs()
      await server.world.cache.refresh()
      await expect(runBuild(JSON.parse(job?.payload ?? ''), server.world)).rejects.toThrow(/private address/)
      expect(ci.take()).toEqual([])
    })
  })
})
