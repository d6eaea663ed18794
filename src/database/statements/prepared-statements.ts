import type { Scalar } from '@tulipwood/sqlite/scalar'
import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { SentQuery } from '../effects/find-writes.ts'
import { getDialect, In, Slot } from '../engine/builders.ts'
import type { Dialect } from '../engine/engine.ts'
import { nameStatement } from '../engine/named-statements.ts'
import type { Reader } from '../tables/transaction.ts'

type StatementParameters = Readonly<Record<string, Scalar | readonly number[] | readonly string[]>>

/** Placeholders in a query that get their values when it runs. */
export interface Slots<Parameters extends StatementParameters> {
  value<Name extends keyof Parameters & string>(name: Name): RawBuilder<Parameters[Name]>
  /** `column in (…)`: the whole list of numbers is one parameter. */
  inList<Name extends NamesOfLists<Parameters>>(column: string, name: Name): RawBuilder<boolean>
}

type NamesOfLists<Parameters> = {
  readonly [Name in keyof Parameters & string]: Parameters[Name] extends readonly number[] ? Name : never
}[keyof Parameters & string]

const slots: Slots<StatementParameters> = {
  value: (name) => sql`${new Slot(name)}`,
  inList: (column, name) => sql<boolean>`${sql.ref(column)} ${new In(new Slot(name))}`,
}

/** Returns a query that is built and compiled once, for hot paths: building takes several times as long as running. */
export function prepareStatement<Parameters extends StatementParameters, Row>(
  write: (db: Reader, slots: Slots<Parameters>) => Compilable<Row> | RawBuilder<Row>,
): (db: Reader, slotValues: Parameters) => Promise<Row[]> {
  const compiled = new Map<Dialect, CompiledQuery<Row>>()
  return async (db, slotValues) => {
    const dialect = getDialect(db)
    let query = compiled.get(dialect)
    if (query === undefined) {
      // `write` requests slots by the names of its Parameters.
      query = nameStatement(write(db, slots as Slots<Parameters>).compile(db))
      compiled.set(dialect, query)
    }
    const parameters = query.parameters.map((parameter) =>
      parameter instanceof Slot ? parameter.fill(slotValues[parameter.name]) : parameter,
    )
    const sentQuery: SentQuery = { ...query, parameters, slotValues }
    // The rows are those of the query.
    return (await db.getExecutor().executeQuery(sentQuery as CompiledQuery<Row>)).rows
  }
}
