import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { readProcessIdentity } from '../../src/kit/system/process-identity.ts'
import { startServing } from '../../src/subversion/owner/start-serving.ts'
import { insertProject } from '../kit/project.ts'
import { createRepository, enableSubversion } from '../kit/repositories.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'

const password = 'plenty of apples'
const polling = { timeout: 60_000, interval: 50 }

/** Process identities of an exited process of this boot, and of a process of an earlier boot. */
async function marks(): Promise<{ readonly gone: string; readonly beforeReboot: string }> {
  const child = spawn('/bin/true')
  await once(child, 'exit')
  const [id = '', bootId = '', , started = ''] = (await readProcessIdentity()).split(' ')
  const [, ...rest] = bootId.split('/')
  return {
    gone: [id, bootId, child.pid, started].join(' '),
    beforeReboot: [id, ['00000000-0000-4000-8000-000000000000', ...rest].join('/'), process.pid, started].join(' '),
  }
}

describe.skipIf(inject('subversion') === null || process.platform !== 'linux')(
  'runtime directories of earlier Apache processes',
  () => {
    onEachDatabase((dialect) => {
      const server = createServer(dialect)
      const unrelatedProcesses: ChildProcess[] = []
      let project: number
      let url = ''
      const runs = () => path.join(server.world.config.dataDirectory, 'svn/run')
      /** An unrelated process; any signal ends it. */
      const startUnrelatedProcess = (...args: readonly string[]): ChildProcess => {
        const child = spawn('/bin/sh', ['-c', 'while :; do sleep 1; done', 'sh', ...args], { stdio: 'ignore' })
        unrelatedProcesses.push(child)
        return child
      }
      const isAlive = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null
      const createRunDirectory = async (name: string, mark: string, pid: number | undefined): Promise<string> => {
        const directory = path.join(runs(), name)
        await mkdir(directory, { recursive: true })
        await writeFile(path.join(directory, 'mark'), mark)
        await writeFile(path.join(directory, 'httpd.pid'), `${pid}\n`)
        await writeFile(path.join(directory, 'httpd.conf'), '')
        return directory
      }
      const propfind = (name: string): Promise<number> =>
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
        for (const child of unrelatedProcesses) {
          const exited = isAlive(child) && once(child, 'exit')
          child.kill('SIGKILL')
          await exited
        }
      })

      it('are removed without signaling unrelated processes with the same ids', async () => {
        const { gone: exited, beforeReboot } = await marks()
        const [afterCrash, afterReboot] = [startUnrelatedProcess(), startUnrelatedProcess()]
        const crashed = await createRunDirectory('crashed', exited, afterCrash.pid)
        const rebooted = await createRunDirectory('rebooted', beforeReboot, afterReboot.pid)
        const reader = startUnrelatedProcess(path.join(crashed, 'httpd.conf'))
        await startServing(server.world)
        await expect.poll(() => propfind('main'), polling).toBe(207)
        expect((await readdir(runs())).filter((name) => name === 'crashed')).toEqual([])
        // The directory of another boot may belong to another machine with the same data, so it stays.
        expect((await readdir(rebooted)).sort()).toEqual(['httpd.conf', 'httpd.pid', 'mark'])
        expect([afterCrash, afterReboot, reader].map(isAlive)).toEqual([true, true, true])
      })

      it('do not cause signals to an unrelated process whose id is in the pid file', async () => {
        expect(await propfind('main')).toBe(207)
        const [run = ''] = (await readdir(runs())).filter((name) => name !== 'rebooted')
        const file = path.join(runs(), run, 'httpd.pid')
        const own = await readFile(file, 'utf8')
        const unrelated = startUnrelatedProcess()
        await writeFile(file, `${unrelated.pid}\n`)
        await createRepository(server, project, 'second')
        expect(await propfind('second')).toBe(503)
        expect(isAlive(unrelated)).toBe(true)
        await writeFile(file, own)
        expect(await propfind('second')).toBe(207)
        expect(isAlive(unrelated)).toBe(true)
      })
    })
  },
)
