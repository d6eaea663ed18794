import type { TProperties, TSchema } from 'typebox'
import { UserRepresentation } from '../../accounts/representations/user.ts'
import { UserGroupReference } from '../../accounts/representations/user-group.ts'
import { Type } from '../../kit/values/schema.ts'

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const oneOf = <T extends string>(...types: T[]) => Type.Unsafe<T>(Type.Union(types.map((type) => Type.Literal(type))))
const named = <T extends TProperties>(title: string, members: T) =>
  Type.Object(members, { title, additionalProperties: false })

const entry = <K extends TSchema, T extends TProperties>(title: string, types: K, members: T) =>
  named(title, { field_id: Type.Integer(), type: types, label: Type.String(), ...members })

const StaticListValue = named('StaticListValue', {
  id: Type.Integer(),
  label: Type.String(),
  color: nullable(named('RgbColor', { r: Type.Integer(), g: Type.Integer(), b: Type.Integer() })),
  tlp_color: nullable(Type.String()),
  is_hidden: Type.Boolean(),
})

/** A new value of an open list, added by a user (docs/api/field-values.md §8). */
const TypedValue = named('NewOpenListValue', { id: Type.String({ pattern: '^o[0-9]+$' }), label: Type.String() })

const OpenListValues = Type.Array(Type.Union([StaticListValue, UserRepresentation, UserGroupReference, TypedValue]))

const Link = named('ArtifactLink', {
  id: Type.Integer(),
  uri: Type.String(),
  tracker: named('LinkedTracker', {
    id: Type.Integer(),
    uri: Type.String(),
    label: Type.String(),
    color: Type.String(),
    project: named('LinkedProject', {
      id: Type.Integer(),
      uri: Type.String(),
      label: nullable(Type.String()),
      icon: Type.String(),
    }),
  }),
  type: nullable(Type.String()),
})

const FileDescription = named('AttachedFile', {
  id: Type.Integer(),
  submitted_by: Type.Integer(),
  description: Type.String(),
  name: Type.String(),
  size: Type.Integer(),
  type: Type.String(),
  html_url: Type.String(),
  html_preview_url: nullable(Type.String()),
  uri: Type.String(),
})

const Step = named('TestStep', {
  id: Type.Integer(),
  description: Type.String(),
  description_format: oneOf('text', 'html'),
  commonmark_description: Type.Optional(Type.String()),
  expected_results: Type.String(),
  expected_results_format: oneOf('text', 'html'),
  commonmark_expected_results: Type.Optional(Type.String()),
  rank: Type.Integer(),
})

const CrossReference = named('CrossReference', {
  ref: Type.String(),
  url: Type.String(),
  direction: oneOf('in', 'out', 'both'),
})

const Burndown = named('Burndown', {
  start_date: nullable(Type.String()),
  duration: nullable(Type.Integer()),
  capacity: nullable(Type.Number()),
  points: Type.Array(Type.Number()),
  is_under_calculation: Type.Boolean(),
  opening_days: Type.Array(Type.Integer()),
  points_with_date: Type.Array(
    named('BurndownPoint', { date: Type.String(), remaining_effort: nullable(Type.Number()) }),
  ),
})

/** An item of `values` of an artifact (docs/api/field-values.md §2). */
export const ValueEntrySchema = Type.Union(
  [
    entry('StringValue', oneOf('string', 'Encrypted', 'subon', 'lud'), { value: Type.String() }),
    entry('TextValue', Type.Literal('text'), {
      value: Type.String(),
      format: oneOf('text', 'html'),
      commonmark: Type.Optional(Type.String()),
      post_processed_value: Type.String(),
    }),
    entry('NumberValue', oneOf('int', 'float'), { value: nullable(Type.Number()) }),
    entry('IdValue', oneOf('aid', 'atid', 'priority'), { value: Type.Integer() }),
    entry('DateValue', Type.Literal('date'), { value: nullable(Type.String()), is_time_displayed: Type.Boolean() }),
    entry('ListValue', oneOf('sb', 'rb', 'msb', 'cb'), {
      values: Type.Array(Type.Union([StaticListValue, UserRepresentation, UserGroupReference])),
      bind_value_ids: Type.Array(Type.Union([Type.Integer(), Type.String()])),
    }),
    entry('OpenListValue', Type.Literal('tbl'), {
      values: OpenListValues,
      bind_value_objects: OpenListValues,
      bind_value_ids: Type.Array(Type.String()),
      bind_type: oneOf('static', 'users', 'ugroups'),
    }),
    entry('FileValue', Type.Literal('file'), { file_descriptions: Type.Array(FileDescription) }),
    entry('ArtifactLinkValue', Type.Literal('art_link'), { links: Type.Array(Link), reverse_links: Type.Array(Link) }),
    entry('PermissionValue', Type.Literal('perm'), {
      granted_groups: Type.Array(Type.String()),
      granted_groups_ids: Type.Array(Type.String()),
    }),
    entry('ComputedValue', Type.Literal('computed'), {
      is_autocomputed: Type.Boolean(),
      value: nullable(Type.Number()),
      manual_value: nullable(Type.Number()),
    }),
    entry('UserValue', oneOf('subby', 'luby'), { value: UserRepresentation }),
    entry('CrossReferenceValue', Type.Literal('cross'), { value: Type.Array(CrossReference) }),
    entry('BurndownValue', Type.Literal('burndown'), { value: Burndown }),
    entry('StepsValue', Type.Literal('ttmstepdef'), { value: Type.Array(Step) }),
  ],
  { title: 'FieldValue', discriminator: { propertyName: 'type' } },
)
