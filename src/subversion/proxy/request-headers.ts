import type { IncomingMessage } from 'node:http'

/** Headers that belong to one connection. */
export const connectionHeaders = [
  'connection',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'proxy-connection',
  'expect',
  'host',
] as const

/** Headers of proxies about the client. */
export const forwardedHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'] as const

/** Returns the headers of a request that is sent on, with the form of its body. */
export function selectRequestHeaders(
  request: IncomingMessage,
  dropped: ReadonlySet<string>,
): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {}
  for (const [name, values] of Object.entries(request.headersDistinct)) {
    if (values !== undefined && !dropped.has(name)) headers[name] = values.length === 1 ? (values[0] ?? '') : values
  }
  if (request.headers['transfer-encoding'] !== undefined) headers['transfer-encoding'] = 'chunked'
  else headers['content-length'] = request.headers['content-length'] ?? '0'
  return headers
}
