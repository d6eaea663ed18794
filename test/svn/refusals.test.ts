import { once } from 'node:events'
import { readdir, rename } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { createApp } from '../../src/app/start/assemble.ts'
import { openWorld } from '../../src/app/start/open-world.ts'
import { defaultTimeouts } from '../../src/http/responses/timeouts.ts'
import type { ProjectId } from '../../src/kit/values/ids.ts'
import { addMember } from '../../src/projects/commands/add-member.ts'
import { removeMember } from '../../src/projects/commands/remove-member.ts'
import { changePassword } from '../../src/sign-in/commands/change-password.ts'
import { changeUser } from '../../src/sign-in/commands/change-user.ts'
import { createAccessKey } from '../../src/sign-in/commands/create-access-key.ts'
import { revokeAccessKey } from '../../src/sign-in/commands/revoke-access-key.ts'
import { bumpRevision } from '../kit/bump-revision.ts'
import { insertProject } from '../kit/project.ts'
import { enableSubversion } from '../kit/repositories.ts'
import { createServer, onEachDatabase } from '../kit/server.ts'
import { createSvnClient, createSvnKey, createWorkingDirectory } from '../kit/svn-client.ts'

const password = 'plenty of apples'
const system = { kind: 'system', reason: 'test' } as const
const basic = (login: string, secret: string): string => `Basic ${Buffer.from(`${login}:${secret}`).toString('base64')}`

