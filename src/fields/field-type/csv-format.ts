import type { User } from '../../accounts/model/user.ts'
import type { StaticGroup } from '../../accounts/store/groups.ts'
import type { Message } from '../../kit/messages/message.ts'
import type { Caller } from '../../kit/values/caller.ts'
import type { ProjectId, UserGroupId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { PresentContext } from '../contexts/present-context.ts'
import type { FieldValueInput } from '../contexts/write-context.ts'
import type { Field } from '../model/field.ts'

/** Content of one cell: '' for no value, a list for several values (decision 23). */
export type CsvCell = string | number | readonly string[]

/** Input that a cell represents, in the form of a request. */
type CsvCellInput = Omit<FieldValueInput, 'field_id'>

/** Format of a field in CSV files. A type without it has no column. */
export interface CsvFormat<Value = unknown> {
  write(value: Value | undefined, field: Field, context: PresentContext): CsvCell
  /** Parses a cell, '' for no value; undefined when a problem was reported. Absent: the field is read-only. */
  read?(text: string, field: Field, context: CsvReadContext): CsvCellInput | undefined
  /** Returns the logins that `read` needs. */
  collectLogins?(text: string, field: Field): readonly string[]
}

/** Context of `read`; all data is loaded. */
export interface CsvReadContext {
  readonly caller: Caller
  readonly projectId: ProjectId
  readonly timezone: string
  readonly now: EpochSeconds
  /** Current value of the field; undefined when it never had a value, or the artifact is new. */
  readonly currentValue: unknown
  readonly groups: ReadonlyMap<UserGroupId, StaticGroup>
  userByLogin(login: string): User | undefined
  reportProblem(message: Message): undefined
}
