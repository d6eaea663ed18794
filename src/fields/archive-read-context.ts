import type { ArtifactId, BindValueId, FieldId, FileId, UserGroupId, UserId } from '../kit/ids.ts'

/** What the values of an archive refer to, already known; nothing here waits (docs/api/archive-format.md §3.4). */
export interface ArchiveReadContext {
  /** IANA zone that decides where a day begins. */
  readonly timezone: string
  /** A person by `username`, `ldap`, `id` or `email`; `None` is NOBODY; undefined when unknown. */
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
  /** What was typed into an open list; made before, for every label that `openLabels` tells. */
  openValueOf(field: FieldId, label: string): number | undefined
  /** Ids for test steps, as many as `steps` tells. */
  nextStepId(): number
  /** Something that had to be left out; the rest of the change counts. */
  reportProblem(line: number, text: string): void
}
