import type { Static } from 'typebox'
import { Type } from '../../kit/values/schema.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { DirectoryEntry } from '../model/browser-types.ts'
import { type Authors, CommittedRepresentation, representCommitted } from './commit.ts'

const DirectoryEntryRepresentation = Type.Object(
  {
    name: Type.String(),
    path: Type.String(),
    kind: Type.Union([Type.Literal('directory'), Type.Literal('file')]),
    /** size in bytes; only for files */
    size: Type.Union([Type.Integer(), Type.Null()]),
    last_commit: CommittedRepresentation,
  },
  { title: 'DirectoryEntry', additionalProperties: false },
)

/** Tulipwood extension. */
export const DirectoryRepresentation = Type.Object(
  { path: Type.String(), revision: Type.Integer(), entries: Type.Array(DirectoryEntryRepresentation) },
  { title: 'Directory', additionalProperties: false },
)
export type DirectoryRepresentation = Static<typeof DirectoryRepresentation>

export const representDirectoryEntry = (
  { name, path, kind, size, committed }: DirectoryEntry,
  authors: Authors,
  viewer: Viewer,
): DirectoryRepresentation['entries'][number] => ({
  name,
  path,
  kind,
  size,
  last_commit: representCommitted(committed, authors, viewer),
})
