import { commonHeaders } from '../../http/requests/headers.ts'
import { formatContentDisposition } from '../../http/responses/content-disposition.ts'

export const methods = ['GET', 'HEAD', 'OPTIONS'] as const

/** docs/api/attachments.md §5 and §3, CORS. */
const commonFileHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Credentials': 'true',
  'Access-Control-Allow-Methods': methods.join(', '),
  'Access-Control-Allow-Headers': `${commonHeaders['Access-Control-Allow-Headers']}, Range, If-Range`,
  'Access-Control-Expose-Headers':
    'Accept-Ranges, Content-Disposition, Content-Length, Content-Range, Etag, Last-Modified',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-DNS-Prefetch-Control': 'off',
}

/** Headers of responses to OPTIONS. */
export const optionsHeaders: Readonly<Record<string, string>> = { ...commonFileHeaders, Allow: methods.join(', ') }

/** Of content under a name; as Tuleap sends them, Pragma too. */
export const buildContentHeaders = (name: string, mediaType: string): Record<string, string> => ({
  ...commonFileHeaders,
  'Content-Type': mediaType,
  'Content-Disposition': formatContentDisposition(name),
  'Cache-Control': 'private',
  Pragma: 'no-cache',
  'Accept-Ranges': 'bytes',
})

/** Headers of errors, which must not be cached. */
export const refusalHeaders: Readonly<Record<string, string>> = {
  ...commonFileHeaders,
  'Content-Type': 'text/html; charset=UTF-8',
  'Cache-Control': 'no-store',
}
