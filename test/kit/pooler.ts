import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from './free-port.ts'

/** PgBouncer in transaction mode in front of a database. */
export interface Pooler {
  readonly url: string
  stop(): Promise<void>
}

/** Not every machine has it. */
export const findPgbouncer = (): string | undefined =>
  ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer'].find((file) => existsSync(file))

/** Starts PgBouncer with two server connections, so that clients share them. */
export async function startPooler(databaseUrl: string): Promise<Pooler> {
  const program = findPgbouncer()
  if (program === undefined) throw new Error('PgBouncer is not installed')
  const target = new URL(databaseUrl)
  const port = await findFreePort()
  const directory = await mkdtemp(path.join(tmpdir(), 'tulipwood-pooler-'))
  await chmod(directory, 0o755)
  const file = path.join(directory, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
* = host=${target.hostname} port=${target.port} user=${target.username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 2
max_client_conn = 100
`,
  )
  // PgBouncer refuses to run as root.
  const asUser = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--clear-groups', program] : [program]
  const child = spawn(asUser[0] ?? program, [...asUser.slice(1), file], { stdio: 'ignore' })
  const exited = once(child, 'exit')
  const url = new URL(databaseUrl)
  url.port = `${port}`
  while (!(await accepts(port))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with ${child.exitCode}`)
    await sleep(20)
  }
  return {
    url: url.href,
    async stop() {
      child.kill('SIGKILL')
      await exited
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
