import type { Database } from '../../database/db/db.ts'
import { findIllFormedTexts } from '../../database/maintenance/ill-formed-texts.ts'
import { type Check, failCheck, passCheck } from './check.ts'

/** Limit per kind of rows. */
const maxFindings = 100

/** Checks that stored texts are valid Unicode: older versions stored lone surrogates, which are returned as U+FFFD. */
export async function checkTexts(db: Pick<Database, 'read'>): Promise<Check[]> {
  const texts = await findIllFormedTexts(db.read, maxFindings)
  if (texts.length === 0) return [passCheck('texts', 'all valid Unicode')]
  return texts.map(({ noun, id, column }) => ({
    ...failCheck(
      'texts',
      `${noun} ${id}: ${column} contains a lone surrogate, returned as U+FFFD; save the text again to fix it`,
    ),
    finding: { rule: 'text' as const, noun, id },
  }))
}
