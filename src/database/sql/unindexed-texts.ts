import { type Kysely, type RawBuilder, sql } from 'kysely'

/** A table with text indexes on SQLite, and their columns. */
interface TextIndexes {
  readonly table: string
  readonly indexes: readonly { readonly name: string; readonly column: string }[]
}

/**
 * Indexing a text costs SQLite as much as all other writes of it, and much less for many texts at once. New rows
 * therefore wait until there are so many; queries read the waiting rows directly.
 */
const maxUnindexed = 64

/** Returns the condition for rows of a table that are in none of its indexes yet. */
export const isUnindexed = (table: string): RawBuilder<boolean> =>
  sql<boolean>`id > (select up_to from text_indexed where name = ${sql.lit(table)})`

/** For migrations: creates the table of the last indexed row of each table. */
export async function createTailTable<T>(db: Kysely<T>): Promise<void> {
  await sql`create table text_indexed (name text primary key, up_to integer not null) strict, without rowid`.execute(db)
}

/**
 * For migrations: creates the triggers of existing indexes, so that new rows wait. Ids of deleted rows may be assigned
 * again.
 */
export async function createTailTriggers<T>(db: Kysely<T>, { table, indexes }: TextIndexes): Promise<void> {
  const rows = sql.table(table)
  const [name, upTo] = [sql.lit(table), sql`(select up_to from text_indexed where name = ${sql.lit(table)})`]
  await sql`insert into text_indexed (name, up_to) select ${name}, coalesce(max(id), 0) from ${rows}`.execute(db)
  const each = (statement: (index: RawBuilder<unknown>, column: RawBuilder<unknown>) => RawBuilder<unknown>) =>
    sql.join(
      indexes.map((index) => statement(sql.table(index.name), sql.ref(index.column))),
      sql` `,
    )
  const fill = each(
    (index, column) =>
      sql`insert into ${index} (rowid, ${column}) select id, ${column} from ${rows} where id > ${upTo} and id < new.id;`,
  )
  const add = each((index, column) => sql`insert into ${index} (rowid, ${column}) values (new.id, new.${column});`)
  const remove = each(
    (index, column) => sql`insert into ${index} (${index}, rowid, ${column}) values ('delete', old.id, old.${column});`,
  )
  const trigger = (of: string, when: RawBuilder<unknown>, body: RawBuilder<unknown>) =>
    sql`create trigger ${sql.id(`${table}_${of}`)} ${when} begin ${body} end`.execute(db)
  await trigger(
    'fills',
    sql`after insert on ${rows} when new.id <= ${upTo} or new.id >= ${upTo} + ${sql.lit(maxUnindexed)}`,
    sql`${fill} ${add} update text_indexed set up_to = max(up_to, new.id) where name = ${name};`,
  )
  await trigger('gone', sql`after delete on ${rows} when old.id <= ${upTo}`, remove)
  // Changes of other columns, such as the readers of all comments of an artifact, must not index the texts again.
  const columns = sql.join(indexes.map(({ column }) => sql.ref(column)))
  await trigger('other', sql`after update of ${columns} on ${rows} when old.id <= ${upTo}`, sql`${remove} ${add}`)
}
