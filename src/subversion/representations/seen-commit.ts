import type { Static } from 'typebox'
import type { ResolveLink } from '../../fields/references.ts'
import { renderRichText } from '../../fields/rich-text.ts'
import { Type } from '../../kit/schema.ts'
import type { Viewer } from '../../kit/viewer.ts'
import type { SeenCommit } from '../model/committed.ts'
import { type Authors, committedMembers, representCommitted } from './committed.ts'

const nullable = Type.Null()

/** Our extension. */
export const SeenCommitRepresentation = Type.Object(
  {
    ...committedMembers,
    /** null: some of what it changes is hidden from the caller, and the message with it */
    message: Type.Union([Type.String(), nullable]),
    /** safe HTML with references as links */
    post_processed_message: Type.Union([Type.String(), nullable]),
    /** the first of those that the caller may see, by path */
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
    /** how many those are */
    changed_paths_size: Type.Integer(),
  },
  { title: 'Commit', additionalProperties: false },
)
export type SeenCommitRepresentation = Static<typeof SeenCommitRepresentation>

/** What shows commits beside themselves. */
export interface CommitGround {
  readonly authors: Authors
  readonly viewer: Viewer
  /** What is mentioned in the message of a revision. */
  linkOfIn(revision: number): ResolveLink
}

export function representSeenCommit(
  commit: SeenCommit,
  { authors, viewer, linkOfIn }: CommitGround,
): SeenCommitRepresentation {
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
