import { sql } from 'kysely'
import { type Subject, subjects } from '../memory.ts'
import type { Reader, Tx } from './db.ts'

/** The counters behind Memory: one row for each subject. */
export async function readRevisions(db: Reader): Promise<Record<Subject, number>> {
  const rows = await db.selectFrom('revision').select(['subject', 'n']).execute()
  const found = Object.fromEntries(rows.map((row) => [row.subject, row.n]))
  return Object.fromEntries(subjects.map((subject) => [subject, found[subject] ?? 0])) as Record<Subject, number>
}

/** Makes every node forget what it remembers of a subject once this transaction commits. */
export async function touch(tx: Tx, subject: Subject): Promise<void> {
  await tx.updateTable('revision').set({ n: sql<number>`n + 1` }).where('subject', '=', subject).execute()
}
