import type { UserId } from '../../kit/ids.ts'
import type { Notes } from '../findings.ts'
import type { GroupByName } from './groups.ts'

/** What the structure of trackers refers to outside of itself. */
export interface Surroundings {
  readonly notes: Notes
  readonly groupOf: GroupByName
  /** A person by `username`, `ldap`, `id` or `email`; undefined when unknown. */
  userOf(format: string, reference: string): UserId | undefined
  /** Keys of the trackers that are made together. */
  readonly trackerKeys: ReadonlySet<string>
  /** A tracker on its own may name others that did not come along. */
  readonly isAlone: boolean
}
