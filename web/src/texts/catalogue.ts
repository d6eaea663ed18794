import type { Texts } from './en.ts'
import { pageLanguage } from './language.ts'

/** The texts of another language than English, which come with the code of the pages. */
export const loaded: { texts?: Texts } = {}

/**
 * Loads the texts of the language of the page. The pages read them when their code runs, so this comes before. Not with
 * a top-level `await` in the pages: the bundler would add a file for every import of them.
 */
export async function loadTexts(): Promise<void> {
  if (pageLanguage === 'fr') loaded.texts = (await import('./fr.ts')).fr
}
