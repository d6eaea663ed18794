import type { LogEffect } from '../tables/write-effects.ts'
import { knownIds, type SentQuery, type Write } from './find-writes.ts'
import type { LogEntry } from './log-entry.ts'
import { markSets } from './mark-sets.ts'

/**
 * Collects the entries of the change log that the statements of one transaction have, and refuses statements without
 * one: a change that is missing in the log has no notifications, and queries with cached id sets do not find it.
 */
export class SeenChanges {
  readonly #newChangesets = new Set<number>()
  readonly #loggedArtifacts = new Set<number>()
  readonly #loggedChangesets = new Set<number>()
  #entries: LogEntry[] = []

  mark(): () => void {
    const forget = markSets(this.#newChangesets, this.#loggedArtifacts, this.#loggedChangesets)
    const { length } = this.#entries
    return () => {
      forget()
      this.#entries.length = length
    }
  }

  see(effect: LogEffect, write: Write, query: SentQuery): void {
    if (effect.kind === 'changesets' && write.kind === 'insert')
      for (const id of knownIds(write, query, 'id')) this.#newChangesets.add(id)
    const { log = [] } = query
    if (log === 'new tracker') return
    this.#add(log)
    if (effect.kind === 'comments') {
      if (write.kind !== 'insert') return
      for (const id of knownIds(write, query, 'changeset_id'))
        if (!this.#newChangesets.has(id) && !this.#loggedChangesets.has(id))
          throw new Error(`The change log has no entry of the comment of changeset ${id}`)
    } else if (effect.kind === 'changesets') {
      // Otherwise existing rows are rewritten.
      if (write.kind === 'insert' && write.isNew !== false) this.#assertLogged(knownIds(write, query, 'artifact_id'))
    } else if (write.kind === 'delete') this.#assertLogged(knownIds(write, query, 'id'))
  }

  #add(log: readonly LogEntry[]): void {
    for (const entry of log) {
      this.#entries.push(entry)
      this.#loggedArtifacts.add(entry.artifactId)
      if (entry.changesetId !== null) this.#loggedChangesets.add(entry.changesetId)
    }
  }

  #assertLogged(artifacts: readonly number[]): void {
    const missing = artifacts.find((id) => !this.#loggedArtifacts.has(id))
    if (missing !== undefined) throw new Error(`The change log has no entry of the change of artifact ${missing}`)
  }

  /** Returns the entries since the last call, in the order of the statements. */
  take(): readonly LogEntry[] {
    const entries = this.#entries
    this.#entries = []
    return entries
  }
}
