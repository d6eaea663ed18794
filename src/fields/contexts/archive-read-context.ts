import type { ArtifactId, BindValueId, FieldId, FileId, UserGroupId, UserId } from '../../kit/values/ids.ts'

/**
 * Resolves references in the values of an archive; all data is loaded, nothing here waits (docs/api/archive-format.md
 * §3.4).
 */
export interface ArchiveReadContext {
  /** IANA time zone in which days start. */
  readonly timezone: string
  /** Finds a user by `username`, `ldap`, `id` or `email`; `None` is NONE_USER; undefined when unknown. */
  userOf(format: string, reference: string): UserId | undefined
  /** A list value by its key in the structure section, `V123` (docs/api/archive-format.md §3.4 rule 8). */
  valueOf(key: string): BindValueId | undefined
  /** A group of the project by the name archives use (`ugroup_project_members_name_key`, a static name). */
  groupOf(name: string): UserGroupId | undefined
  /** A file by its reference, `fileinfo_12`. */
  fileOf(reference: string): FileId | undefined
  /** The new id of an artifact. */
  artifactOf(oldId: string): ArtifactId | undefined
  /** The type that a link with this nature gets; '' when it has none. */
  linkType(nature: string, line: number): string
  /** Returns the id of a new value of an open list; created beforehand for each label from `collectOpenLabels`. */
  openValueOf(field: FieldId, label: string): number | undefined
  /** Returns an id for a test step; as many are reserved as `countSteps` returns. */
  nextStepId(): number
  /** Something that had to be left out; the rest of the change counts. */
  reportProblem(line: number, text: string): void
}
