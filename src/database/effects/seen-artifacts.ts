import type { ArtifactEffect, RowsOfArtifacts } from '../tables/write-effects.ts'
import { knownIds, knownValues, type SentQuery, type Write } from './find-writes.ts'
import { markSets } from './mark-sets.ts'

/** Artifacts whose cached representations are outdated by a transaction. */
export interface OutdatedArtifacts {
  readonly ids: ReadonlySet<number>
  /** Artifacts that other users may see now than before: those that show them are outdated as well. */
  readonly access: ReadonlySet<number>
  readonly changesets: readonly number[]
  readonly repositories: readonly number[]
  /** Whether an artifact has a new version, under which nothing is cached yet. */
  hasNewVersion(id: number): boolean
}

type Row = Readonly<Record<string, unknown>>

/** Runs a statement before the one that was seen, and returns its rows later. */
type ReadFirst = (sql: string, parameters: readonly unknown[]) => Promise<readonly Row[]>

/** Writes to a table from its first deletion on. */
type RowChange = { readonly deleted: Promise<readonly Row[]> } | { readonly inserted: readonly Row[] }

/** Collects which artifacts show what the statements of one transaction write. */
export class SeenArtifacts {
  readonly #readFirst: ReadFirst
  readonly #created = new Set<number>()
  readonly #versioned = new Set<number>()
  readonly #newChangesets = new Set<number>()
  #ids = new Set<number>()
  #access = new Set<number>()
  #through = { changeset: new Set<number>(), repository_reference: new Set<number>() }
  #changes = new Map<RowsOfArtifacts, RowChange[]>()

  constructor(readFirst: ReadFirst) {
    this.#readFirst = readFirst
  }

  isEmpty(): boolean {
    const { changeset, repository_reference } = this.#through
    return [this.#ids, this.#access, changeset, repository_reference, this.#changes].every(({ size }) => size === 0)
  }

  mark(): () => void {
    return markSets(this.#created, this.#versioned, this.#newChangesets)
  }

  see(effect: ArtifactEffect, write: Write, query: SentQuery): void {
    if (effect.kind === 'rows') {
      if (write.kind === 'insert') this.#insert(effect, write, query)
      else if (write.kind === 'delete') this.#delete(effect, write, query)
    } else if (effect.kind === 'versions') {
      if (write.kind !== 'insert') return
      for (const id of knownIds(write, query, effect.artifact)) this.#versioned.add(id)
      for (const id of knownIds(write, query, effect.id)) this.#newChangesets.add(id)
    } else if (effect.kind === 'access') {
      if (write.kind === 'insert' && write.isNew)
        for (const id of write.valuesOf?.(effect.id, query) ?? []) this.#created.add(Number(id))
      if (write.kind !== 'update') return
      if (changesColumns(write, effect.columns)) {
        for (const id of knownIds(write, query, effect.id)) if (!this.#created.has(id)) this.#access.add(id)
      } else if (changesColumns(write, effect.shownColumns)) {
        for (const id of knownIds(write, query, effect.id)) if (!this.#created.has(id)) this.#ids.add(id)
      }
    } else if (write.kind === effect.on && changesColumns(write, effect.columns)) {
      const newChangesets = effect.through === 'changeset' ? this.#newChangesets : undefined
      for (const id of knownIds(write, query, effect.column))
        if (!newChangesets?.has(id)) this.#through[effect.through].add(id)
    }
  }

  #insert(effect: RowsOfArtifacts, write: Write, query: SentQuery): void {
    const columns = [...new Set([...effect.artifacts, ...effect.shownColumns])]
    const values = columns.map((column) => knownValues(write, query, column))
    const rows = values[0]?.map((_, index) =>
      Object.fromEntries(columns.map((each, at) => [each, values[at]?.[index]])),
    )
    const changes = this.#changes.get(effect)
    if (changes === undefined) this.#addEnds(effect, rows ?? [])
    else changes.push({ inserted: rows ?? [] })
  }

  /**
   * Unless the condition has all artifacts that show the rows, they are read before the rows are deleted. A deletion
   * whose condition names no artifact is one of a whole field or repository, of which nothing is shown any more.
   */
  #delete(effect: RowsOfArtifacts, { table, valuesOf: read }: Write, query: SentQuery): void {
    const idLists = effect.artifacts.map((column) => read?.(column, query))
    if (idLists.every((values) => values !== undefined)) {
      for (const id of idLists.flat()) this.#ids.add(Number(id))
      return
    }
    const { sql, parameters } = query
    const [, condition = ''] = /^delete from "\w+"(.*)$/s.exec(sql) ?? []
    if (!effect.artifacts.some((column) => condition.includes(`"${column}"`))) return
    const columns = [...new Set([...effect.artifacts, ...effect.shownColumns])]
      .map((column) => `"${column}"`)
      .join(', ')
    const deleted = this.#readFirst(`select ${columns} from "${table}"${condition}`, parameters)
    // The failure of a statement is reported by the next one, or by the commit.
    deleted.catch(() => undefined)
    const changes = this.#changes.get(effect) ?? []
    changes.push({ deleted })
    this.#changes.set(effect, changes)
  }

  #addEnds({ artifacts }: RowsOfArtifacts, rows: Iterable<Row>): void {
    for (const row of rows)
      for (const column of artifacts) {
        const id = row[column]
        if (id !== null) this.#ids.add(Number(id))
      }
  }

  /** Returns what was outdated since the last call. */
  async take(): Promise<OutdatedArtifacts> {
    const [changes, through, access] = [this.#changes, this.#through, this.#access]
    this.#changes = new Map()
    this.#through = { changeset: new Set(), repository_reference: new Set() }
    this.#access = new Set()
    const added = this.#ids
    this.#ids = new Set()
    for (const [effect, ofTable] of changes) this.#addEnds(effect, await findDifferences(effect, ofTable))
    const ids = new Set([...added, ...this.#ids])
    this.#ids = new Set()
    return {
      ids,
      access,
      changesets: [...through.changeset],
      repositories: [...through.repository_reference],
      hasNewVersion: (id) => this.#versioned.has(id),
    }
  }
}

/** Returns inserted and deleted rows; those that were deleted and inserted again are not different. */
async function findDifferences({ shownColumns }: RowsOfArtifacts, changes: readonly RowChange[]): Promise<Row[]> {
  const keyOf = (row: Row): string => shownColumns.map((column) => String(row[column])).join(' ')
  const deletedRows = new Map<string, Row>()
  const different: Row[] = []
  for (const change of changes) {
    if ('deleted' in change) for (const row of await change.deleted) deletedRows.set(keyOf(row), row)
    else for (const row of change.inserted) if (!deletedRows.delete(keyOf(row))) different.push(row)
  }
  return [...different, ...deletedRows.values()]
}

const changesColumns = ({ columns }: Write, relevant: readonly string[] | undefined): boolean =>
  columns === undefined || relevant === undefined || columns.some((each) => relevant.includes(each))
