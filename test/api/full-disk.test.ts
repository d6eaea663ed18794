import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminPassword } from '../kit/server-database.ts'
import { type ServerProcess, startServerProcess } from '../kit/server-process.ts'
import { offsetHeaders, tusHeaders } from '../kit/tus-requests.ts'
import { zipArchive } from '../kit/uploaded-archive.ts'

const mebibyte = 1_048_576

/** A mount namespace of its own; a user that is not root needs a user namespace for that as well. */
const namespaces = process.getuid?.() === 0 ? ['--mount'] : ['--user', '--map-root-user', '--mount']
const script = 'mount -t tmpfs -o size=16m tmpfs "$TULIPWOOD_DATA" && exec "$@"'
const within = ['unshare', ...namespaces, 'sh', '-c', script, 'sh']
const canMount = (folder: string): boolean =>
  spawnSync(within[0] as string, [...within.slice(1), 'true'], { env: { ...process.env, TULIPWOOD_DATA: folder } })
    .status === 0

describe.skipIf(!canMount(tmpdir()))('while the disk of the data folder is full', () => {
  let folder: string
  let server: ServerProcess
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'tulipwood-full-'))
    const env = {
      TULIPWOOD_DATA: folder,
      DATABASE_URL: '',
      TULIPWOOD_PORT: '0',
      TULIPWOOD_ADMIN_PASSWORD: adminPassword,
      TULIPWOOD_LOG: 'fatal',
    }
    server = await startServerProcess(env, within)
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
    expect((await send('PATCH', '/api/site_settings', { free_disk_reserve_bytes: 0 })).status).toBe(200)
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

  it('bytes over tus are answered 507, what arrived is kept, and the upload goes on from there', async () => {
    expect((await send('PATCH', '/api/site_settings', { free_disk_reserve_bytes: 0 })).status).toBe(200)
    const bytes = await zipArchive({ files: { 'data/noise': randomBytes(3 * mebibyte) } })
    const source = { file_name: 'noise.zip', file_size: bytes.length }
    const wanted = { shortname: 'noise', label: 'Noise', description: '', is_public: true, from_archive: source }
    const begun = await send('POST', '/api/projects', wanted)
    expect(begun.status).toBe(201)
    const url = new URL(begun.body.upload_href, server.api)
    const credentials = { authorization: headers.authorization, accept: 'application/json' }
    const offset = async () => {
      const { status, headers: told } = await fetch(url, {
        method: 'HEAD',
        headers: { ...credentials, ...tusHeaders() },
      })
      expect(status).toBe(204)
      return Number(told.get('upload-offset'))
    }
    const patch = async (from: number) => {
      const body = bytes.subarray(from)
      const answer = await fetch(url, { method: 'PATCH', headers: { ...credentials, ...offsetHeaders(from) }, body })
      return { status: answer.status, offset: answer.headers.get('upload-offset'), text: await answer.text() }
    }
    const filler = `/proc/${server.pid}/root${folder}/filler`
    await expect(writeFile(filler, Buffer.alloc(32 * mebibyte))).rejects.toThrow('ENOSPC')
    // Room for some of the bytes, and for the log of the database.
    await truncate(filler, (await stat(filler)).size - 2 * mebibyte)

    const refused = await patch(0)
    expect([refused.status, refused.offset]).toEqual([507, null])
    expect(JSON.parse(refused.text).error.code).toBe(507)
    const kept = await offset()
    expect([kept > 0, kept < bytes.length]).toEqual([true, true])
    // The disk is full to the last byte now.
    expect((await patch(kept)).status).toBe(507)
    expect(await offset()).toBe(kept)

    await rm(filler)
    expect(await patch(kept)).toEqual({ status: 204, offset: String(bytes.length), text: '' })
    const state = async () => (await send('GET', `/api/project_imports/${begun.body.id}`)).body.status
    await expect.poll(state, { timeout: 60_000 }).toBe('done')
  })
})
