import { type Language, pageLanguage } from '../texts/language.ts'
import { sendChange } from './client.ts'
import type { Session } from './session.ts'

const maxAgeSeconds = 365 * 24 * 60 * 60

/** Stores the choice in this browser and for the account, then loads the page again in that language. */
export async function chooseLanguage(language: Language, session: Session | undefined): Promise<void> {
  if (language === pageLanguage) return
  if (session?.user != null) {
    await sendChange('PATCH', `/users/${session.user.id}/preferences`, { key: 'language', value: language })
  }
  keepInBrowser(language)
  location.reload()
}

/** For pages before sign-in: the server reads this cookie (src/kit/values/language.ts). */
function keepInBrowser(language: Language): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API exists only on secure origins
  document.cookie = `language=${language}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Lax${secure}`
}

const place = 'page-language'

/**
 * Loads the page again in the language of the account, when a user signed in on a page in another one. Only once: with
 * another shell than expected, for example from a proxy, the page stays as it is.
 */
export function followAccount({ language }: Session): void {
  if (language === null || language === pageLanguage) {
    sessionStorage.removeItem(place)
    return
  }
  if (sessionStorage.getItem(place) === language) return
  sessionStorage.setItem(place, language)
  location.reload()
}
