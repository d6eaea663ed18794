import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { adminPassword } from '../kit/server-database.ts'
import { type ServerProcess, startServerProcess } from '../kit/server-process.ts'
import { smallDiskCommand } from '../kit/small-disk.ts'
import { buildOffsetHeaders, buildTusHeaders } from '../kit/tus-requests.ts'
import { createZipArchive } from '../kit/uploaded-archive.ts'

const mebibyte = 1_048_576

describe.skipIf(!inject('canMount'))('a full data disk', () => {
  let directory: string
  let server: ServerProcess
  beforeAll(async () => {
    directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-full-'))
    const env = {
      TULIPWOOD_DATA: directory,
      DATABASE_URL: '',
      TULIPWOOD_PORT: '0',
      TULIPWOOD_ADMIN_PASSWORD: adminPassword,
      TULIPWOOD_LOG: 'fatal',
    }
    server = await startServerProcess(env, smallDiskCommand)
  })
  afterAll(async () => {
    await server.kill()
    await rm(directory, { recursive: true, force: true })
  })

  const headers = {
    authorization: `Basic ${Buffer.from(`admin:${adminPassword}`).toString('base64')}`,
    'content-type': 'application/json',
  }
  const sendRequest = async (method: string, url: string, body?: object) => {
    const payload = body === undefined ? null : JSON.stringify(body)
    const response = await fetch(new URL(url, server.api), { method, headers, body: payload })
    return { status: response.status, body: JSON.parse((await response.text()) || 'null') }
  }
  const createUser = (login: string) =>
    sendRequest('POST', '/api/users', { username: login, real_name: login, email: `${login}@example.com` })

  it('makes writes return 507; reads and /health keep working, and writes recover with free space', async () => {
    expect(await sendRequest('GET', '/health')).toMatchObject({ status: 200, body: { ready: true, disk: 'ok' } })
    expect((await createUser('before')).status).toBe(201)
    // The disk is smaller than the reserve, so uploads would be rejected before the write.
    expect((await sendRequest('PATCH', '/api/site_settings', { free_disk_reserve_bytes: 0 })).status).toBe(200)
    // The data directory in the mount namespace of the server.
    const filler = `/proc/${server.pid}/root${directory}/filler`
    await expect(writeFile(filler, Buffer.alloc(32 * 1024 * 1024))).rejects.toThrow('ENOSPC')
    // SQLite reuses free space of its log before it needs the disk.
    const responses = []
    for (let n = 0; n < 500 && responses.at(-1)?.status !== 507; n++) responses.push(await createUser(`during_${n}`))
    const message =
      'Insufficient Storage: The server has no room left to store this. Ask its administrator to make room.'
    expect(responses.pop()).toEqual({ status: 507, body: { error: { code: 507, message } } })
    expect(responses.filter(({ status }) => status !== 201)).toEqual([])
    const file = { name: 'a.txt', mimetype: 'text/plain', content: 'YQ==' }
    expect((await sendRequest('POST', '/api/artifact_temporary_files', file)).status).toBe(507)
    expect((await sendRequest('GET', '/api/users/self')).status).toBe(200)
    expect(await sendRequest('GET', '/health')).toMatchObject({ status: 200, body: { ready: true, disk: 'full' } })

    await rm(filler)
    expect((await createUser('after')).status).toBe(201)
    expect((await sendRequest('POST', '/api/artifact_temporary_files', file)).status).toBe(201)
    expect(await sendRequest('GET', '/health')).toMatchObject({ status: 200, body: { ready: true, disk: 'ok' } })
    const logins = ((await sendRequest('GET', '/api/users?query=during_&limit=50')).body as { username: string }[])
      .length
    expect(logins).toBe(Math.min(50, responses.length))
    expect(server.hasEnded).toBe(false)
  })

  it('makes tus uploads return 507; stored bytes are kept, and the upload resumes with free space', async () => {
    expect((await sendRequest('PATCH', '/api/site_settings', { free_disk_reserve_bytes: 0 })).status).toBe(200)
    const bytes = await createZipArchive({ files: { 'data/noise': randomBytes(3 * mebibyte) } })
    const source = { file_name: 'noise.zip', file_size: bytes.length }
    const project = { shortname: 'noise', label: 'Noise', description: '', is_public: true, from_archive: source }
    const created = await sendRequest('POST', '/api/projects', project)
    expect(created.status).toBe(201)
    const url = new URL(created.body.upload_href, server.api)
    const credentials = { authorization: headers.authorization, accept: 'application/json' }
    const offset = async () => {
      const { status, headers: responseHeaders } = await fetch(url, {
        method: 'HEAD',
        headers: { ...credentials, ...buildTusHeaders() },
      })
      expect(status).toBe(204)
      return Number(responseHeaders.get('upload-offset'))
    }
    const patch = async (from: number) => {
      const body = bytes.subarray(from)
      const response = await fetch(url, {
        method: 'PATCH',
        headers: { ...credentials, ...buildOffsetHeaders(from) },
        body,
      })
      return { status: response.status, offset: response.headers.get('upload-offset'), text: await response.text() }
    }
    const filler = `/proc/${server.pid}/root${directory}/filler`
    await expect(writeFile(filler, Buffer.alloc(32 * mebibyte))).rejects.toThrow('ENOSPC')
    // Leave space for some of the bytes and for the log of the database.
    await truncate(filler, (await stat(filler)).size - 2 * mebibyte)

    const rejected = await patch(0)
    expect([rejected.status, rejected.offset]).toEqual([507, null])
    expect(JSON.parse(rejected.text).error.code).toBe(507)
    const storedOffset = await offset()
    expect([storedOffset > 0, storedOffset < bytes.length]).toEqual([true, true])
    // The disk is full to the last byte now.
    expect((await patch(storedOffset)).status).toBe(507)
    expect(await offset()).toBe(storedOffset)

    await rm(filler)
    expect(await patch(storedOffset)).toEqual({ status: 204, offset: String(bytes.length), text: '' })
    const readStatus = async () => (await sendRequest('GET', `/api/project_imports/${created.body.id}`)).body.status
    await expect.poll(readStatus, { timeout: 60_000 }).toBe('done')
  })
})
