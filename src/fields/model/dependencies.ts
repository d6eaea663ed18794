import type { ArtifactId, FileId, UserId } from '../../kit/values/ids.ts'

/** References in stored values, collected over a page and loaded at once. */
export interface Dependencies {
  readonly users: Set<UserId>
  readonly files: Set<FileId>
  readonly artifacts: Set<ArtifactId>
  readonly openValues: Set<number>
}

export const createEmptyDependencies = (): Dependencies => ({
  users: new Set(),
  files: new Set(),
  artifacts: new Set(),
  openValues: new Set(),
})
