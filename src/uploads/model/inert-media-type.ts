/**
 * Returns the media type under which content is served (docs/api/attachments.md §5, recommended): the declared one if
 * browsers do not execute it, otherwise application/octet-stream. The declared type is not verified.
 */
export function toInertMediaType(declared: string): string {
  const [, type, parameters] = /^\s*([a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+)\s*(;[\x20-\x7e]*)?$/i.exec(declared) ?? []
  const name = type?.toLowerCase() ?? ''
  // Compatible with Tuleap 17.4: the charset of nearly all text, in exactly this spelling.
  if (texts.has(name)) return `${name};charset=${charsetIn(parameters) ?? 'UTF-8'}`
  return isInert(name) ? name : 'application/octet-stream'
}

const isInert = (name: string): boolean =>
  inert.has(name) || (/^(audio|video)\//.test(name) && !name.endsWith('+xml')) || offices.test(name)

const texts: ReadonlySet<string> = new Set(['text/plain', 'text/csv'])

const inert: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/jpg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/heic',
  'image/heif',
  'image/tiff',
  'application/pdf',
  'application/zip',
  'application/x-zip-compressed',
  'application/gzip',
  'application/x-gzip',
  'application/x-7z-compressed',
  'application/x-tar',
  'application/x-bzip2',
  'application/x-xz',
  'application/zstd',
  'application/msword',
  'application/rtf',
])

const offices =
  /^application\/vnd\.(openxmlformats-officedocument|oasis\.opendocument|ms-(excel|powerpoint|word|project|visio|outlook))[\w.-]*$/

/** Charsets in which markup cannot be hidden from a scanner. */
function charsetIn(parameters: string | undefined): string | undefined {
  const charset = /;\s*charset\s*=\s*"?([\w.:-]+)"?\s*(?:;|$)/i.exec(parameters ?? '')?.[1]
  return charset !== undefined && charsets.has(charset.toLowerCase()) ? charset : undefined
}

const charsets: ReadonlySet<string> = new Set([
  'utf-8',
  'us-ascii',
  'iso-8859-1',
  'iso-8859-2',
  'iso-8859-15',
  'windows-1250',
  'windows-1251',
  'windows-1252',
  'shift_jis',
  'euc-jp',
  'euc-kr',
  'gb18030',
  'gbk',
  'big5',
  'koi8-r',
])
