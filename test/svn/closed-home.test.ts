import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, cp, link, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { prepareFirstStart } from '../../src/app/start/first-start.ts'
import { openWorld } from '../../src/app/start/open-world.ts'
import { readConfig } from '../../src/kit/system/config.ts'
import type { UserId } from '../../src/kit/values/ids.ts'
import { tryHooks } from '../../src/subversion/hooks/try-hooks.ts'
import { findRepositoryAccount } from '../../src/subversion/programs/account.ts'
import { findFreePort } from '../kit/free-port.ts'
import { insertProject } from '../kit/project.ts'
import { enableSubversion } from '../kit/repositories.ts'
import { createSvnClient, createWorkingDirectory } from '../kit/svn-client.ts'

const password = 'correct horse battery'
const admin = 101 as UserId
const isRoot = process.getuid?.() === 0
const checkout = fileURLToPath(new URL('../..', import.meta.url))

type Json = any

interface Starter {
  readonly name: string
  /** null: the user that runs the tests. */
  readonly account: { readonly uid: number; readonly gid: number } | null
}

/** Only root can start a server as another user. */
const starters: readonly Starter[] = isRoot
  ? [
      { name: 'root', account: null },
      { name: 'an ordinary user', account: { uid: 65_534, gid: 65_534 } },
    ]
  : [{ name: 'an ordinary user', account: null }]

if (!isRoot) process.stderr.write('Skipped: Subversion served by root, which requires root\n')

