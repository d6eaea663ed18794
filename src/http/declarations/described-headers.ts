/** Request headers that routes evaluate, with their descriptions. */
const meanings = {
  'If-Match': 'Etag of the expected version; 412 when it is not the current one.',
  'If-Unmodified-Since': 'Last-Modified of the expected version; 412 when it is not the current one.',
  'If-None-Match': 'Etag that the client has, or `*`: 304 for a read and 412 for a write when it is the current one.',
  'If-Modified-Since': 'Last-Modified that the client has; 304 when it is that of the current version.',
  Prefer: '`dry-run` runs every check and returns the result without saving (RFC 7240).',
} as const

export type SupportedHeader = keyof typeof meanings

/** Conditions of reads. */
export const freshness = ['If-None-Match', 'If-Modified-Since'] as const
/** Conditions of writes. */
export const preconditions = ['If-Match', 'If-Unmodified-Since', 'If-None-Match'] as const

/** Returns the OpenAPI 3.1 parameter of a header. */
export const describeHeader = (name: SupportedHeader) => ({
  name,
  in: 'header',
  required: false,
  description: meanings[name],
  schema: { type: 'string' },
})
