// The baseline of uploads and downloads: node:http that pipes a body to a file, and a file to a response.
import { createReadStream, createWriteStream } from 'node:fs'
import { createServer } from 'node:http'
import { pipeline } from 'node:stream/promises'

const file = process.argv[2] ?? ''
const server = createServer(async (request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'application/octet-stream' })
    await pipeline(createReadStream(file, { highWaterMark: 262_144 }), response)
    return
  }
  await pipeline(request, createWriteStream(file))
  response.writeHead(204)
  response.end()
})
server.requestTimeout = 0
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.stdout.write(
    `${JSON.stringify({ port: typeof address === 'object' && address !== null ? address.port : 0 })}\n`,
  )
})
