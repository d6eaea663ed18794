import type { Scalar } from './scalar.ts'

/** Result of a statement: rows are objects whose keys are the names of the columns. */
export interface StatementResult {
  /** The caller knows the columns of its statement; here they have no type. */
  readonly rows: never[]
  /** Number of rows that a statement without a result has inserted, updated or deleted. */
  readonly numAffectedRows?: bigint
}

/** Runs statements. Parameters are `?`; their number must be exact. */
export interface Connection {
  /** Throws or rejects if the statement fails, or if a parameter is no scalar (scalar.ts). */
  execute(sql: string, parameters: readonly unknown[]): StatementResult | Promise<StatementResult>
}

/** Functions for statements, by name. They return the same result for the same arguments. */
export interface SqlFunctions {
  readonly [name: string]: (...args: Scalar[]) => Scalar
}
