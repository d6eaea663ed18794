import type { CompiledQuery } from 'kysely'
import { type Topic, topics } from '../../kit/caches/revision-cache.ts'
import type { WriteObserver } from '../engine/builders.ts'
import type { Connection } from '../engine/engine.ts'
import type { WriteEffect, WriteEffects } from '../tables/write-effects.ts'
import { findWrites, type SentQuery, type Write } from './find-writes.ts'
import { SeenArtifacts } from './seen-artifacts.ts'
import { SeenChanges } from './seen-changes.ts'

/** Collects what the statements of one transaction invalidate. */
export class SeenWrites implements WriteObserver {
  readonly artifacts: SeenArtifacts
  readonly changes = new SeenChanges()
  readonly #effects: WriteEffects
  readonly #invalidated = new Set<Topic>()
  readonly #takenTopics = new Set<Topic>()
  #invalidations = 0
  #settleArtifacts: (() => Promise<void>) | undefined

  constructor(effects: WriteEffects, connection: Connection) {
    this.#effects = effects
    this.artifacts = new SeenArtifacts(async (sql, parameters) => {
      const { rows } = await (connection.send ?? connection.execute.bind(connection))(sql, parameters)
      return rows
    })
  }

  see(query: CompiledQuery): void {
    // `insertRows` and `prepareStatement` add what a compiled statement does not have.
    const sentQuery: SentQuery = query
    for (const write of findWrites(query)) {
      // Other tables, such as those of the text indexes, belong to the database layer.
      if (!Object.hasOwn(this.#effects, write.table)) continue
      const effect: WriteEffect = this.#effects[write.table as keyof WriteEffects]
      if (effect.artifacts !== undefined) this.artifacts.see(effect.artifacts, write, sentQuery)
      if (effect.log !== undefined) this.changes.see(effect.log, write, sentQuery)
      if (!isCached(effect, write, sentQuery)) continue
      for (const topic of effect[write.kind]) {
        this.#invalidated.add(topic)
        this.#invalidations += 1
      }
    }
  }

  take(): Topic[] {
    const newTopics = topics.filter((topic) => this.#invalidated.has(topic))
    this.#invalidated.clear()
    for (const topic of newTopics) this.#takenTopics.add(topic)
    return newTopics
  }

  countInvalidations(): number {
    return this.#invalidations
  }

  /** Returns everything that `take` has returned. */
  invalidated(): Topic[] {
    return [...this.#takenTopics]
  }

  /** How the cache versions of artifacts are increased before this transaction reads them. */
  settleArtifactsBy(settle: () => Promise<void>): void {
    this.#settleArtifacts = settle
  }

  async settleArtifacts(): Promise<void> {
    await this.#settleArtifacts?.()
  }

  settleBefore({ sql }: CompiledQuery): Promise<void> | undefined {
    return this.artifacts.isEmpty() || !sql.includes('artifact_cache_version') ? undefined : this.settleArtifacts()
  }

  /** What is outdated stays so: too much is harmless. */
  mark(): () => void {
    const [artifacts, changes] = [this.artifacts.mark(), this.changes.mark()]
    return () => {
      artifacts()
      changes()
      this.#invalidations += 1
    }
  }
}

function isCached(effect: WriteEffect, { kind, columns, valuesOf }: Write, query: SentQuery): boolean {
  const { ignoredColumns, cachedColumns, cachedRows } = effect
  if (kind === 'update' && columns !== undefined) {
    if (ignoredColumns !== undefined && columns.every((each) => ignoredColumns.includes(each))) return false
    if (cachedColumns !== undefined && !columns.some((each) => cachedColumns.includes(each))) return false
  }
  const values = cachedRows && valuesOf?.(cachedRows.column, query)
  return values === undefined || values.some((each) => cachedRows?.values.some((cached) => cached === each))
}
