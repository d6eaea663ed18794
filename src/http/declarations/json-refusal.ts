import type { Message } from '../../kit/messages/message.ts'
import { findAcceptedType } from '../requests/negotiate.ts'
import { addStatusPrefix } from '../responses/statuses.ts'
import type { EndpointRequestHead } from './endpoint.ts'

interface RefusalBody {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Returns the error body of the API for a refusal of an endpoint (docs/api/attachments.md §3); undefined for HEAD and
 * for clients that do not accept JSON.
 */
export function createJsonRefusal(
  { method, headers, translate }: EndpointRequestHead,
  status: number,
  text: string | Message = '',
): RefusalBody | undefined {
  if (method === 'HEAD' || !findAcceptedType(['application/json'], headers['accept'] || undefined)) return undefined
  const sentence = translate(text || addStatusPrefix(status, ''))
  const error = {
    code: status,
    message: addStatusPrefix(status, `${text}`),
    ...(sentence === undefined ? {} : { i18n_error_message: sentence }),
  }
  return {
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      ...(sentence === undefined ? {} : { Vary: 'Accept-Language' }),
    },
    body: JSON.stringify({ error }),
  }
}
