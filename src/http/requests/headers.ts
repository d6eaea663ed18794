/** Headers of every response of the API (docs/api/rest-conventions.md §1.2 and §1.5), in their case on the wire. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Credentials': 'true',
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, Origin, X-Auth-UserId, X-Auth-Token, X-Client-Uuid, X-Auth-AccessKey, If-Match, If-None-Match, If-Modified-Since, If-Unmodified-Since, X-HTTP-Method-Override, Idempotency-Key, Prefer',
  // Tuleap omits OFFSET; scripts in browsers need it like the other headers.
  'Access-Control-Expose-Headers':
    'X-PAGINATION-SIZE, X-PAGINATION-LIMIT-MAX, X-PAGINATION-LIMIT, X-PAGINATION-OFFSET, Etag, Last-Modified, Location, Allow, X-RateLimit-Limit, X-RateLimit-Remaining, X-QUOTA, X-DISK-USAGE, X-UPLOAD-MAX-FILE-CHUNKSIZE, Idempotency-Replayed, Preference-Applied, Link',
  Vary: 'Accept',
  'Cache-Control': 'no-store',
  Expires: '0',
  'Content-Language': 'en',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; sandbox",
  'Permissions-Policy': 'accelerometer=(), camera=(), geolocation=(), microphone=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
}

export const allowHeaders = (methods: readonly string[]): Record<string, string> => {
  const list = ['OPTIONS', ...methods].join(', ')
  return { Allow: list, 'Access-Control-Allow-Methods': list }
}