describe.skipIf(inject('subversion') === null)(
  'Subversion of a server whose home directory other users cannot access',
  () => {
    describe.each(starters)('started by $name', ({ account }) => {
      let home = ''
      let port = 0
      let project: number
      let server: ChildProcess | undefined
      let workingDirectory: Awaited<ReturnType<typeof createWorkingDirectory>>
      const data = () => path.join(home, 'data')
      const environment = () => ({
        TULIPWOOD_DATA: data(),
        TULIPWOOD_PORT: `${port}`,
        TULIPWOOD_ADMIN_PASSWORD: password,
        TULIPWOOD_LOG: 'silent',
      })
      const options = () => ({
        cwd: path.join(home, 'checkout'),
        env: { ...process.env, DATABASE_URL: '', ...environment() },
        ...(account ?? {}),
      })
      const node = () => path.join(home, 'node')

      async function start(): Promise<void> {
        server = spawn(node(), ['src/server.ts'], { ...options(), stdio: ['ignore', 'pipe', 'inherit'] })
        for (let output = ''; !/ready at/.test(output); )
          output += String((await once(server.stdout as NodeJS.ReadableStream, 'data'))[0])
      }
      const health = async (): Promise<Json> => (await fetch(`http://127.0.0.1:${port}/health`)).json() as Json
      const call = async (method: string, route: string, body?: object) => {
        const authorization = `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`
        const answer = await fetch(`http://127.0.0.1:${port}/api/${route}`, {
          method,
          headers: { 'content-type': 'application/json', authorization },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        })
        return { status: answer.status, body: JSON.parse((await answer.text()) || 'null') as Json }
      }
      const doctor = async () => {
        const child = spawn(node(), ['src/cli/main.ts', 'doctor', '--json'], {
          ...options(),
          stdio: ['ignore', 'pipe', 'ignore'],
        })
        const pieces: Buffer[] = []
        child.stdout.on('data', (piece) => pieces.push(piece))
        await once(child, 'close')
        const { checks } = JSON.parse(Buffer.concat(pieces).toString())
        return checks.find(({ name }: { name: string }) => name === 'subversion')
      }

      beforeAll(async () => {
        port = await findFreePort()
        workingDirectory = await createWorkingDirectory()
        home = await mkdtemp(path.join(tmpdir(), 'tulipwood-home-'))
        await mkdir(options().cwd)
        for (const name of ['src', 'package.json'])
          await cp(path.join(checkout, name), path.join(options().cwd, name), { recursive: true })
        await symlink(path.join(checkout, 'node_modules'), path.join(options().cwd, 'node_modules'))
        await link(process.execPath, node()).catch(() => cp(process.execPath, node()))
        const world = await openWorld(readConfig(environment()), { log: pino({ level: 'silent' }) })
        await prepareFirstStart(world)
        const parts = { shortName: 'pumps', members: ['admin'], administrators: ['admin'] }
        project = await insertProject(
          { world, idOf: () => admin } as unknown as Parameters<typeof insertProject>[0],
          parts,
        )
        await enableSubversion({ world }, project)
        await world.db.close()
        if (account !== null) {
          await chown(data(), account.uid, account.gid)
          for (const each of await readdir(data(), { recursive: true }))
            await chown(path.join(data(), each), account.uid, account.gid)
          await chown(home, account.uid, account.gid)
        }
        await chmod(home, 0o700)
      })
      afterEach(async () => {
        if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
        server.kill('SIGTERM')
        await once(server, 'exit')
      })
      afterAll(async () => {
        await workingDirectory?.remove()
        await rm(home, { recursive: true, force: true })
      })

      it('accepts and rejects commits, and keeps the home directory inaccessible', async () => {
        await start()
        expect(await health()).toEqual({ live: true, ready: true, disk: 'ok', subversion: 'ready' })
        const response = await call('POST', 'svn', {
          project_id: project,
          name: 'main',
          settings: { layout: ['trunk'] },
        })
        expect([response.status, response.body.error]).toEqual([201, undefined])
        const url = `http://127.0.0.1:${port}/svnplugin/pumps/main`
        const client = createSvnClient(workingDirectory.directory, 'admin', password)
        await client.run('mkdir', '-m', 'Réglage “a”', `${url}/trunk/a`)
        expect(await client.run('list', `${url}/trunk`)).toBe('a/\n')
        const file = path.join(workingDirectory.directory, 'file')
        await writeFile(file, 'the same\n'.repeat(1000))
        for (const name of ['one', 'two']) {
          const { code, stderr } = await client.attempt('import', '-m', 'x', file, `${url}/trunk/${name}`)
          expect([code, stderr]).toEqual([0, ''])
        }
        expect((await call('DELETE', `svn/${response.body.id}`)).status).toBe(202)
        await expect.poll(async () => (await call('GET', `svn/${response.body.id}`)).status).toBe(404)
        expect((await call('POST', `svn/${response.body.id}/restore`)).body.error).toBe(undefined)
        expect((await call('GET', `svn/${response.body.id}/tree?path=/trunk`)).status).toBe(200)
        const settings = {
          commit_rules: { is_reference_mandatory: true, is_commit_message_change_allowed: true },
          immutable_tags: { paths: ['trunk/a'], whitelist: [] },
          email_notifications: [],
          access_file: '',
        }
        expect((await call('PUT', `svn/${response.body.id}`, { settings })).status).toBe(200)
        const rejected = await client.attempt('mkdir', '-m', 'nothing', `${url}/trunk/b`)
        expect(rejected.stderr).toContain('Commit message must contains a reference')
        const edit = await client.attempt('propset', '--revprop', '-r', '2', 'svn:log', 'none', url)
        expect(edit.stderr).toContain('Commit message must contains a reference')
        await client.run('propset', '--revprop', '-r', '2', 'svn:log', 'After svn #main/2', url)
        expect(await client.run('log', '-q', url)).toMatch(/r2 .*r1 /s)
        expect((await doctor()).ok).toBe(true)
        for (const directory of [home, data()]) expect((await stat(directory)).mode & 0o007).toBe(0)
      })

      it('is reported as unavailable, with a fix, if hooks cannot run', async () => {
        const hooks = path.join(data(), 'svn/hooks')
        await rm(hooks, { recursive: true, force: true })
        await mkdir(path.dirname(hooks), { recursive: true })
        await writeFile(hooks, 'not a directory')
        await start()
        expect(await health()).toEqual({
          live: true,
          ready: true,
          disk: 'ok',
          subversion: 'absent',
          subversion_problem: expect.stringContaining('Hooks of repositories cannot run'),
        })
        expect((await health()).subversion_problem).toContain('Set TULIPWOOD_DATA to')
        const rejected = await call('POST', 'svn', { project_id: project, name: 'second' })
        expect([rejected.status, rejected.body.error.message]).toEqual([
          501,
          'Not Implemented: Subversion is not available on this server',
        ])
        expect(await doctor()).toMatchObject({ ok: false, detail: expect.stringContaining('Set TULIPWOOD_DATA to') })
      })
    })

    it.skipIf(!isRoot)('is checked at startup: reports a user that cannot access the directory', async () => {
      const home = await mkdtemp(path.join(tmpdir(), 'tulipwood-home-'))
      try {
        const dataDirectory = path.join(home, 'data')
        await mkdir(dataDirectory)
        const account = await findRepositoryAccount(dataDirectory)
        if (account === null || account === 'none') throw new Error('Root needs a user for repositories')
        const log = { error() {} }
        expect(account.directory?.path).toBe(path.join(dataDirectory, 'svn'))
        // As on systems without paths for file descriptors.
        expect(await tryHooks({ dataDirectory, account: { ...account, directory: null }, log })).toContain(
          `as ${account.user}: `,
        )
        expect(await tryHooks({ dataDirectory, account, log })).toBe(null)
        await chmod(home, 0o711)
        expect(await findRepositoryAccount(dataDirectory)).toMatchObject({ directory: null })
        expect(await tryHooks({ dataDirectory, account: { ...account, directory: null }, log })).toBe(null)
      } finally {
        await rm(home, { recursive: true, force: true })
      }
    })
  },
)
