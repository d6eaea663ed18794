import { chooseLanguage } from '../data/choose-language.ts'
import { Failure } from '../data/failure.ts'
import type { Session } from '../data/session.ts'
import { showToast } from '../design/toast.tsx'
import type { Language } from '../texts/language.ts'
import { texts } from '../texts/texts.ts'

/** Changes the language of the pages, or reports why it was not changed. */
export async function switchLanguage(language: Language, session: Session | undefined): Promise<void> {
  try {
    await chooseLanguage(language, session)
  } catch (thrown) {
    showToast(thrown instanceof Failure ? thrown.message : texts.states.problem, 'negative')
  }
}
