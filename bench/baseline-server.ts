// The baseline of all ratios: node:http with a constant JSON response as large as that of the server.
import { createServer } from 'node:http'

const body = Buffer.alloc(Number(process.argv[2] ?? 6285), 'x')
body[0] = 0x22
body[body.length - 1] = 0x22
const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(
    `${JSON.stringify({ port: typeof address === 'object' && address !== null ? address.port : 0 })}\n`,
  )
})
