import type { Static } from 'typebox'
import { Type } from '../../kit/values/schema.ts'
import { LinkedArtifactRepresentation } from './brief-artifact.ts'

/** As many as one request for artifacts by their ids returns. */
export const maxLinkedArtifacts = 100

const AllowedTransition = Type.Object(
  {
    id: Type.Integer(),
    to_id: Type.Integer({ description: 'Value of the workflow field that the transition leads to.' }),
    label: Type.String({ description: 'Label of that value.' }),
    requires_comment: Type.Boolean(),
    required_field_ids: Type.Array(Type.Integer(), {
      description: 'Readable fields that may not be empty after the transition.',
    }),
    refusal: Type.Union([Type.String(), Type.Null()], {
      description: 'null: the caller may take the transition; otherwise the rule that forbids it.',
    }),
  },
  { title: 'AllowedTransition', additionalProperties: false },
)

/** Tulipwood extension: members of an artifact that `include` requests (docs/api/extensions.md §1). */
export const includedMembers = {
  etag: Type.Optional(Type.String({ description: 'With `include=etag`: as in the header `Etag`.' })),
  can_update: Type.Optional(
    Type.Boolean({
      description: 'With `include=can_update`: whether the caller may send changes and comments.',
    }),
  ),
  can_delete: Type.Optional(
    Type.Boolean({ description: 'With `include=can_delete`: whether the caller may delete the artifact now.' }),
  ),
  can_move: Type.Optional(
    Type.Boolean({
      description: 'With `include=can_move`: whether the caller may move it to other trackers that they administer.',
    }),
  ),
  has_private_comments: Type.Optional(
    Type.Boolean({
      description: 'With `include=has_private_comments`: whether comments may be private to user groups (`ugroups`).',
    }),
  ),
  allowed_transitions: Type.Optional(
    Type.Union([Type.Array(AllowedTransition), Type.Null()], {
      description:
        'With `include=allowed_transitions`: transitions from the current state, those that the caller may take first; null: no workflow restricts a field that the caller can read.',
    }),
  ),
  frozen_fields: Type.Optional(
    Type.Array(Type.Integer(), {
      description: 'With `include=frozen_fields`: ids of readable fields that the current state makes read-only.',
    }),
  ),
  hidden_fieldsets: Type.Optional(
    Type.Array(Type.Integer(), {
      description: 'With `include=hidden_fieldsets`: ids of fieldsets that the current state hides.',
    }),
  ),
  linked_artifacts: Type.Optional(
    Type.Array(LinkedArtifactRepresentation, {
      maxItems: maxLinkedArtifacts,
      description: `With \`include=linked_artifacts\`: the artifacts that its links show to the caller, each once, in the order of the links, those of reverse links last; at most ${maxLinkedArtifacts}.`,
    }),
  ),
  children: Type.Optional(
    Type.Object(
      {
        total: Type.Integer(),
        open: Type.Integer({ description: 'Those that `tracker_counts` counts as open.' }),
      },
      {
        title: 'ChildCount',
        additionalProperties: false,
        description:
          'With `include=children`: the number of artifacts to which it has links of type `_is_child` and that the caller sees.',
      },
    ),
  ),
}

export type IncludedName = keyof typeof includedMembers

/** Names for artifacts in lists, where each other would need its own queries. */
export const includedListNames = ['etag', 'can_update', 'children'] as const satisfies readonly IncludedName[]
export type IncludedListName = (typeof includedListNames)[number]

/** Names for a single artifact. */
export const includedNames = Object.keys(includedMembers) as readonly IncludedName[]

type Members = {
  readonly [Name in IncludedName]: Exclude<Static<(typeof includedMembers)[Name]>, undefined>
}
export type IncludedMembers = Partial<Members>
export type AllowedTransition = NonNullable<Members['allowed_transitions']>[number]
