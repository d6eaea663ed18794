import type { RefusalKind } from '../../kit/messages/refusal.ts'

/** Each kind of refusal has one status. */
export const statusOf = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  absent: 404,
  'method-not-allowed': 405,
  'not-acceptable': 406,
  conflict: 409,
  gone: 410,
  stale: 412,
  'too-large': 413,
  unprocessable: 422,
  locked: 423,
  'precondition-required': 428,
  'too-many': 429,
  'not-implemented': 501,
  unavailable: 503,
  'out-of-space': 507,
} as const satisfies Record<RefusalKind, number>

/** Reason phrases at the beginning of every message (docs/api/rest-conventions.md §1.3). */
export const reasons: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Request Entity Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  423: 'Locked',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
  507: 'Insufficient Storage',
}

/** Returns `Not Found: Project does not exist`, or only the reason; only the text for a status without phrase. */
export function addStatusPrefix(status: number, text: string): string {
  const reason = reasons[status]
  if (reason === undefined) return text
  return text === '' ? reason : `${reason}: ${text}`
}
