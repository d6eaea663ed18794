import type { Database } from '../../kit/db/db.ts'
import { illFormedTexts } from '../../kit/db/ill-formed-texts.ts'
import { type Check, healthy, ill } from './check.ts'

/** Of one kind of rows; an installation that has more has the same trouble. */
const most = 100

/** Whether every stored text is Unicode: older versions stored halves of surrogate pairs, which are answered as U+FFFD. */
export async function checkTexts(db: Pick<Database, 'read'>): Promise<Check[]> {
  const found = await illFormedTexts(db.read, most)
  if (found.length === 0) return [healthy('texts', 'all are Unicode')]
  return found.map(({ noun, id, column }) => ({
    ...ill(
      'texts',
      `${noun} ${id}: its ${column} hold half of a surrogate pair, answered as U+FFFD; write the text once more to mend it`,
    ),
    finding: { rule: 'text' as const, noun, id },
  }))
}
