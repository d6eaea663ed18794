import { Transform } from 'node:stream'

/** Errors of Apache are a few hundred bytes long. */
const maxBytes = 65_536

/** Removes a path of this machine from the body of an error, which has at most 64 KiB; more is left out. */
export function hidePath(path: string): Transform {
  const chunks: Buffer[] = []
  let size = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (size < maxBytes) chunks.push(chunk.subarray(0, maxBytes - size))
      size += chunk.length
      done()
    },
    flush(done) {
      // Bytes, not characters: the encoding is the one of the body.
      const body = Buffer.concat(chunks).toString('latin1')
      done(null, Buffer.from(body.replaceAll(Buffer.from(path).toString('latin1'), ''), 'latin1'))
    },
  })
}
