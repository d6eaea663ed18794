import type { Reader } from '../../kit/db/db.ts'
import type { Page } from '../../kit/http/page.ts'
import type { ArtifactId } from '../../kit/ids.ts'
import type { ArtifactCondition } from './visible.ts'

export interface PageOfIds {
  readonly ids: readonly ArtifactId[]
  /** how many there are in all */
  readonly size: number
}

/** One page of what a condition selects, by id. Rows passed over are walked in an index, never in the documents. */
export async function pageOfIds(
  db: Reader,
  where: ArtifactCondition,
  order: 'asc' | 'desc',
  page: Page,
): Promise<PageOfIds> {
  const selected = db.selectFrom('artifact').where(where)
  const [rows, counted] = await Promise.all([
    selected.select('id').orderBy('id', order).limit(page.limit).offset(page.offset).execute(),
    selected.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
  ])
  return { ids: rows.map((row) => row.id), size: Number(counted.n) }
}
