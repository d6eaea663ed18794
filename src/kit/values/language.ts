/** Languages of the pages, emails and messages; the first one is the default. */
export const languages = ['en', 'fr'] as const
export type Language = (typeof languages)[number]

const defaultLanguage: Language = 'en'

/** Cookie with the language that a visitor chose on a page; scripts of the pages write it. */
const cookieName = 'language'

interface LanguageHeaders {
  readonly cookie?: string | undefined
  readonly 'accept-language'?: string | undefined
}

/** Returns the language that a tag such as `fr`, `fr-CA` or `fr_FR` names; undefined: it is not available. */
export function parseLanguage(tag: string): Language | undefined {
  const [name] = tag.trim().toLowerCase().split(/[-_]/, 1)
  return languages.find((language) => language === name)
}

/** Returns the language of a request without a preference of its user: that of the cookie, then `Accept-Language`. */
export const negotiateLanguage = ({ cookie, 'accept-language': accepted }: LanguageHeaders): Language =>
  parseLanguage(cookieValue(cookie)) ?? parseAcceptLanguage(accepted) ?? defaultLanguage

function cookieValue(cookie: string | undefined): string {
  for (const pair of (cookie ?? '').split(';')) {
    const [key, value = ''] = pair.trim().split('=', 2)
    if (key === cookieName) return value
  }
  return ''
}

/** Returns the available language with the highest weight (RFC 9110 §12.5.4), the first of several. */
export function parseAcceptLanguage(header: string | undefined): Language | undefined {
  let best: { readonly language: Language; readonly weight: number } | undefined
  for (const range of (header ?? '').split(',', maxRanges)) {
    const [tag = '', ...parameters] = range.split(';')
    const language = tag.trim() === '*' ? defaultLanguage : parseLanguage(tag)
    const weight = weightOf(parameters)
    if (language !== undefined && weight > (best?.weight ?? 0)) best = { language, weight }
  }
  return best?.language
}

/** Browsers send fewer than ten. */
const maxRanges = 50

function weightOf(parameters: readonly string[]): number {
  const quality = parameters
    .map((each) => /^\s*q\s*=\s*([\d.]+)\s*$/i.exec(each)?.[1])
    .find((each) => each !== undefined)
  const weight = Number(quality ?? 1)
  return weight <= 1 ? weight : 0
}
