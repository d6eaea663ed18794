import { expressionBuilder } from 'kysely'
import type { Reader } from '../../database/db/db.ts'
import { inList } from '../../database/sql/sql.ts'
import type { Tables } from '../../database/tables/tables.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import type { Page } from '../../kit/values/page.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { PageOfIds } from './pages.ts'
import type { ArtifactCondition } from './visibility-condition.ts'

/** Returns one page of the matching artifacts whose date in one of these fields has passed, the earliest first. */
export async function loadLateIds(
  db: Reader,
  where: ArtifactCondition,
  fields: readonly FieldId[],
  before: EpochSeconds,
  page: Page,
): Promise<PageOfIds> {
  const late = db
    .selectFrom('value_date')
    .innerJoin('artifact', 'artifact.id', 'value_date.artifact_id')
    .where(inList('value_date.field_id', fields))
    .where('value_date.value', '<', before)
    .where(where(expressionBuilder<Tables, 'artifact'>()))
  const [rows, counted] = await Promise.all([
    late
      .select('artifact.id')
      .orderBy('value_date.value')
      .orderBy('artifact.id')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
    late.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
  ])
  return { ids: rows.map(({ id }) => id), size: Number(counted.n) }
}