interface WebDavResponse {
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

/** Sends a WebDAV request with an unmodified path. */
async function sendWebDav(
  url: string,
  path: string,
  { method = 'PROPFIND', ...headers }: Readonly<Record<string, string>>,
): Promise<WebDavResponse> {
  const { hostname, port } = new URL(url)
  const outgoing = request({ hostname, port, path, method, headers: { depth: '0', ...headers }, agent: false })
  outgoing.end()
  const [answer] = await once(outgoing, 'response')
  return { status: answer.statusCode, headers: answer.headers, text: await text(answer) }
}

describe.skipIf(inject('subversion') === null)('Subversion rejects', () => {
  onEachDatabase((dialect) => {
    const server = createServer(dialect)
    let url = ''
    let closed: ProjectId
    let workingDirectory: Awaited<ReturnType<typeof createWorkingDirectory>>
    const main = '/svnplugin/barn/main'
    const propfind = (path: string, headers: Readonly<Record<string, string>>) => sendWebDav(url, path, headers)
    const as = (login: string, secret = password) => ({ authorization: basic(login, secret) })

    beforeAll(async () => {
      for (const login of ['alice', 'bob', 'carol', 'dora', 'erin']) await server.createUser(login, { password })
      await insertProject(server, { shortName: 'field', members: ['carol'] }).then(async (id) =>
        enableSubversion(server, id),
      )
      closed = await insertProject(server, {
        shortName: 'barn',
        access: 'private',
        members: ['alice', 'bob', 'dora', 'erin'],
        administrators: ['alice'],
      })
      await enableSubversion(server, closed)
      for (const name of ['main', 'other'])
        expect((await server.as('alice').post('svn', { project_id: closed, name })).status).toBe(201)
      url = await server.app.listen({ host: '127.0.0.1', port: 0 })
      workingDirectory = await createWorkingDirectory()
    })
    afterAll(() => workingDirectory?.remove())

    it('requests without credentials, in public projects as well', async () => {
      for (const path of [main, '/svnplugin/field/none', '/svnplugin/', '/svnplugin/nowhere/x/y']) {
        const { status, headers } = await propfind(path, {})
        expect([status, headers['www-authenticate']]).toEqual([
          401,
          'Basic realm="Authentication is required to access the repository."',
        ])
      }
    })

    it('requests for a repository whose files are missing, without its path on the server', async () => {
      const query = server.world.db.read.selectFrom('repository').select('directory').where('name', '=', 'lost')
      const { body } = await server.as('alice').post('svn', { project_id: closed, name: 'lost' })
      const { directory } = await query.executeTakeFirstOrThrow()
      const files = path.join(server.world.config.dataDirectory, 'svn')
      const found = (await readdir(files, { recursive: true })).find((each) => path.basename(each) === directory)
      await rename(path.join(files, `${found}`, 'db', 'current'), path.join(files, `${found}`, 'db', 'gone'))
      const { status, text: error } = await propfind('/svnplugin/barn/lost', as('alice'))
      expect([status, body.name]).toEqual([500, 'lost'])
      expect(error).toContain('db/current')
      expect(error).not.toContain(files)
    })

    it('wrong passwords, keys of other users, keys with other scopes and expired keys', async () => {
      const expired = async (): Promise<string> => {
        const expiresOn = server.world.clock.now() + 1
        const key = { user: server.idOf('bob'), description: 'x', scopes: ['write:svn'], expiresOn } as const
        const { identifier } = await createAccessKey(server.world, system, key)
        await new Promise((resolve) => setTimeout(resolve, 2000))
        return identifier
      }
      const rest = server.credentials('bob')['x-auth-accesskey'] ?? ''
      for (const secret of ['wrong', await createSvnKey(server, 'alice'), rest, `${rest}x`, await expired()])
        expect((await propfind(main, as('bob', secret))).status).toBe(401)
      expect((await propfind(main, { 'x-auth-accesskey': await createSvnKey(server, 'bob') })).status).toBe(401)
      expect((await propfind(main, as('BOB', await createSvnKey(server, 'bob')))).status).toBe(207)
      const result = await createSvnClient(workingDirectory.directory, 'bob', 'wrong').attempt('list', url + main)
      expect(result.stderr).toContain('Authentication failed')
    })

    it('users without access, with the same response for missing projects, and missing repositories with 404', async () => {
      expect((await propfind(main, as('carol'))).status).toBe(403)
      expect((await propfind('/svnplugin/nowhere/main', as('carol'))).status).toBe(403)
      expect((await propfind('/svnplugin/barn/nothing', as('bob'))).status).toBe(404)
      expect((await propfind('/svnplugin/barn', as('bob'))).status).toBe(404)
      const { stderr } = await createSvnClient(workingDirectory.directory, 'carol', password).attempt(
        'list',
        url + main,
      )
      expect(stderr).toContain('You may not access this project')
    })

    it('paths and destinations outside the repository', async () => {
      for (const path of ['/../../field/x', '/%2e%2e/%2E%2E/field/x', '/..%2f..%2ffield%2fx', '/..%5c..%5cfield'])
        expect([403, 404]).toContain((await propfind(main + path, as('bob'))).status)
      expect((await propfind(`${main}/%2e%2e/other/`, as('bob'))).text).toContain('/svnplugin/barn/other/')
      for (const destination of [`${url}/svnplugin/barn/other/x`, `${url}${main}/../other/x`, 'http://x/', 'x'])
        expect((await propfind(main, { method: 'COPY', destination, ...as('bob') })).status).toBe(403)
      const secret = { 'x-svn-proxy-secret': 'guessed', ...as('bob') }
      expect((await propfind(main, secret)).status).toBe(207)
    })

    const epoch = 1

    it('a password of a user with a second factor, but not a key', async () => {
      const user_id = server.idOf('dora')
      expect((await propfind(main, as('dora'))).status).toBe(207)
      await server.world.db.write(async (tx) => {
        const totp = { user_id, secret: 'sealed', enabled_on: epoch, last_step: 0, failures: 0, failed_on: null }
        await tx.insertInto('totp').values(totp).execute()
        await bumpRevision(tx, 'users')
      })
      expect((await propfind(main, as('dora'))).status).toBe(401)
      expect((await propfind(main, as('dora', await createSvnKey(server, 'dora')))).status).toBe(207)
    })

    it('a password that has to be changed first, but not a key', async () => {
      const temporary = 'from the administrator'
      const body = { password: temporary, must_change_password: true }
      expect((await server.as('admin').put(`users/${server.idOf('erin')}/password`, body)).status).toBe(200)
      expect((await propfind(main, as('erin', temporary))).status).toBe(401)
      expect((await propfind(main, as('erin', await createSvnKey(server, 'erin')))).status).toBe(207)
      await server.as('admin').put(`users/${server.idOf('erin')}/password`, { password: temporary })
      expect((await propfind(main, as('erin', temporary))).status).toBe(207)
    })

    describe('on the next request, on every node', () => {
      let others = ''
      let close: () => Promise<void>
      beforeAll(async () => {
        const world = await openWorld(server.world.config, { log: pino({ level: 'silent' }) })
        const app = await createApp(world, { ...defaultTimeouts, idle: 400, drain: 300 })
        others = await app.listen({ host: '127.0.0.1', port: 0 })
        close = async () => {
          await app.close()
          await world.db.close()
        }
      })
      afterAll(() => close?.())
      const statuses = async (secret = password) => {
        const answers = [
          await sendWebDav(url, main, as('bob', secret)),
          await sendWebDav(others, main, as('bob', secret)),
        ]
        return answers.map(({ status }) => status)
      }

      it('a removed member', async () => {
        expect(await statuses()).toEqual([207, 207])
        await removeMember(server.world, system, closed, server.idOf('bob'))
        expect(await statuses()).toEqual([403, 403])
        await addMember(server.world, system, closed, server.idOf('bob'))
        expect(await statuses()).toEqual([207, 207])
      })

      it('a suspended user', async () => {
        await changeUser(server.world, system, server.idOf('bob'), { status: 'S' })
        const key = await createSvnKey(server, 'bob')
        expect(await statuses()).toEqual([401, 401])
        expect(await statuses(key)).toEqual([403, 403])
        await changeUser(server.world, system, server.idOf('bob'), { status: 'A' })
        expect(await statuses()).toEqual([207, 207])
      })

      it('a revoked key and an old password', async () => {
        const bob = server.idOf('bob')
        const key = { user: bob, description: 'x', scopes: ['write:svn'], expiresOn: null } as const
        const accessKey = await createAccessKey(server.world, system, key)
        expect(await statuses(accessKey.identifier)).toEqual([207, 207])
        await revokeAccessKey(server.world, system, bob, accessKey.id)
        expect(await statuses(accessKey.identifier)).toEqual([401, 401])
        await changePassword(server.world, system, bob, { password: 'another plenty of apples' })
        expect(await statuses()).toEqual([401, 401])
        await changePassword(server.world, system, bob, { password })
        expect(await statuses()).toEqual([207, 207])
      })

      it('an idle request, without waiting for the rest of its body', async () => {
        const { port } = new URL(others)
        const head = (length: number, more = '') =>
          `PUT ${main}/x HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic('bob', password)}\r\nContent-Length: ${length}\r\n${more}\r\n`
        const silent = connect(Number(port), '127.0.0.1')
        silent.write(head(1000))
        const received = text(silent).catch(() => '')
        await once(silent, 'close')
        expect(await received).not.toContain(' 200 ')
      })
    })

    it('a request before its body is sent with Expect, and without reading all of it otherwise', async () => {
      const { port } = new URL(url)
      const put = (login: string, secret: string, more: string): string =>
        `PUT ${main}/x HTTP/1.1\r\nHost: x\r\nAuthorization: ${basic(login, secret)}\r\nContent-Length: 9000000000\r\n${more}\r\n`
      const first = async (message: string): Promise<string> => {
        const socket = connect(Number(port), '127.0.0.1')
        socket.on('error', () => undefined)
        socket.write(message)
        const [firstChunk] = await once(socket, 'data')
        socket.destroy()
        return String(firstChunk).split('\r\n')[0] ?? ''
      }
      const expecting = 'Expect: 100-continue\r\n'
      expect(await first(put('bob', 'wrong', expecting))).toBe('HTTP/1.1 401 Unauthorized')
      expect(await first(put('carol', password, expecting))).toBe('HTTP/1.1 403 Forbidden')
      expect(await first(put('bob', password, expecting))).toBe('HTTP/1.1 100 Continue')
      expect(await first(put('carol', password, ''))).toBe('HTTP/1.1 403 Forbidden')
    })

    it('too many wrong passwords with 429 and Retry-After', async () => {
      const guesses = Array.from({ length: 12 }, (_, n) => propfind(main, as('alice', `guess ${n}`)))
      const rejected = (await Promise.all(guesses)).filter(({ status }) => status === 429)
      expect(rejected.length).toBeGreaterThan(0)
      expect(Number(rejected[0]?.headers['retry-after'])).toBeGreaterThan(0)
    })
  })
})
