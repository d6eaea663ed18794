import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { prepareFirstStart } from '../../src/app/start/first-start.ts'
import { openWorld } from '../../src/app/start/open-world.ts'
import { readConfig } from '../../src/kit/system/config.ts'
import type { UserId } from '../../src/kit/values/ids.ts'
import { findFreePort } from '../kit/free-port.ts'
import { createDatabase } from '../kit/postgres-server.ts'
import { insertProject } from '../kit/project.ts'
import { enableSubversion } from '../kit/repositories.ts'
import { onEachDatabase } from '../kit/server.ts'
import { createSvnClient, createWorkingDirectory, runProgram, type SvnClient } from '../kit/svn-client.ts'
import { startWebhookReceiver } from '../kit/webhook-receiver.ts'

const password = 'correct horse battery'
const admin = 101 as UserId
/** Root starts the server as an unprivileged user; other users start it as themselves. */
const unprivileged = { uid: 65_534, gid: 65_534 }
const isRoot = process.getuid?.() === 0

describe.skipIf(inject('subversion') === null)('a Subversion server that is killed during commits', () => {
  onEachDatabase((dialect) => {
    const receiver = startWebhookReceiver()
    let directory = ''
    let port = 0
    let env: NodeJS.ProcessEnv
    let drop: (() => Promise<void>) | undefined
    let server: ChildProcess | undefined
    let workingDirectory: Awaited<ReturnType<typeof createWorkingDirectory>>
    let client: SvnClient
    let url = ''
    let repositoryPath = ''
    let isWriting = false

    beforeAll(async () => {
      directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-svn-crash-'))
      port = await findFreePort()
      const adminUrl = inject('postgresUrl')
      const postgres = dialect === 'postgres' && adminUrl !== null ? await createDatabase(adminUrl) : undefined
      drop = postgres?.drop
      const settings = {
        TULIPWOOD_DATA: directory,
        TULIPWOOD_PORT: `${port}`,
        TULIPWOOD_ADMIN_PASSWORD: password,
        TULIPWOOD_LOG: 'silent',
        DATABASE_URL: postgres?.url ?? '',
      }
      env = { ...process.env, ...settings }
      const world = await openWorld(readConfig(settings), { log: pino({ level: 'silent' }) })
      await prepareFirstStart(world)
      const parts = { shortName: 'pumps', members: ['admin'], administrators: ['admin'] }
      const project = await insertProject(
        { world, idOf: () => admin } as unknown as Parameters<typeof insertProject>[0],
        parts,
      )
      await enableSubversion({ world }, project)
      await world.db.close()
      if (isRoot) await changeOwner(directory)
      await start()
      const send = async (method: string, route: string, body: object) => {
        const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`
        const headers = { 'content-type': 'application/json', authorization }
        const answer = await fetch(`http://127.0.0.1:${port}/api/${route}`, {
          method,
          headers,
          body: JSON.stringify(body),
        })
        return { status: answer.status, text: await answer.text() }
      }
      const response = await send('POST', 'svn', { project_id: project, name: 'main' })
      expect(response.status).toBe(201)
      const allowed = await send('PATCH', 'site_settings', { outgoing_private_addresses: true })
      expect(allowed.status).toBe(200)
      const hook = await send('POST', `svn/${JSON.parse(response.text).id}/webhooks`, { url: receiver.url })
      expect(hook.status).toBe(201)
      url = `http://127.0.0.1:${port}/svnplugin/pumps/main`
      const repositories = path.join(directory, 'svn/repositories')
      repositoryPath = path.join(repositories, (await readdir(repositories))[0] ?? '')
      workingDirectory = await createWorkingDirectory()
      client = createSvnClient(workingDirectory.directory, 'admin', password)
      await client.run('list', url)
    }, 60_000)

    afterAll(async () => {
      isWriting = false
      if (server !== undefined && server.exitCode === null && server.signalCode === null) {
        // A failed test may have left it stopped; it then ignores SIGTERM.
        server.kill('SIGCONT')
        server.kill('SIGTERM')
        await once(server, 'exit')
      }
      await workingDirectory?.remove()
      await drop?.()
      await rm(directory, { recursive: true, force: true })
    })

    async function start(): Promise<void> {
      server = spawn(process.execPath, ['src/server.ts'], {
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
        ...(isRoot ? unprivileged : {}),
      })
      const out = server.stdout
      for (let output = ''; !/ready at/.test(output); )
        output += String((await once(out as NodeJS.ReadableStream, 'data'))[0])
    }

    /** The running Apache: its main process and the process group. */
    async function apache(): Promise<{ readonly pid: number; readonly group: number }> {
      const runs = path.join(directory, 'svn/run')
      for (const name of await readdir(runs)) {
        const pid = Number(await readFile(path.join(runs, name, 'httpd.pid'), 'utf8').catch(() => '0'))
        const running = (await processes()).find((each) => each.pid === pid)
        if (running !== undefined) return running
      }
      throw new Error('Apache is not running')
    }

    const aliveProcesses = async (group: number) => (await processes()).filter((each) => each.group === group)

    /** Directories whose commit was confirmed. */
    const confirmed: string[] = []
    async function write(name: string): Promise<void> {
      for (let n = 0; isWriting; n++) {
        const { code } = await client.attempt('mkdir', '-q', '-m', 'x', `${url}/${name}-${n}`)
        if (code === 0) confirmed.push(`${name}-${n}/`)
        else await wait(50)
      }
    }

    async function isServed(): Promise<void> {
      for (const end = Date.now() + 60_000; ; await wait(100)) {
        const { code, stderr } = await client.attempt('list', url)
        if (code === 0) return
        if (Date.now() > end) throw new Error(`Apache was not restarted: ${stderr}`)
      }
    }

    const kill = (pid: number): void => signal(pid, 'SIGKILL')
    const isServerKilled = (_: unknown): boolean => false
    const killServer = async (): Promise<void> => {
      const exited = once(server as ChildProcess, 'exit')
      kill(Number(server?.pid))
      await exited
    }
    const kills: [string, () => Promise<boolean>][] = [
      ['the server', async () => killServer().then(() => true)],
      ['Apache', async () => isServerKilled(kill((await apache()).pid))],
      [
        'both simultaneously',
        async () => {
          const { pid } = await apache()
          kill(pid)
          await killServer()
          return true
        },
      ],
      ['the watchdog of Apache', async () => isServerKilled(kill((await apache()).group))],
      [
        'the server and all processes but Apache',
        async () => {
          const { group, pid } = await apache()
          const others = (await aliveProcesses(group)).filter((each) => !/(apache2|httpd)$/.test(each.name))
          const pids = [Number(server?.pid), ...others.map((each) => each.pid)]
          // Stops all of them first, so that none reacts to the end of another one.
          for (const each of pids) signal(each, 'SIGSTOP')
          const exited = once(server as ChildProcess, 'exit')
          for (const each of pids) kill(each)
          await exited
          // Apache keeps running, because no process is left to end it.
          expect((await aliveProcesses(group)).map((each) => each.pid)).toContain(pid)
          return true
        },
      ],
    ]

    it.each(kills)(
      '%s: no confirmed commit is lost, the repository is served again, and no process is left',
      async (what, killProcesses) => {
        await isServed()
        const { group } = await apache()
        isWriting = true
        const name = what.replaceAll(' ', '-')
        const writers = [write(`${name}-a`), write(`${name}-b`)]
        const counted = () => confirmed.filter((each) => each.startsWith(name)).length
        await expect.poll(counted, { timeout: 60_000 }).toBeGreaterThan(1)
        // At a random time during the next commits.
        await wait(Math.random() * 500)
        const isServerGone = await killProcesses().finally(() => {
          isWriting = false
        })
        await Promise.all(writers)
        if (isServerGone) {
          if (!what.includes('but')) await expect.poll(() => aliveProcesses(group), { timeout: 30_000 }).toEqual([])
          await start()
        }
        await isServed()
        await expect.poll(() => aliveProcesses(group), { timeout: 30_000 }).toEqual([])
        expect(await runProgram('/usr/bin/svnadmin', ['verify', '-q', repositoryPath])).toMatchObject({
          code: 0,
          stderr: '',
        })
        const directories = (await client.run('list', url)).split('\n')
        expect(confirmed.filter((each) => !directories.includes(each))).toEqual([])
        await client.run('mkdir', '-m', 'after', `${url}/after-${name}`)
      },
      180_000,
    )

    it('delivers each commit to the webhook exactly once', async () => {
      const youngest = Number(await client.run('info', '--show-item', 'revision', url))
      server?.kill('SIGTERM')
      await once(server as ChildProcess, 'exit')
      const world = await openWorld(readConfig(env), { log: pino({ level: 'silent' }) })
      // No running worker holds these leases, so they are released immediately.
      await world.db.write((tx) => tx.updateTable('job').set({ locked_until: null, run_at: 0 }).execute())
      const deliveries = await world.db.read.selectFrom('webhook_delivery').select('revision').execute()
      await world.db.close()
      if (isRoot) await changeOwner(directory)
      const revisions = Array.from({ length: youngest }, (_, index) => index + 1)
      await start()
      const numbers = new Map<number, Set<unknown>>()
      const deliveredRevisions = () => {
        for (const { body, headers } of receiver.take()) {
          const { revision } = JSON.parse(body)
          numbers.set(revision, (numbers.get(revision) ?? new Set()).add(headers['x-tulipwood-delivery']))
        }
        return [...numbers.keys()].toSorted((a, b) => a - b)
      }
      await expect.poll(deliveredRevisions, { timeout: 60_000 }).toEqual(revisions)
      expect([...numbers].filter(([, each]) => each.size > 1)).toEqual([])
      expect(deliveries.map(({ revision }) => revision).toSorted((a, b) => Number(a) - Number(b))).toEqual(revisions)
      await isServed()
    }, 180_000)

    it('a server that receives SIGTERM leaves no process and no runtime files', async () => {
      const { group } = await apache()
      server?.kill('SIGTERM')
      await once(server as ChildProcess, 'exit')
      expect(await aliveProcesses(group)).toEqual([])
      expect(await readdir(path.join(directory, 'svn/run'))).toEqual([])
    })
  })
})

/** Processes started by a commit are short-lived: the process may have exited. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code !== 'ESRCH') throw problem
  }
}

async function processes(): Promise<{ pid: number; group: number; name: string }[]> {
  const running = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map(async (pid) => {
        const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
        const [, name = '', state, group] = /\((.*)\) (\S) \d+ (\d+)/s.exec(stat) ?? []
        return state === undefined || state === 'Z' ? [] : [{ pid: Number(pid), group: Number(group), name }]
      }),
  )
  return running.flat()
}

async function changeOwner(directory: string): Promise<void> {
  await chown(directory, unprivileged.uid, unprivileged.gid)
  for (const entry of await readdir(directory, { recursive: true, withFileTypes: true }))
    await chown(path.join(entry.parentPath, entry.name), unprivileged.uid, unprivileged.gid)
}
