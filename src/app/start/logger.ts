import pino, { type DestinationStream, type Logger } from 'pino'

const secretHeaders = ['authorization', 'cookie', 'x-auth-accesskey', 'x-auth-token']
const secretMembers = ['password', 'token', 'access_key', 'client_secret', 'refresh_token', 'code_verifier']

/** Writes JSON lines to standard output, without secrets and query strings of requests. */
export function createLogger(level: string, to: DestinationStream = pino.destination(1)): Logger {
  return pino(
    {
      level,
      serializers: { req: serializeRequest, err: serializeError },
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

interface LoggedRequest {
  readonly method?: string
  readonly url?: string
  readonly headers?: Readonly<Record<string, unknown>>
}

const serializeRequest = ({ method, url, headers }: LoggedRequest) => ({ method, path: url?.split('?')[0], headers })

/** Serializes an error without the details of database errors, which contain values of rows. */
function serializeError(problem: unknown): object {
  if (!(problem instanceof Error)) return { message: String(problem) }
  const code = 'code' in problem ? problem.code : undefined
  const cause = problem.cause === undefined ? undefined : serializeError(problem.cause)
  return { type: problem.name, message: problem.message, code, stack: problem.stack, cause }
}
