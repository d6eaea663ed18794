import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { insertProject } from '../kit/project.ts'
import { createRepository, enableSubversion } from '../kit/repositories.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'
import { createSvnClient, createWorkingDirectory } from '../kit/svn-client.ts'

const password = 'plenty of apples'
const polling = { timeout: 120_000, interval: 100 }

describe.skipIf(inject('subversion') === null)('while Apache is down', () => {
  onEachDatabase((dialect) => {
    const server = createServer(dialect)
    let project: number
    let url = ''
    let workingDirectory: Awaited<ReturnType<typeof createWorkingDirectory>>
    const authorization = `Basic ${Buffer.from(`amy:${password}`).toString('base64')}`
    const propfind = (name: string) =>
      fetch(`${url}/svnplugin/pumps/${name}`, { method: 'PROPFIND', headers: { authorization, depth: '0' } })
    const health = async () => {
      const answer = await fetch(`${url}/health`)
      return [answer.status, await answer.json()]
    }
    const runs = () => path.join(server.world.config.dataDirectory, 'svn/run')

    beforeAll(async () => {
      await server.createUser('amy', { password })
      project = await insertProject(server, { shortName: 'pumps', administrators: ['amy'] })
      await enableSubversion(server, project)
      await createRepository(server, project, 'main')
      url = await server.app.listen({ host: '127.0.0.1', port: 0 })
      workingDirectory = await createWorkingDirectory()
    })
    afterAll(() => workingDirectory?.remove())

    /** Kills Apache and prevents its restart until the returned function is called. */
    async function stopApache(): Promise<() => Promise<void>> {
      const [run = ''] = await readdir(runs())
      const pid = Number(await readFile(path.join(runs(), run, 'httpd.pid'), 'utf8'))
      await rename(runs(), `${runs()}-away`)
      await writeFile(runs(), 'Prevents the creation of run directories')
      process.kill(pid, 'SIGKILL')
      return async () => {
        await rm(runs())
        await rename(`${runs()}-away`, runs())
      }
    }

    it('clients get 503 with Retry-After, the API keeps working, and Apache is restarted automatically', async () => {
      expect((await propfind('main')).status).toBe(207)
      expect(await health()).toEqual([200, { live: true, ready: true, disk: 'ok', subversion: 'ready' }])

      const restartApache = await stopApache()
      await expect.poll(async () => (await health())[1], polling).toMatchObject({ subversion: 'degraded' })
      const rejected = await propfind('main')
      expect([rejected.status, Number(rejected.headers.get('retry-after'))]).toEqual([503, expect.toSatisfy(isLater)])
      expect(await rejected.text()).toContain('Subversion is not available at the moment')
      const { stderr } = await createSvnClient(workingDirectory.directory, 'amy', password).attempt(
        'list',
        `${url}/svnplugin/pumps/main`,
      )
      expect(stderr).toContain('Subversion is not available at the moment')

      expect(await health()).toEqual([200, { live: true, ready: true, disk: 'ok', subversion: 'degraded' }])
      const response = await server.as('amy').post('svn', { project_id: project, name: 'second' })
      expect(response.status).toBe(201)
      expect((await server.as('amy').put(`${response.body.uri}/mail_settings`, { subject_header: 'x' })).status).toBe(
        200,
      )
      expect((await server.as('amy').get(`${response.body.uri}/tree`)).status).toBe(200)

      await restartApache()
      await expect.poll(async () => (await propfind('main')).status, polling).toBe(207)
      expect((await propfind('second')).status).toBe(207)
      expect(await health()).toEqual([200, { live: true, ready: true, disk: 'ok', subversion: 'ready' }])
    }, 180_000)
  })
})

const isLater = (seconds: number): boolean => Number.isInteger(seconds) && seconds > 0
