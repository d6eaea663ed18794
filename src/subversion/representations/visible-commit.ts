import type { Static } from 'typebox'
import type { ResolveLink } from '../../fields/texts/references.ts'
import { renderRichText } from '../../fields/texts/rich-text.ts'
import { Type } from '../../kit/values/schema.ts'
import type { Viewer } from '../../kit/values/viewer.ts'
import type { VisibleCommit } from '../model/browser-types.ts'
import { type Authors, committedMembers, representCommitted } from './commit.ts'

const nullable = Type.Null()

/** Tulipwood extension. */
export const VisibleCommitRepresentation = Type.Object(
  {
    ...committedMembers,
    /** null: some changes are hidden from the caller, and so is the message */
    message: Type.Union([Type.String(), nullable]),
    /** safe HTML with references as links */
    post_processed_message: Type.Union([Type.String(), nullable]),
    /** the first changes that the caller may see, by path */
    changed_paths: Type.Array(
      Type.Object(
        {
          path: Type.String(),
          kind: Type.Union([Type.Literal('directory'), Type.Literal('file'), nullable]),
          action: Type.Union([
            Type.Literal('added'),
            Type.Literal('deleted'),
            Type.Literal('modified'),
            Type.Literal('replaced'),
          ]),
          copied_from: Type.Union([
            Type.Object({ path: Type.String(), revision: Type.Integer() }, { additionalProperties: false }),
            nullable,
          ]),
        },
        { additionalProperties: false },
      ),
    ),
    /** number of these changes */
    changed_paths_size: Type.Integer(),
  },
  { title: 'Commit', additionalProperties: false },
)
export type VisibleCommitRepresentation = Static<typeof VisibleCommitRepresentation>

/** Data needed to represent commits. */
export interface CommitContext {
  readonly authors: Authors
  readonly viewer: Viewer
  /** Link of a reference in the message of a revision. */
  linkOfIn(revision: number): ResolveLink
}

export function representVisibleCommit(
  commit: VisibleCommit,
  { authors, viewer, linkOfIn }: CommitContext,
): VisibleCommitRepresentation {
  const { message, changes, size } = commit
  return {
    ...representCommitted(commit, authors, viewer),
    message,
    post_processed_message:
      message === null ? null : renderRichText({ format: 'text', content: message }, linkOfIn(commit.revision)),
    changed_paths: changes.map(({ path, kind, action, copiedFrom }) => ({
      path,
      kind,
      action,
      copied_from: copiedFrom,
    })),
    changed_paths_size: size,
  }
}
