import type { Caller } from '../../kit/caller.ts'
import type { ProjectId, UserGroupId } from '../../kit/ids.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import type { User } from '../../platform/model/user.ts'
import type { StaticGroup } from '../../platform/store/groups.ts'
import type { Field } from '../field.ts'
import type { Presenting } from '../presenting.ts'
import type { SentEntry } from '../writing.ts'

/** What stands in one cell of a table: '' is nothing, several values are told apart (decision 23). */
export type Cell = string | number | readonly string[]

/** What a cell asks for, as a request would say it. */
type AskedByCell = Omit<SentEntry, 'field_id'>

/** How a field stands in tables that people take away and bring back. A type without it is in no table. */
export interface Cells<Value = unknown> {
  write(value: Value | undefined, field: Field, context: Presenting): Cell
  /** What a cell asks for, '' for nothing; undefined: a problem was told. Absent: nobody sets such a field. */
  read?(text: string, field: Field, context: CellReading): AskedByCell | undefined
  /** Logins that `read` will ask for. */
  logins?(text: string, field: Field): readonly string[]
}

/** What `read` may ask; everything is loaded. */
export interface CellReading {
  readonly caller: Caller
  readonly projectId: ProjectId
  readonly timezone: string
  readonly now: EpochSeconds
  /** What the field holds now; undefined when it never held anything, or the artifact is being made. */
  readonly before: unknown
  readonly groups: ReadonlyMap<UserGroupId, StaticGroup>
  userByLogin(login: string): User | undefined
  problem(sentence: string): undefined
}
