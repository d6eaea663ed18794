// Run by the hooks of a repository: asks the server what to say. Plain JavaScript without imports of ours: it lies beside
// the socket, starts as quickly as it can, and runs as whom the repository belongs to.
// Two of it run with every commit, and node:http alone takes as long to load as everything else.
import { connect } from 'node:net'

const [hook, socketPath, ...parameters] = process.argv.slice(2)

// Whatever goes wrong here refuses the commit: what nobody checked does not get in (contract 40 §3.2).
process.exitCode = 1

const refuse = (text) => process.stderr.write(`${text}\n`)

async function input() {
  // The new text of a message; other hooks are given nothing, or nothing that ends.
  if (hook !== 'pre-revprop-change') return ''
  const pieces = []
  for await (const piece of process.stdin) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

const body = JSON.stringify({ hook, parameters, input: await input() })
const head = ['POST / HTTP/1.0', 'content-type: application/json', `content-length: ${Buffer.byteLength(body)}`]
const unreachable = 'The server that checks commits cannot be reached'
const pieces = []
const socket = connect(socketPath, () => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`))
socket.on('data', (piece) => pieces.push(piece))
socket.on('error', () => refuse(unreachable))
socket.on('end', () => {
  const [, status, refusal] = /^HTTP\/1\.[01] (\d{3}) .*?\r\n\r\n(.*)$/s.exec(Buffer.concat(pieces).toString()) ?? []
  if (status === '200') process.exitCode = 0
  else refuse(refusal ?? unreachable)
})
