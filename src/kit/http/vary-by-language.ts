import type { Translate } from '../translate.ts'

type Headers = Readonly<Record<string, string | number>>

/** Requests whose response has a text that depends on `Accept-Language`, whether there is a translation or not. */
const requestsWithTexts = new WeakSet<object>()

/** Returns the translation of a request; the request is marked when it is used. */
export const markTranslation =
  (request: object, translate: Translate): Translate =>
  (text) => {
    requestsWithTexts.add(request)
    return translate(text)
  }

/** Returns the headers of a response of the API; a cache keeps those with texts for one language only. */
export const varyIfMarked = (request: object, headers: Headers): Headers =>
  requestsWithTexts.has(request) ? { ...headers, ...varyByLanguage(headers) } : headers

export const varyByLanguage = (headers: Headers): Headers => ({
  Vary: [headers['Vary'], 'Accept-Language'].filter(Boolean).join(', '),
})
