import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { processIdentity } from '../../src/kit/process-identity.ts'
import { startServing } from '../../src/subversion/start-serving.ts'
import { insertProject } from '../kit/project.ts'
import { createRepository, enableSubversion } from '../kit/repositories.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

const password = 'plenty of apples'
const patience = { timeout: 60_000, interval: 50 }

/** Of a process of this start of the machine that is gone, and of one of an earlier start. */
async function marks(): Promise<{ readonly gone: string; readonly beforeReboot: string }> {
  const child = spawn('/bin/true')
  await once(child, 'exit')
  const [id = '', place = '', , started = ''] = (await processIdentity()).split(' ')
  const [, ...rest] = place.split('/')
  return {
    gone: [id, place, child.pid, started].join(' '),
    beforeReboot: [id, ['00000000-0000-4000-8000-000000000000', ...rest].join('/'), process.pid, started].join(' '),
  }
}

describe.skipIf(inject('subversion') === null || process.platform !== 'linux')('what runs of Apache left', () => {
  onEachDatabase((dialect) => {
    const server = createServer(dialect)
    const strangers: ChildProcess[] = []
    let project: number
    let url = ''
    const runs = () => path.join(server.world.config.dataFolder, 'svn/run')
    /** A process that has nothing to do with us; any signal that it is sent ends it. */
    const stranger = (...args: readonly string[]): ChildProcess => {
      const child = spawn('/bin/sh', ['-c', 'while :; do sleep 1; done', 'sh', ...args], { stdio: 'ignore' })
      strangers.push(child)
      return child
    }
    const isAlive = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null
    const leave = async (name: string, mark: string, pid: number | undefined): Promise<string> => {
      const folder = path.join(runs(), name)
      await mkdir(folder, { recursive: true })
      await writeFile(path.join(folder, 'mark'), mark)
      await writeFile(path.join(folder, 'httpd.pid'), `${pid}\n`)
      await writeFile(path.join(folder, 'httpd.conf'), '')
      return folder
    }
    const ask = (name: string): Promise<number> =>
      fetch(`${url}/svnplugin/pumps/${name}`, {
        method: 'PROPFIND',
        headers: { authorization: `Basic ${Buffer.from(`amy:${password}`).toString('base64')}`, depth: '0' },
      }).then(({ status }) => status)

    beforeAll(async () => {
      await server.createUser('amy', { password })
      project = await insertProject(server, { shortName: 'pumps', administrators: ['amy'] })
      await enableSubversion(server, project)
      await createRepository(server, project, 'main')
      url = await server.app.listen({ host: '127.0.0.1', port: 0 })
    })
    afterAll(async () => {
      for (const child of strangers) {
        const gone = isAlive(child) && once(child, 'exit')
        child.kill('SIGKILL')
        await gone
      }
    })

    it('is cleared away without ending anybody, whose numbers are those of the processes of then', async () => {
      const { gone, beforeReboot } = await marks()
      const [afterCrash, afterReboot] = [stranger(), stranger()]
      const crashed = await leave('crashed', gone, afterCrash.pid)
      const rebooted = await leave('rebooted', beforeReboot, afterReboot.pid)
      const reader = stranger(path.join(crashed, 'httpd.conf'))
      await startServing(server.world)
      await expect.poll(() => ask('main'), patience).toBe(207)
      expect((await readdir(runs())).filter((name) => name === 'crashed')).toEqual([])
      // Whether that machine lives on elsewhere, with the same data, cannot be told.
      expect((await readdir(rebooted)).sort()).toEqual(['httpd.conf', 'httpd.pid', 'mark'])
      expect([afterCrash, afterReboot, reader].map(isAlive)).toEqual([true, true, true])
    })

    it('gives no stranger a signal that is meant for Apache', async () => {
      expect(await ask('main')).toBe(207)
      const [run = ''] = (await readdir(runs())).filter((name) => name !== 'rebooted')
      const file = path.join(runs(), run, 'httpd.pid')
      const own = await readFile(file, 'utf8')
      const another = stranger()
      await writeFile(file, `${another.pid}\n`)
      await createRepository(server, project, 'second')
      expect(await ask('second')).toBe(503)
      expect(isAlive(another)).toBe(true)
      await writeFile(file, own)
      expect(await ask('second')).toBe(207)
      expect(isAlive(another)).toBe(true)
    })
  })
})
