// Prints which files of the server four requests pass: a change of an artifact, an upload, a query and a page. The server
// runs from its sources on the sample project; its coverage between two requests lists the functions that ran.
//   node tools/measure-walks.mjs [DIRECTORY] [--list]   another checkout; the names of the files
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { fileURLToPath } from 'node:url'
import { sampleUser } from './sample-server.mjs'

const parameters = process.argv.slice(2)
const root = path.resolve(parameters.find((each) => !each.startsWith('--')) ?? '.')
const data = mkdtempSync(path.join(tmpdir(), 'tulipwood-walks-'))
const env = {
  ...process.env,
  TULIPWOOD_DATA: data,
  TULIPWOOD_PORT: '0',
  TULIPWOOD_LOG: 'warn',
  TULIPWOOD_ADMIN_PASSWORD: sampleUser.password,
}

try {
  runCommand('demo')
  const key = runCommand('key', 'create', '--user', sampleUser.login).trim()
  const server = await startServer()
  try {
    for (const [name, walk] of await listWalks(server.url, key)) {
      // The first time loads modules and fills caches.
      await walk()
      await server.listPassedFiles()
      await walk()
      print(name, await server.listPassedFiles())
    }
  } finally {
    await server.stop()
  }
} finally {
  rmSync(data, { recursive: true, force: true })
}

function runCommand(...args) {
  const command = ['src/cli/main.ts', ...args]
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: root, env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`tulipwood ${args.join(' ')}: ${stderr}`)
  return stdout
}

async function startServer() {
  const probe = path.join(import.meta.dirname, 'coverage-probe.mjs')
  const child = spawn(process.execPath, ['--import', probe, 'src/cli/main.ts', 'serve', '--json'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
  return {
    url: JSON.parse(line.split('\n')[0]).address,
    async listPassedFiles() {
      // Jobs of the request are part of its walk.
      await new Promise((resolve) => setTimeout(resolve, 500))
      const answered = once(child, 'message')
      child.send('take')
      const [urls] = await answered
      return urls
        .filter((url) => url.startsWith('file:'))
        .map((url) => path.relative(root, fileURLToPath(url)))
        .filter((file) => file.startsWith('src/') && !file.startsWith('src/cli/'))
    },
    async stop() {
      const exited = once(child, 'exit')
      child.kill()
      await exited
    },
  }
}

async function listWalks(url, key) {
  const headers = { 'x-auth-accesskey': key }
  const send = async (method, address, body, more = {}) => {
    const type = body === undefined || more['content-type'] ? {} : { 'content-type': 'application/json' }
    const payload = typeof body === 'object' && !(body instanceof Buffer) ? JSON.stringify(body) : body
    const response = await fetch(url + address, { method, headers: { ...headers, ...type, ...more }, body: payload })
    if (!response.ok) throw new Error(`${method} ${address}: ${response.status} ${await response.text()}`)
    const text = await response.text()
    return text.startsWith('{') ? JSON.parse(text) : text
  }
  const artifact = await send('GET', '/api/artifacts/5')
  const { fields } = await send('GET', `/api/trackers/${artifact.tracker.id}`)
  const idOf = (type) => fields.find((field) => field.type === type).field_id
  let n = 0
  return [
    [
      'Change of a text (PUT /artifacts/{id})',
      () => send('PUT', '/api/artifacts/5', { values: [{ field_id: idOf('string'), value: `Title ${n++}` }] }),
    ],
    [
      'Upload (POST and PATCH)',
      async () => {
        const file = { name: `plan-${n++}.txt`, file_size: 5, file_type: 'text/plain' }
        const { upload_href } = await send('POST', `/api/tracker_fields/${idOf('file')}/files`, file)
        await send('PATCH', upload_href, Buffer.from('plan\n'), {
          'tus-resumable': '1.0.0',
          'upload-offset': '0',
          'content-type': 'application/offset+octet-stream',
        })
      },
    ],
    [
      'Query (GET /trackers/{id}/artifacts?expert_query=)',
      () => {
        const { name } = fields.find(({ type }) => type === 'float' || type === 'int')
        const query = new URLSearchParams({ expert_query: `@title = 'Title' OR ${name} > 3` })
        return send('GET', `/api/trackers/${artifact.tracker.id}/artifacts?${query}`)
      },
    ],
    ['Page (GET /artifacts/{id})', () => send('GET', '/artifacts/5', undefined, { accept: 'text/html' })],
  ]
}

function print(name, files) {
  const slices = Map.groupBy(files, (file) => file.split('/')[1])
  const counts = [...slices].map(([slice, members]) => `${slice} ${members.length}`).sort()
  console.log(`\n${name}: ${files.length} files (${counts.join(', ')})`)
  if (parameters.includes('--list')) for (const file of files.toSorted()) console.log(`  ${file}`)
}
