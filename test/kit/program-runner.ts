// Runs programs for tests, by itself: whoever starts a program copies the tables of all of his own memory for it, and the
// process of the tests has more than a hundred times that of this one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'

/** What is asked for, and the whole of what a connection carries to here. */
export interface ProgramRequest {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
}

/** What it came to, and the whole of what a connection carries back. */
export interface ProgramResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

async function run({ program, args, cwd }: ProgramRequest): Promise<ProgramResult> {
  const env = { ...process.env, LC_ALL: 'C.UTF-8' }
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code, stdout, stderr }
}

const server = createServer({ allowHalfOpen: true }, async (socket) => {
  // Whoever asked may be gone by the time.
  socket.on('error', () => undefined)
  let input = ''
  socket.setEncoding('utf8').on('data', (piece) => {
    input += piece
  })
  await once(socket, 'end')
  const request: ProgramRequest = JSON.parse(input)
  const failed = (problem: unknown): ProgramResult => ({ code: null, stdout: '', stderr: String(problem) })
  socket.end(JSON.stringify(await run(request).catch(failed)))
})
server.listen(process.argv[2], () => process.send?.('listening'))
// It is over with whom it runs for.
process.on('disconnect', () => process.exit())
