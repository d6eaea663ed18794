import { type Language, parseAcceptLanguage } from '../values/language.ts'
import { type Catalogue, type Message, translateMessage } from './message.ts'

/** The translations of each language but English. */
export type Catalogues = Readonly<Record<Exclude<Language, 'en'>, Catalogue>>

/** Returns a text in the language of a request; undefined: English is its language, or no translation exists. */
export type Translate = (text: string | Message) => string | undefined

/**
 * Creates the translation of one request. Only `Accept-Language` counts: without it, the API is English, as its clients
 * expect. The header is not read before there is something to translate.
 */
export function createTranslate(
  headers: { readonly 'accept-language'?: string | undefined },
  catalogues: Catalogues,
): Translate {
  return (text) => {
    const language = parseAcceptLanguage(headers['accept-language'])
    return language === undefined || language === 'en' ? undefined : translateMessage(text, catalogues[language])
  }
}

/** The translation of a request without `Accept-Language`. */
export const withoutTranslation: Translate = () => undefined

/** Merges catalogues; throws for a text with two different translations. */
export function mergeCatalogues(all: readonly Catalogue[]): Catalogue {
  const merged = new Map<string, string>()
  for (const [text, translation] of all.flatMap((each) => Object.entries(each))) {
    const other = merged.get(text)
    if (other !== undefined && other !== translation) throw new Error(`Two translations of: ${text}`)
    merged.set(text, translation)
  }
  return Object.fromEntries(merged)
}
