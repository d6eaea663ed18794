import type { Translate } from '../../kit/messages/translate.ts'

type Headers = Readonly<Record<string, string | number>>

/** Requests whose response has a text that depends on `Accept-Language`, whether there is a translation or not. */
const requestsWithTexts = new WeakSet<object>()
const requests = new WeakMap<Translate, object>()

/** Returns the translation of a request; the request is marked when it is used. */
export function markTranslation(request: object, translate: Translate): Translate {
  const marking: Translate = (text) => {
    requestsWithTexts.add(request)
    return translate(text)
  }
  requests.set(marking, request)
  return marking
}

/** Returns whether the request of a translation is marked. */
export function isMarked(translate: Translate): boolean {
  const request = requests.get(translate)
  return request !== undefined && requestsWithTexts.has(request)
}

/** Marks the request of a translation: its answer was stored with texts. */
export function markRequest(translate: Translate): void {
  const request = requests.get(translate)
  if (request !== undefined) requestsWithTexts.add(request)
}

/** Returns the headers of a response of the API; a cache keeps those with texts for one language only. */
export const varyIfMarked = (request: object, headers: Headers): Headers =>
  requestsWithTexts.has(request) ? { ...headers, ...varyByLanguage(headers) } : headers

export const varyByLanguage = (headers: Headers): Headers => ({
  Vary: [headers['Vary'], 'Accept-Language'].filter(Boolean).join(', '),
})
