import pino, { type DestinationStream, type Logger } from 'pino'

const secretHeaders = ['authorization', 'cookie', 'x-auth-accesskey', 'x-auth-token']
const secretMembers = ['password', 'token', 'access_key', 'client_secret', 'refresh_token', 'code_verifier']

/** JSON lines, on standard output; secrets of requests never reach them, nor what stands behind the `?` of an address. */
export function logger(level: string, to: DestinationStream = pino.destination(1)): Logger {
  return pino(
    {
      level,
      serializers: { req: requestLine, err: failure },
      redact: {
        paths: [
          ...secretHeaders.map((name) => `*.headers["${name}"]`),
          '*.headers["set-cookie"]',
          ...secretMembers.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        ],
        censor: '…',
      },
    },
    to,
  )
}

interface Requested {
  readonly method?: string
  readonly url?: string
  readonly headers?: Readonly<Record<string, unknown>>
}

const requestLine = ({ method, url, headers }: Requested) => ({ method, path: url?.split('?')[0], headers })

/** What went wrong and where; not what a database adds to it, which repeats the values of the row. */
function failure(problem: unknown): object {
  if (!(problem instanceof Error)) return { message: String(problem) }
  const code = 'code' in problem ? problem.code : undefined
  const cause = problem.cause === undefined ? undefined : failure(problem.cause)
  return { type: problem.name, message: problem.message, code, stack: problem.stack, cause }
}
