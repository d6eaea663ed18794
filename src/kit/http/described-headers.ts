/** Request headers that routes look at by themselves, and what the description says of each. */
const meanings = {
  'If-Match': 'The Etag of the version that is meant; 412 when it is no longer the current one.',
  'If-Unmodified-Since': 'The Last-Modified of the version that is meant; 412 when it is no longer the current one.',
  'If-None-Match':
    'The Etag that is known already, or `*`: reading is 304 when it is still the current one, writing 412.',
  'If-Modified-Since': 'The Last-Modified that is known already; 304 when nothing has changed since.',
  Prefer: '`dry-run` runs every check and answers what would result, storing nothing (RFC 7240).',
} as const

export type SupportedHeader = keyof typeof meanings

/** Conditions of reading. */
export const freshness = ['If-None-Match', 'If-Modified-Since'] as const
/** Conditions of writing. */
export const preconditions = ['If-Match', 'If-Unmodified-Since', 'If-None-Match'] as const

/** A header as OpenAPI 3.1 lists it among the parameters. */
export const describeHeader = (name: SupportedHeader) => ({
  name,
  in: 'header',
  required: false,
  description: meanings[name],
  schema: { type: 'string' },
})
