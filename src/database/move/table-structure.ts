/** A kind of column that both databases have; `words` is an index of a text, see text-index.ts. */
export type ColumnKind = 'integer' | 'real' | 'text' | 'bytes' | 'words'

export interface Column {
  readonly name: string
  readonly kind: ColumnKind
  /** The sequence with which PostgreSQL numbers the rows; null: rows are inserted with a value. */
  readonly sequence: string | null
}

/** A table whose rows are moved. */
export interface TableStructure {
  readonly name: string
  /** Without generated columns, and those that only one of the databases has. */
  readonly columns: readonly Column[]
  /** Columns of the primary key; empty: the table has none. */
  readonly key: readonly string[]
}

/** Values of the columns by which a table is read. */
export type KeyValues = readonly (string | number)[]
