import { randomBytes } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { findFreePort } from '../kit/free-port.ts'
import type { ProgramResult } from '../kit/program-runner.ts'
import { enableSubversion } from '../kit/repositories.ts'
import { adminPassword } from '../kit/server-database.ts'
import { createInstallation, type ServerInstallation, type ServerProcess } from '../kit/server-process.ts'
import { createSvnClient, createWorkingDirectory, runProgram, type SvnClient } from '../kit/svn-client.ts'

interface Node {
  readonly process: ServerProcess
  readonly origin: string
  /** URL of the repository. */
  readonly url: string
}

const termSeconds = 3
const polling = { timeout: 30_000, interval: 50 }

describe.skipIf(inject('subversion') === null || inject('postgresUrl') === null)(
  'several nodes with repositories on a shared volume',
  () => {
    let installation: ServerInstallation
    let workingDirectory: Awaited<ReturnType<typeof createWorkingDirectory>>
    let client: SvnClient
    const running = new Set<Node>()
    // One node that owns the repositories and one that does not.
    let owner: Node
    let other: Node

    beforeAll(async () => {
      const env = { TULIPWOOD_SUBVERSION_LEASE: `${termSeconds}`, TULIPWOOD_SHUTDOWN_DELAY: '30' }
      installation = await createInstallation('postgres', { env })
      const world = await installation.openWorld()
      await enableSubversion({ world }, installation.project.projectId)
      await world.db.close()
      workingDirectory = await createWorkingDirectory()
      client = createSvnClient(workingDirectory.directory, 'admin', adminPassword)
      owner = await start()
      const response = await fetch(`${owner.origin}/api/svn`, {
        method: 'POST',
        headers: installation.headers,
        body: JSON.stringify({ project_id: installation.project.projectId, name: 'main' }),
      })
      expect(response.status).toBe(201)
      await list(owner)
      other = await start()
    })
    // A machine that stands still for longer than the term makes another node the owner.
    beforeEach(async () => {
      await expect.poll(async () => (await isOwner(owner)) !== (await isOwner(other)), polling).toBe(true)
      if (await isOwner(other)) [owner, other] = [other, owner]
    })
    afterAll(async () => {
      for (const node of running) await end(node)
      await workingDirectory?.remove()
      await installation?.remove()
    })

    async function start(more: Readonly<Record<string, string>> = {}): Promise<Node> {
      const port = await findFreePort()
      const origin = `http://127.0.0.1:${port}`
      const env = { TULIPWOOD_PORT: `${port}`, TULIPWOOD_NODE_URL: origin, ...more }
      const node = { process: await installation.startServer(env), origin, url: `${origin}/svnplugin/work/main` }
      running.add(node)
      return node
    }

    async function end(node: Node): Promise<void> {
      running.delete(node)
      await node.process.kill()
    }

    const metric = async ({ origin }: Node, name: string): Promise<number> => {
      const text = await (await fetch(`${origin}/metrics`)).text()
      return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1])
    }
    const isOwner = async (node: Node) => (await metric(node, 'tulipwood_subversion_owner')) === 1
    const owns = (node: Node) => expect.poll(() => isOwner(node), polling).toBe(true)
    const commit = (node: Node, name: string) => client.run('mkdir', '-q', '-m', name, `${node.url}/${name}`)
    const list = async (node: Node) => (await client.run('list', node.url)).split('\n')

    /** Processes that were started by a node, and the node. */
    async function processesOf({ process: { pid } }: Node): Promise<number[]> {
      const all = await Promise.all(
        (await readdir('/proc'))
          .filter((name) => /^\d+$/.test(name))
          .map(async (name) => {
            const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '')
            return { pid: Number(name), parent: Number(/\) \S (\d+)/.exec(stat)?.[1]) }
          }),
      )
      const found = [pid]
      for (const parent of found) found.push(...all.filter((each) => each.parent === parent).map((each) => each.pid))
      return found
    }

    /** The first process of each Apache of a node. */
    async function apachesOf(node: Node): Promise<number[]> {
      const found: number[] = []
      for (const pid of await processesOf(node)) {
        const started = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).split('\0')
        if (started.includes('-DFOREGROUND')) found.push(pid)
      }
      return found
    }

    async function signal(pids: readonly number[], name: NodeJS.Signals): Promise<void> {
      for (const pid of pids) {
        try {
          process.kill(pid, name)
        } catch {
          // It has ended.
        }
      }
    }

    async function verify(): Promise<void> {
      const repositories = path.join(`${installation.env['TULIPWOOD_DATA']}`, 'svn/repositories')
      const [directory = ''] = await readdir(repositories)
      const verified = await runProgram('/usr/bin/svnadmin', ['verify', '-q', path.join(repositories, directory)])
      expect(verified).toMatchObject({ code: 0, stderr: '' })
    }

    it('clients use any node: the one that does not own the repositories forwards them', async () => {
      await commit(other, 'through-another-node')
      expect(await list(owner)).toContain('through-another-node/')
      expect([await isOwner(owner), await isOwner(other)]).toEqual([true, false])

      await client.run('checkout', '-q', other.url, 'copy')
      const bytes = randomBytes(20_000_000)
      await writeFile(path.join(client.directory, 'copy/large.bin'), bytes)
      const copy = client.in('copy')
      await copy.run('add', '-q', 'large.bin')
      await copy.run('commit', '-q', '-m', 'large')
      await copy.run('move', '-q', 'large.bin', 'moved.bin')
      await copy.run('commit', '-q', '-m', 'moved')
      await client.run('export', '-q', `${owner.url}/moved.bin`, 'exported.bin')
      expect(bytes.equals(await readFile(path.join(client.directory, 'exported.bin')))).toBe(true)
      expect(await client.run('log', '-q', '-l', '1', owner.url)).toContain('admin')

      const refused = await createSvnClient(client.directory, 'admin', 'wrong').attempt('list', other.url)
      expect(refused.stderr).toContain('Authentication failed')
    })

    it('a request that was forwarded once, or pretends to be, is not forwarded again', async () => {
      const authorization = `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`
      const propfind = async (node: Node, headers: Readonly<Record<string, string>>) =>
        (await fetch(node.url, { method: 'PROPFIND', headers: { authorization, depth: '0', ...headers } })).status
      expect(await propfind(other, {})).toBe(207)
      const forged = { 'x-tulipwood-owner-token': 'a'.repeat(64), 'x-tulipwood-client-address': '10.1.1.1' }
      expect([await propfind(other, forged), await propfind(owner, forged)]).toEqual([503, 503])
    })

    it('a node without repositories forwards clients as well', async () => {
      const without = await start({ TULIPWOOD_SUBVERSION: 'no' })
      await commit(without, 'through-a-node-without-programs')
      await end(without)
      expect(await list(owner)).toContain('through-a-node-without-programs/')
    })

    it('after `kill -9` of the owner another node serves, and confirmed commits are there', async () => {
      const confirmed: string[] = []
      let isWriting = true
      const write = async () => {
        for (let n = 0; isWriting; n++) {
          const name = `before-kill-${n}`
          if ((await client.attempt('mkdir', '-q', '-m', name, `${other.url}/${name}`)).code === 0)
            confirmed.push(`${name}/`)
        }
      }
      const writing = write()
      await expect.poll(() => confirmed.length, polling).toBeGreaterThan(1)
      await end(owner)
      const count = confirmed.length
      await expect.poll(() => confirmed.length, polling).toBeGreaterThan(count + 1)
      isWriting = false
      await writing
      expect(await isOwner(other)).toBe(true)
      const found = await list(other)
      expect(confirmed.filter((name) => !found.includes(name))).toEqual([])
      await verify()
      owner = other
      other = await start()
    })

    it('an owner that was suspended for longer than its term commits nothing when it wakes', async () => {
      const fence = await metric(owner, 'tulipwood_subversion_fence')
      const confirmed: string[] = []
      let isWriting = true
      const write = async (worker: number) => {
        for (let n = 0; isWriting; n++) {
          const name = `suspended-${worker}-${n}`
          if ((await client.attempt('mkdir', '-q', '-m', name, `${owner.url}/${name}`)).code === 0)
            confirmed.push(`${name}/`)
        }
      }
      const writing = [write(1), write(2), write(3)]
      await expect.poll(() => confirmed.length, polling).toBeGreaterThan(2)
      const suspended = await processesOf(owner)
      await signal(suspended, 'SIGSTOP')
      isWriting = false
      // The process is alive, so that the other node waits for the end of the term.
      await owns(other)
      expect(await metric(other, 'tulipwood_subversion_fence')).toBeGreaterThan(fence)
      await commit(other, 'while-suspended')
      const before = await list(other)
      const count = confirmed.length

      await signal(suspended, 'SIGCONT')
      await Promise.all(writing)
      await expect.poll(async () => (await processesOf(owner)).length, polling).toBe(1)
      // Of a commit that had been carried out before, the response may arrive now.
      const found = await list(other)
      expect(found.filter((name) => !before.includes(name) && !confirmed.slice(count).includes(name))).toEqual([])
      expect(confirmed.filter((name) => !found.includes(name))).toEqual([])
      expect(await isOwner(owner)).toBe(false)
      await commit(owner, 'through-the-former-owner')
      expect(await list(other)).toContain('through-the-former-owner/')
      await verify()
    })

    it('requests succeed while the next owner prepares slowly, also through the node that hands over', async () => {
      const authorization = `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`
      const propfind = async (node: Node) =>
        (await fetch(node.url, { method: 'PROPFIND', headers: { authorization, depth: '0' } })).status
      const fence = await metric(owner, 'tulipwood_subversion_fence')
      await end(other)
      const isFast = path.join(client.directory, 'volume-is-fast')
      const slowVolume = `import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
const { symlink } = fs.promises
fs.promises.symlink = async (...names) => {
  while (!fs.existsSync(${JSON.stringify(isFast)})) await new Promise((resolve) => setTimeout(resolve, 50))
  return symlink(...names)
}
syncBuiltinESMExports()`
      const next = await start({
        NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(slowVolume)}`,
        TULIPWOOD_SUBVERSION_LEASE: '60',
      })
      const gateway = await start({ TULIPWOOD_SUBVERSION: 'no', TULIPWOOD_SUBVERSION_LEASE: '60' })
      expect(await propfind(gateway)).toBe(207)

      // Hands over for as long as its Apache, which ignores the signal to end, runs.
      await signal((await apachesOf(owner)).slice(0, 1), 'SIGSTOP')
      await signal([owner.process.pid], 'SIGTERM')
      const isReady = async () => (await fetch(`${owner.origin}/health/ready`)).ok
      await expect.poll(isReady, polling).toBe(false)
      const waiting = propfind(gateway)
      await expect.poll(() => metric(gateway, 'tulipwood_subversion_fence'), polling).toBeGreaterThan(fence)
      const results = Promise.all([waiting, propfind(gateway), propfind(next)])
      // Longer than the exchange with a former owner lasts that does not respond.
      await wait(8000)
      expect(await isOwner(next)).toBe(false)
      await writeFile(isFast, '')
      expect(await results).toEqual([207, 207, 207])
      await owns(next)
      await end(owner)
      await end(gateway)
      owner = next
      other = await start()
    })

    it('an owner that receives SIGTERM hands over, and no commit fails, however long its Apache takes to end', async () => {
      const results: ProgramResult[] = []
      let isWriting = true
      const write = async () => {
        for (let n = 0; isWriting; n++) {
          const name = `handed-over-${n}`
          results.push(await client.attempt('mkdir', '-q', '-m', name, `${other.url}/${name}`))
        }
      }
      const writing = write()
      await expect.poll(() => results.length, polling).toBeGreaterThan(1)
      // Ignores the signal to end, while its workers continue: it is killed later than a request waits for an owner.
      const apaches = await apachesOf(owner)
      expect(apaches.length).toBeGreaterThan(1)
      await signal(apaches.slice(0, 1), 'SIGSTOP')
      await signal([owner.process.pid], 'SIGTERM')
      await owns(other)
      expect(owner.process.hasEnded).toBe(false)
      await wait(500)
      isWriting = false
      await writing
      expect(results.flatMap(({ code, stderr }) => (code === 0 ? [] : [`${code}: ${stderr}`]))).toEqual([])
    })
  },
)
