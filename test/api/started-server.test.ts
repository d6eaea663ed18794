import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }

/** A module that reports when the server loads fetch, whose types the runtime loads at their first use. */
const reportUseOfFetch = `data:text/javascript,${encodeURIComponent(`
  const { get } = Object.getOwnPropertyDescriptor(globalThis, 'Response')
  Object.defineProperty(globalThis, 'Response', { configurable: true, get() { console.log('uses fetch'); return get.call(this) } })
`)}`

/** Tests the file that `npm start` runs, with the files that are distributed with it. */
describe('the server started by npm start', () => {
  const password = 'correct horse battery'
  let directory = ''
  let server: ChildProcess
  let url = ''
  let output = ''

  beforeAll(async () => {
    await promisify(execFile)(process.execPath, ['tools/build-server.mjs'])
    directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-started-'))
    // The command line creates the database first, without the password. The server still applies the password.
    const first = { ...process.env, TULIPWOOD_DATA: directory, TULIPWOOD_ADMIN_PASSWORD: '', DATABASE_URL: '' }
    const { stderr } = await promisify(execFile)(process.execPath, ['src/cli/main.ts', 'demo'], { env: first })
    expect(stderr).toContain('has no password yet')
    const env = { TULIPWOOD_DATA: directory, TULIPWOOD_PORT: '0', TULIPWOOD_ADMIN_PASSWORD: password, DATABASE_URL: '' }
    const file = manifest.scripts.start.split(' ').at(-1) as string
    server = spawn(process.execPath, ['--import', reportUseOfFetch, file], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    server.stdout?.on('data', (chunk) => {
      output += chunk
    })
    const ready = /ready at (http:\/\/127\.0\.0\.1:\d+)/
    await vi.waitUntil(() => ready.test(output), { timeout: 20_000 })
    url = ready.exec(output)?.[1] as string
  })

  afterAll(async () => {
    server.kill('SIGKILL')
    await rm(directory, { recursive: true, force: true })
  })

  const api = async (method: string, apiPath: string, body?: object) => {
    const response = await fetch(`${url}/api/${apiPath}`, {
      method,
      headers: {
        authorization: `Basic ${Buffer.from(`admin:${password}`).toString('base64')}`,
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
  }

  /** Returns the resident memory of the process in MiB. */
  const residentMemory = async (): Promise<number> => {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', `${server.pid}`])
    return Number(stdout) / 1024
  }

  it('buffers one response for a client that pipelines hundreds of requests and reads none', async () => {
    const one = await fetch(`${url}/api/explorer/openapi.json`)
    expect((await one.arrayBuffer()).byteLength).toBeGreaterThan(200_000)
    const before = await residentMemory()
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.pause()
    socket.write('GET /api/explorer/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(300))
    let highest = before
    for (let sample = 0; sample < 20; sample++) {
      // Other requests are served in the meantime, so that memory has time to grow.
      expect((await fetch(`${url}/api/version`)).status).toBe(200)
      await setTimeout(100)
      highest = Math.max(highest, await residentMemory())
    }
    socket.destroy()
    expect(highest - before).toBeLessThan(64)
  })

  it('serves pictures, the API explorer and metrics', async () => {
    const types = ['/themes/common/images/avatar_default.png', '/api/explorer/', '/metrics'].map(async (apiPath) => {
      const response = await fetch(url + apiPath)
      return [response.status, response.headers.get('content-type')?.split(';')[0]]
    })
    expect(await Promise.all(types)).toEqual([
      [200, 'image/png'],
      [200, 'text/html'],
      [200, 'text/plain'],
    ])
  })

  it('creates a project and a tracker, sanitizes the HTML of a comment and exports the project', async () => {
    const project = await api('POST', 'projects', {
      shortname: 'pumps',
      label: 'Pumps',
      is_public: true,
      template_id: 100,
    })
    expect(project.status).toBe(201)
    const tracker = await api('POST', `projects/${project.body.id}/trackers`, {
      template: 'task',
      name: 'Tasks',
      item_name: 'task',
    })
    const { fields } = (await api('GET', `trackers/${tracker.body.id}`)).body
    const title = fields.find(({ name }: { name: string }) => name === 'title').field_id
    const created = await api('POST', 'artifacts', {
      tracker: { id: tracker.body.id },
      values: [{ field_id: title, value: 'The pump is loud' }],
    })
    expect(created.status).toBe(201)
    const comment = { body: '<b onclick="x()">Now</b>', format: 'html' }
    expect((await api('PUT', `artifacts/${created.body.id}`, { values: [], comment })).status).toBe(200)
    const changesets = (await api('GET', `artifacts/${created.body.id}/changesets`)).body
    expect(changesets.at(-1).last_comment.post_processed_body).toBe('<b>Now</b>')
    expect(
      (await api('GET', `artifacts?expert_query=${encodeURIComponent("@title = 'pump'")}`)).body.collection,
    ).toHaveLength(1)
    expect((await api('POST', `projects/${project.body.id}/exports`)).status).toBe(202)
  })

  it('loads fetch for none of these responses', () => {
    expect(output).toContain('ready at')
    expect(output).not.toContain('uses fetch')
  })

  it('has no character beyond ASCII, which would double the memory of the sources', async () => {
    const files = (await readdir('dist')).filter((name) => name.endsWith('.mjs'))
    expect(files).toContain('server.mjs')
    for (const name of files) expect(await readFile(path.join('dist', name), 'utf8'), name).toMatch(/^[\0-\x7f]*$/)
  })

  // This test is the last one: from here on nothing reads the output of the server, as with `npm start | head -1`.
  it('continues after the reader of its output has closed, and stops cleanly', async () => {
    server.stdout?.destroy()
    // A rejected body and a stop are logged.
    for (let n = 0; n < 20; n++) expect((await api('POST', 'projects', { shortname: n })).status).toBe(400)
    expect((await api('GET', 'users/self')).status).toBe(200)
    const stopped = new Promise((resolve) => server.once('exit', (code, signal) => resolve({ code, signal })))
    server.kill('SIGTERM')
    expect(await stopped).toStrictEqual({ code: 0, signal: null })
  })
})
