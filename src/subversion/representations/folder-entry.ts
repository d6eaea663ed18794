import type { Static } from 'typebox'
import { Type } from '../../kit/schema.ts'
import type { Viewer } from '../../kit/viewer.ts'
import type { FolderEntry } from '../model/committed.ts'
import { type Authors, CommittedRepresentation, representCommitted } from './committed.ts'

const FolderEntryRepresentation = Type.Object(
  {
    name: Type.String(),
    path: Type.String(),
    kind: Type.Union([Type.Literal('directory'), Type.Literal('file')]),
    /** in bytes, of files */
    size: Type.Union([Type.Integer(), Type.Null()]),
    last_commit: CommittedRepresentation,
  },
  { title: 'DirectoryEntry', additionalProperties: false },
)

/** Our extension. */
export const FolderRepresentation = Type.Object(
  { path: Type.String(), revision: Type.Integer(), entries: Type.Array(FolderEntryRepresentation) },
  { title: 'Directory', additionalProperties: false },
)
export type FolderRepresentation = Static<typeof FolderRepresentation>

export const representFolderEntry = (
  { name, path, kind, size, committed }: FolderEntry,
  authors: Authors,
  viewer: Viewer,
): FolderRepresentation['entries'][number] => ({
  name,
  path,
  kind,
  size,
  last_commit: representCommitted(committed, authors, viewer),
})
