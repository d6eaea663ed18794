import type { Reader } from '../../kit/db/db.ts'
import type { Project } from '../../projects/model/project.ts'
import { allCategories, categoryChoicesOf } from '../../projects/store/categories.ts'
import type { Notes } from '../findings.ts'
import { resolveCategoryChoices } from '../model/category-choices.ts'
import type { Ours } from '../reading/ours.ts'

/** Reports the choices of the archive that the import leaves out: it adds no category to the site. */
export async function checkCategories(
  db: Reader,
  ours: Ours | null,
  into: Project | undefined,
  notes: Notes,
): Promise<void> {
  if (ours === null || ours.categories.length === 0) return
  const chosen = into === undefined ? [] : await categoryChoicesOf(db, into.id)
  const { leftOut } = resolveCategoryChoices(ours.categories, await allCategories(db), chosen)
  for (const { line, text } of leftOut) notes.remark('category-left-out', line, text)
}
