import type { Caller } from '../../kit/caller.ts'
import type { ProjectId, UserGroupId } from '../../kit/ids.ts'
import type { EpochSeconds } from '../../kit/time.ts'
import type { User } from '../../platform/model/user.ts'
import type { StaticGroup } from '../../platform/store/groups.ts'
import type { Field } from '../field.ts'
import type { PresentContext } from '../present-context.ts'
import type { FieldValueInput } from '../write-context.ts'

/** What stands in one cell of a table: '' is nothing, several values are told apart (decision 23). */
export type CsvCell = string | number | readonly string[]

/** What a cell asks for, as a request would say it. */
type CsvCellInput = Omit<FieldValueInput, 'field_id'>

/** How a field stands in tables that people take away and bring back. A type without it is in no table. */
export interface CsvFormat<Value = unknown> {
  write(value: Value | undefined, field: Field, context: PresentContext): CsvCell
  /** What a cell asks for, '' for nothing; undefined: a problem was told. Absent: nobody sets such a field. */
  read?(text: string, field: Field, context: CsvReadContext): CsvCellInput | undefined
  /** Logins that `read` will ask for. */
  collectLogins?(text: string, field: Field): readonly string[]
}

/** What `read` may ask; everything is loaded. */
export interface CsvReadContext {
  readonly caller: Caller
  readonly projectId: ProjectId
  readonly timezone: string
  readonly now: EpochSeconds
  /** What the field holds now; undefined when it never held anything, or the artifact is being made. */
  readonly currentValue: unknown
  readonly groups: ReadonlyMap<UserGroupId, StaticGroup>
  userByLogin(login: string): User | undefined
  reportProblem(sentence: string): undefined
}
