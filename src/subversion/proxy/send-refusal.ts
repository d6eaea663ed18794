import type { RawExchange } from '../../http/declarations/raw-handler.ts'
import { endAfterDrain } from '../../http/responses/end-after-drain.ts'
import { statusOf } from '../../http/responses/statuses.ts'
import type { Refusal } from '../../kit/messages/refusal.ts'
import { escapeText } from '../../kit/xml/write.ts'

const realm = 'Basic realm="Authentication is required to access the repository."'

/** Error codes for which Subversion clients have texts: not found, and other. */
const forbiddenErrorCode = 175013
const otherErrorCode = 175002

/** Sends a WebDAV error body, which Subversion clients show to users. */
export function sendRefusal({ request, response, timeouts }: RawExchange, refusal: Refusal): void {
  const status = statusOf[refusal.kind]
  const body = renderErrorBody(
    status === 403 ? forbiddenErrorCode : otherErrorCode,
    refusal.message || defaultTexts[status] || 'Refused',
  )
  for (const [name, value] of Object.entries(refusal.details.headers ?? {})) response.setHeader(name, value)
  if (status === 401) response.setHeader('WWW-Authenticate', realm)
  response.setHeader('Content-Type', 'text/xml; charset=utf-8')
  response.setHeader('X-Content-Type-Options', 'nosniff')
  response.setHeader('Cache-Control', 'private')
  response.setHeader('Content-Length', Buffer.byteLength(body))
  // A short request body is read to keep the connection; a long one is not.
  const isShort = Number(request.headers['content-length'] ?? 0) <= 65_536 && !request.headers['transfer-encoding']
  if (request.complete || (isShort && request.headers.expect === undefined)) {
    response.writeHead(status).end(request.method === 'HEAD' ? undefined : body)
    // Stops waiting for a body that does not arrive.
    const timer = setTimeout(() => request.complete || request.destroy(), timeouts.idle).unref()
    request.once('close', () => clearTimeout(timer))
    return
  }
  response.setHeader('Connection', 'close')
  response.writeHead(status)
  response.write(body)
  void endAfterDrain(request, response, timeouts.drain)
}

const defaultTexts: Readonly<Record<number, string>> = {
  401: 'Authentication is required to access the repository.',
  403: 'Access denied',
  404: 'Repository not found',
}

const renderErrorBody = (code: number, message: string): string => `<?xml version="1.0" encoding="utf-8"?>
<D:error xmlns:D="DAV:" xmlns:m="http://apache.org/dav/xmlns" xmlns:C="svn:">
<C:error/>
<m:human-readable errcode="${code}">
${escapeText(message)}
</m:human-readable>
</D:error>
`
