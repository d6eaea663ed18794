import type { Texts } from './en.ts'
import type { PartTexts } from './en-parts.ts'
import type { TrackerAdminTexts } from './en-tracker-admin.ts'
import { pageLanguage } from './language.ts'

/** The texts of another language than English, which come with the code of the pages. */
export const loaded: {
  texts?: Texts
  trackerAdminTexts?: TrackerAdminTexts
  partTexts?: PartTexts
} = {}

/**
 * Loads the texts of the language of the page. The pages read them when their code runs, so this comes before. Not with
 * a top-level `await` in the pages: the bundler would add a file for every import of them.
 */
export async function loadTexts(): Promise<void> {
  if (pageLanguage !== 'fr') return
  const { fr, partsFr, trackerAdminFr } = await import('./fr.ts')
  loaded.texts = fr
  loaded.trackerAdminTexts = trackerAdminFr
  loaded.partTexts = partsFr
}
