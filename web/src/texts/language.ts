export const languages = ['en', 'fr'] as const
export type Language = (typeof languages)[number]

/** The language of the page, which the server chose: by preference, then by `Accept-Language`. */
export const pageLanguage: Language = languageOf(globalThis.document?.documentElement.lang) ?? 'en'

/** The variant that the browser prefers, such as `en-GB`: it decides how dates are written. */
export const pageLocale: string =
  globalThis.navigator?.languages?.find((each) => languageOf(each) === pageLanguage) ?? pageLanguage

/**
 * Header with which the API returns its messages in the language of the page. The browser sends it by itself for its own
 * language, and then responses that it preloads match.
 */
export const languageHeaders: Readonly<Record<string, string>> =
  (globalThis.navigator?.languages?.map(languageOf).find((each) => each !== undefined) ?? 'en') === pageLanguage
    ? {}
    : { 'Accept-Language': pageLanguage }

function languageOf(tag: string | undefined): Language | undefined {
  return languages.find((language) => language === tag?.split('-')[0]?.toLowerCase())
}
