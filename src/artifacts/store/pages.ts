import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { ArtifactId } from '../../kit/values/ids.ts'
import type { Page } from '../../kit/values/page.ts'
import type { ArtifactSortKey } from '../model/group-key.ts'
import { compileOrderBy } from './order-by.ts'
import type { ArtifactCondition } from './visibility-condition.ts'

export interface PageOfIds {
  readonly ids: readonly ArtifactId[]
  /** total number */
  readonly size: number
}

/**
 * Returns one page of matching artifacts, by the sort keys and then by id. Skipped rows are read from an index, never
 * from the documents. `knownSize`: how many match; without it they are counted.
 */
export async function loadIdPage(
  db: Reader,
  where: ArtifactCondition,
  order: 'asc' | 'desc',
  page: Page,
  orderBy: readonly ArtifactSortKey[] = [],
  knownSize?: number,
): Promise<PageOfIds> {
  const selected = db.selectFrom('artifact').where(where)
  const [rows, size] = await Promise.all([
    selected.select('id').orderBy(compileOrderBy(orderBy, order)).limit(page.limit).offset(page.offset).execute(),
    knownSize ?? countArtifacts(db, where),
  ])
  return { ids: rows.map((row) => row.id), size }
}

/** Returns how many artifacts match a condition. */
export async function countArtifacts(db: Reader, where: ArtifactCondition): Promise<number> {
  const counted = db.selectFrom('artifact').where(where)
  return Number((await counted.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n)
}

/** Sorts the given artifacts and returns one page. */
export async function loadSortedIds(
  db: Reader,
  among: readonly ArtifactId[],
  order: 'asc' | 'desc',
  page: Page,
  orderBy: readonly ArtifactSortKey[],
): Promise<ArtifactId[]> {
  const selected = db.selectFrom('artifact').select('id').where(inList('artifact.id', among))
  const rows = await selected.orderBy(compileOrderBy(orderBy, order)).limit(page.limit).offset(page.offset).execute()
  return rows.map(({ id }) => id)
}
