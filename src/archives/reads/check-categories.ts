import type { Reader } from '../../database/db/db.ts'
import type { Project } from '../../projects/model/project.ts'
import { loadCategories, loadCategoryChoices } from '../../projects/store/categories.ts'
import type { FindingReporter } from '../../trackers/xml/finding-reporter.ts'
import { resolveCategoryChoices } from '../model/category-choices.ts'
import type { TulipwoodDocument } from '../parse/tulipwood-xml.ts'

/** Reports the choices that the import drops: it adds no categories to the site. */
export async function checkCategories(
  db: Reader,
  tulipwood: TulipwoodDocument | null,
  into: Project | undefined,
  notes: FindingReporter,
): Promise<void> {
  if (tulipwood === null || tulipwood.categories.length === 0) return
  const chosen = into === undefined ? [] : await loadCategoryChoices(db, into.id)
  const { leftOut } = resolveCategoryChoices(tulipwood.categories, await loadCategories(db), chosen)
  for (const { line, text } of leftOut) notes.remark('category-left-out', line, text)
}
