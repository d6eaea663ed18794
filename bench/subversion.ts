import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { promisify } from 'node:util'
import { findRepositoryAccount } from '../src/subversion/programs/account.ts'
import { findPrograms, moduleNames, type Programs } from '../src/subversion/programs/programs.ts'
import { computeMedian } from './load.ts'
import { findFreePort, runTulipwood } from './server-process.ts'

const run = promisify(execFile)

export interface CommitFigures {
  /** Milliseconds of one commit of a small file, for the whole client process. */
  readonly bare: number
  readonly ours: number
  /** By round. */
  readonly ratio: number
}

interface BenchmarkOptions {
  /** URL of the server. */
  readonly url: string
  /** Access key of a project administrator. */
  readonly key: string
  readonly login: string
  readonly data: string
  readonly directory: string
  readonly rounds: number
}

/**
 * Measures commits of the Subversion client to the server and to an Apache with only mod_dav_svn, in turn; both
 * authenticate. Returns undefined if the programs are not installed.
 */
export async function measureCommits(options: BenchmarkOptions): Promise<CommitFigures | undefined> {
  const search = await findPrograms()
  if ('missing' in search) return undefined
  const { svn } = search.programs
  const bare = await startBare(search.programs, path.join(options.directory, 'bare-svn'))
  try {
    const secret = (
      await runTulipwood(options.data, 'key', 'create', '--user', options.login, '--scope', 'write:svn')
    ).trim()
    const ours = `${options.url}/svnplugin/${await createRepository(options)}`
    const clients = [
      await workingCopy({
        svn,
        url: bare.url,
        login: options.login,
        secret: 'any',
        directory: path.join(options.directory, 'wc-bare'),
      }),
      await workingCopy({
        svn,
        url: ours,
        login: options.login,
        secret,
        directory: path.join(options.directory, 'wc-ours'),
      }),
    ] as const
    const times: [number, number][] = []
    for (let round = -2; round < options.rounds; round++) {
      const time: [number, number] = [await clients[0].commit(round), await clients[1].commit(round)]
      if (round >= 0) times.push(time)
    }
    return {
      bare: computeMedian(times.map(([time]) => time)),
      ours: computeMedian(times.map(([, time]) => time)),
      ratio: computeMedian(times.map(([a, b]) => b / a)),
    }
  } finally {
    await bare.stop()
  }
}

/** Creates a repository with the usual hooks in the imported project; returns its path below `/svnplugin`. */
async function createRepository({ url, key }: BenchmarkOptions): Promise<string> {
  // biome-ignore lint/suspicious/noExplicitAny: answers are what they are
  const ask = async (method: string, what: string, body?: object): Promise<any> => {
    const headers = { 'x-auth-accesskey': key, 'content-type': 'application/json' }
    const answer = await fetch(`${url}/api/${what}`, { method, headers, body: body && JSON.stringify(body) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${method} ${what} returned ${answer.status}: ${text}`)
    return text === '' ? undefined : JSON.parse(text)
  }
  const projects = await ask('GET', 'projects?limit=50&query=%7B%22is_admin_of%22%3Atrue%7D')
  const { id, shortname } = projects[0]
  const services = await ask('GET', `projects/${id}/project_services?limit=50`)
  const service = services.find(({ name }: { readonly name: string }) => name === 'plugin_svn')
  await ask('PUT', `project_services/${service.id}`, { is_enabled: true })
  await ask('POST', 'svn', { project_id: id, name: 'measured' })
  return `${shortname}/measured`
}

interface Client {
  readonly svn: string
  readonly url: string
  readonly login: string
  readonly secret: string
  readonly directory: string
}

async function workingCopy({ svn, url, login, secret, directory }: Client) {
  const credentials = ['--username', login, '--password', secret, '--no-auth-cache', '--non-interactive']
  const args = [...credentials, '--config-dir', `${directory}-configuration`]
  await run(svn, ['checkout', '--quiet', url, directory, ...args])
  const file = path.join(directory, 'file.txt')
  await writeFile(file, 'begins\n')
  await run(svn, ['add', '--quiet', file])
  return {
    async commit(round: number): Promise<number> {
      await writeFile(file, `round ${round}\n`)
      const from = performance.now()
      await run(svn, ['commit', '--quiet', '-m', `Round ${round}`, directory, ...args])
      return performance.now() - from
    },
  }
}

/** The baseline: no proxy, no hooks, no path permissions. */
async function startBare({ apache, svnadmin, modules }: Programs, directory: string) {
  const repository = path.join(directory, 'repository')
  await mkdir(directory, { recursive: true })
  await run(svnadmin, ['create', '--fs-type', 'fsfs', repository])
  const account = await findRepositoryAccount(directory)
  if (account !== null && account !== 'none') {
    // The user of Apache may traverse this directory, but not list it.
    await chmod(path.dirname(directory), 0o711)
    await run('chown', ['-R', `${account.uid}:${account.gid}`, directory])
  }
  const port = await findFreePort()
  const loading = moduleNames.map((name) => {
    const file = modules.get(name)
    return file === undefined ? '' : `<IfModule !mod_${name}.c>\nLoadModule ${name}_module "${file}"\n</IfModule>`
  })
  const configuration = path.join(directory, 'httpd.conf')
  await writeFile(
    configuration,
    `ServerRoot "${directory}"
ServerName localhost
Listen 127.0.0.1:${port}
PidFile "${directory}/httpd.pid"
DefaultRuntimeDir "${directory}"
Mutex "file:${directory}" default
ErrorLog "${directory}/error.log"
${loading.join('\n')}
${account === null || account === 'none' ? '' : `User ${account.user}\nGroup ${account.group}`}
<Location /measured>
  DAV svn
  SVNPath "${repository}"
  AuthType Basic
  AuthName SVN
  AuthBasicProvider anon
  Anonymous "*"
  Anonymous_LogEmail Off
  Require valid-user
</Location>
`,
  )
  const child = spawn(apache, ['-f', configuration, '-DFOREGROUND'], { stdio: ['ignore', 'ignore', 'inherit'] })
  await listening(child, port)
  return {
    url: `http://127.0.0.1:${port}/measured`,
    async stop() {
      child.kill('SIGTERM')
      if (child.exitCode === null) await once(child, 'exit')
    },
  }
}

async function listening(child: ChildProcess, port: number): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`Apache exited with ${child.exitCode}`)
    const socket = connect(port, '127.0.0.1')
    const isThere = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isThere) return
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
