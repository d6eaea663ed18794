import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Process, serve } from '../kit/home.ts'
import { adminPassword } from '../kit/ready-database.ts'

/** A mount namespace of its own; a user that is not root needs a user namespace for that as well. */
const namespaces = process.getuid?.() === 0 ? ['--mount'] : ['--user', '--map-root-user', '--mount']
const script = 'mount -t tmpfs -o size=16m tmpfs "$TULIPWOOD_DATA" && exec "$@"'
const within = ['unshare', ...namespaces, 'sh', '-c', script, 'sh']
const canMount = (folder: string): boolean =>
  spawnSync(within[0] as string, [...within.slice(1), 'true'], { env: { ...process.env, TULIPWOOD_DATA: folder } })
    .status === 0

describe.skipIf(!canMount(tmpdir()))('while the disk of the data folder is full', () => {
  let folder: string
  let server: Process
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'tulipwood-full-'))
    const env = {
      TULIPWOOD_DATA: folder,
      DATABASE_URL: '',
      TULIPWOOD_PORT: '0',
      TULIPWOOD_ADMIN_PASSWORD: adminPassword,
      TULIPWOOD_LOG: 'fatal',
    }
    server = await serve(env, within)
  })
  afterAll(async () => {
    await server.kill()
    await rm(folder, { recursive: true, force: true })
  })

  const headers = {
    authorization: `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`,
    'content-type': 'application/json',
  }
  const send = async (method: string, url: string, body?: object) => {
    const sent = body === undefined ? null : JSON.stringify(body)
    const answer = await fetch(new URL(url, server.api), { method, headers, body: sent })
    return { status: answer.status, body: JSON.parse((await answer.text()) || 'null') }
  }
  const createUser = (login: string) =>
    send('POST', '/api/users', { username: login, real_name: login, email: `${login}@example.com` })

  it('writes are answered 507, reads go on, /health says so, and with room again everything works', async () => {
    expect(await send('GET', '/health')).toMatchObject({ status: 200, body: { ready: true, disk: 'ok' } })
    expect((await createUser('before')).status).toBe(201)
    // Else an upload is refused before it is tried: the disk is smaller than the reserve.
    expect((await send('PATCH', '/api/platform_settings', { free_disk_reserve_bytes: 0 })).status).toBe(200)
    // The folder as the server sees it.
    const filler = `/proc/${server.pid}/root${folder}/filler`
    await expect(writeFile(filler, Buffer.alloc(32 * 1024 * 1024))).rejects.toThrow('ENOSPC')
    // SQLite writes where its log has room from before, until it has none.
    const answers = []
    for (let n = 0; n < 500 && answers.at(-1)?.status !== 507; n++) answers.push(await createUser(`during_${n}`))
    const message =
      'Insufficient Storage: The server has no room left to store this. Ask its administrator to make room.'
    expect(answers.pop()).toEqual({ status: 507, body: { error: { code: 507, message } } })
    expect(answers.filter(({ status }) => status !== 201)).toEqual([])
    const file = { name: 'a.txt', mimetype: 'text/plain', content: 'YQ==' }
    expect((await send('POST', '/api/artifact_temporary_files', file)).status).toBe(507)
    expect((await send('GET', '/api/users/self')).status).toBe(200)
    expect(await send('GET', '/health')).toMatchObject({ status: 200, body: { ready: true, disk: 'full' } })

    await rm(filler)
    expect((await createUser('after')).status).toBe(201)
    expect((await send('POST', '/api/artifact_temporary_files', file)).status).toBe(201)
    expect(await send('GET', '/health')).toMatchObject({ status: 200, body: { ready: true, disk: 'ok' } })
    const logins = ((await send('GET', '/api/users?query=during_&limit=50')).body as { username: string }[]).length
    expect(logins).toBe(Math.min(50, answers.length))
    expect(server.hasEnded).toBe(false)
  })
})
