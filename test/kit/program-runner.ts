// Runs programs for tests in a separate process: fork copies the page tables of the parent, and the test process has a
// hundred times the memory of this one.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { text } from 'node:stream/consumers'

/** The request of a connection. */
export interface ProgramRequest {
  readonly program: string
  readonly args: readonly string[]
  readonly cwd: string
}

/** The response of a connection. */
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
  // The client may be gone when the program ends.
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
// Ends with the process that started it.
process.on('disconnect', () => process.exit())
