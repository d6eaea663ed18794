import type { SortKey } from '../../fields/sort-key.ts'
import type { Reader } from '../../kit/db/db.ts'
import { inList } from '../../kit/db/sql.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import type { Page } from '../../kit/page.ts'
import { orderByKeys } from './order-by.ts'
import type { ArtifactCondition } from './visibility-condition.ts'

export interface PageOfIds {
  readonly ids: readonly ArtifactId[]
  /** how many there are in all */
  readonly size: number
}

/** One page of what a condition selects, by the keys given and then by id. Rows passed over are walked in an index, never in the documents. */
export async function pageOfIds(
  db: Reader,
  where: ArtifactCondition,
  order: 'asc' | 'desc',
  page: Page,
  orderBy: readonly SortKey[] = [],
): Promise<PageOfIds> {
  const selected = db.selectFrom('artifact').where(where)
  const [rows, counted] = await Promise.all([
    selected.select('id').orderBy(orderByKeys(orderBy, order)).limit(page.limit).offset(page.offset).execute(),
    selected.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
  ])
  return { ids: rows.map((row) => row.id), size: Number(counted.n) }
}

/** Of these artifacts those of one page, when they are sorted. */
export async function sortedIds(
  db: Reader,
  among: readonly ArtifactId[],
  order: 'asc' | 'desc',
  page: Page,
  orderBy: readonly SortKey[],
): Promise<ArtifactId[]> {
  const selected = db.selectFrom('artifact').select('id').where(inList('artifact.id', among))
  const rows = await selected.orderBy(orderByKeys(orderBy, order)).limit(page.limit).offset(page.offset).execute()
  return rows.map(({ id }) => id)
}
