import { knownIds, type SentQuery, type Write } from './find-writes.ts'
import { markSets } from './mark-sets.ts'
import type { LogEffect } from './write-effects.ts'

/**
 * Collects which changes of artifacts one transaction writes, and which of them it writes to the change log: an entry
 * that is missing would be a change without notifications, which queries with cached id sets do not find.
 */
export class SeenChanges {
  readonly #newChangesets = new Set<number>()
  readonly #changed = new Set<number>()
  readonly #recommented = new Set<number>()
  readonly #loggedArtifacts = new Set<number>()
  readonly #loggedChangesets = new Set<number>()
  #isSkipped = false

  mark(): () => void {
    return markSets(
      this.#newChangesets,
      this.#changed,
      this.#recommented,
      this.#loggedArtifacts,
      this.#loggedChangesets,
    )
  }

  see(effect: LogEffect, write: Write, sent: SentQuery): void {
    if (effect.kind === 'entries') {
      if (write.kind !== 'insert') return
      for (const id of knownIds(write, sent, 'artifact_id')) this.#loggedArtifacts.add(id)
      for (const id of knownIds(write, sent, 'changeset_id')) this.#loggedChangesets.add(id)
    } else if (effect.kind === 'comments') {
      if (write.kind !== 'insert') return
      for (const id of knownIds(write, sent, 'changeset_id'))
        if (!this.#newChangesets.has(id)) this.#recommented.add(id)
    } else if (effect.kind === 'changesets') {
      if (write.kind !== 'insert') return
      for (const id of knownIds(write, sent, 'id')) this.#newChangesets.add(id)
      for (const id of knownIds(write, sent, 'artifact_id')) this.#changed.add(id)
    } else if (write.kind === 'delete') for (const id of knownIds(write, sent, 'id')) this.#changed.add(id)
  }

  /** No reader of the log knows the artifacts: their tracker is new. */
  skip(): void {
    this.#isSkipped = true
  }

  assertLogged(): void {
    if (this.#isSkipped) return
    const artifact = this.#changed.difference(this.#loggedArtifacts).values().next().value
    if (artifact !== undefined) throw new Error(`The change log has no entry of the change of artifact ${artifact}`)
    const changeset = this.#recommented.difference(this.#loggedChangesets).values().next().value
    if (changeset !== undefined) throw new Error(`The change log has no entry of the comment of changeset ${changeset}`)
  }
}
