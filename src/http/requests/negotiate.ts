import { Refusal } from '../../kit/messages/refusal.ts'

export type Format = 'json' | 'xml'

/** Returns the format of the response: path suffix, then `Accept` (docs/api/rest-conventions.md §2.3). */
export function formatOf(suffix: Format | null, accept: string | undefined, acceptCharset: string | undefined): Format {
  const charsets = (acceptCharset ?? '').split(',').map((entry) => (entry.split(';')[0] ?? '').trim().toLowerCase())
  const isAny = acceptCharset === undefined || acceptCharset.trim() === ''
  if (!isAny && !charsets.some((name) => name === '*' || name === 'utf-8' || name === 'iso-8859-1')) {
    throw new Refusal('not-acceptable', 'Content negotiation failed. Requested charset is not supported')
  }
  if (suffix !== null) return suffix
  if (accept === undefined || accept.trim() === '') return 'json'
  const accepted = byQuality(accept)
  const exact = accepted.find((type) => type === 'application/json' || type === 'application/xml')
  if (exact !== undefined) return exact === 'application/xml' ? 'xml' : 'json'
  if (accepted.includes('application/*')) return 'json'
  if (accepted.includes('text/*')) return 'xml'
  if (accepted.includes('*/*')) return 'json'
  throw new Refusal('not-acceptable', 'Content negotiation failed. Try `application/json` instead.')
}

/** Returns whether a client accepts one of these media types. */
export const findAcceptedType = (types: readonly string[], accept: string | undefined): boolean => {
  const accepted = byQuality(accept ?? '*/*')
  return types.some((type) => [type, type.replace(/\/.*/, '/*'), '*/*'].some((form) => accepted.includes(form)))
}

/** Returns media types by decreasing quality, those of equal quality in their order; q=0 excludes one. */
function byQuality(accept: string): readonly string[] {
  return accept
    .split(',')
    .map((entry) => {
      const [type = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
      const q = parameters.find((parameter) => parameter.startsWith('q='))
      return { type, quality: q === undefined ? 1 : Number(q.slice(2)) || 0 }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ type }) => type)
}
