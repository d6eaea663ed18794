import type { TSchema } from 'typebox'
import type { FieldTypeName } from '../../fields/model/field.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { XmlElement } from '../../kit/xml/element.ts'
import type { Markup } from '../../kit/xml/write.ts'
import type { PostActionBy, PostActionKind } from '../model/definition.ts'
import type { Tracker, Workflow } from '../model/tracker.ts'
import type { ActionInput } from '../parse/input-schemas.ts'
import type { Problems } from '../parse/problems.ts'
import type { ResolvedElement } from '../parse/resolve-element.ts'
import type { ParseContext } from '../xml/parse-context.ts'
import type { TrackerKeys } from '../xml/tracker-keys.ts'

type ActionOf<Kind extends PostActionKind, FieldRef> = PostActionBy<FieldRef> & { readonly kind: Kind }

/**
 * What happens with a transition: one file of this directory each, which also declares what it stores as a member of
 * `PostActionsBy`. Members are methods, so that an action can narrow what it stores and still be part of the registry.
 */
export interface PostActionType<Kind extends PostActionKind = PostActionKind> {
  readonly api: ApiFormat<Kind>
  readonly archive: ArchiveFormat<Kind>
  /** Fields that it refers to: they cannot be deleted. */
  fieldsOf(action: ActionOf<Kind, FieldId>): readonly FieldId[]
  /** Replaces all references; the result has no kind. */
  mapFields<From, To>(action: ActionOf<Kind, From>, map: (field: From) => To): object
  /** Refuses an action that does not fit the tracker (docs/api/trackers.md §4.11). Absent: every action fits. */
  check?(action: ActionOf<Kind, FieldId>, checked: CheckedActions): void
  /** Exists only in simple mode (docs/api/trackers.md §4.6). */
  readonly isSimpleOnly?: true
  /** What it does with a transition. Absent: nothing. */
  run?(action: ActionOf<Kind, FieldId>, transition: RunningTransition): void
  /** What it does while an artifact is in the state. Absent: nothing. */
  affectState?(action: ActionOf<Kind, FieldId>, effects: StateEffects): void
}

export interface CheckedActions {
  /** All actions of the transition. */
  readonly actions: readonly PostActionBy<FieldId>[]
  readonly tracker: Tracker
  readonly workflow: Workflow
}

export interface RunningTransition {
  readonly now: EpochSeconds
  readonly timezone: string
  setValue(field: FieldId, value: unknown): void
  /** The field, if it is in use and of this type. */
  fieldOf(id: FieldId, type: FieldTypeName): Tracker['fields'][number] | undefined
  startJob(url: string): void
}

interface StateEffects {
  readonly frozen: Set<FieldId>
  readonly hidden: Set<FieldId>
}

/** docs/api/trackers.md §4.11. */
interface ApiFormat<Kind extends PostActionKind> {
  /** `type`; several actions with the same one differ by the type of their field. Absent: cannot be created. */
  readonly type?: string
  readonly fieldType?: FieldTypeName
  readonly schema: TSchema
  /** All members except `id`. */
  represent(action: ActionOf<Kind, FieldId>): { readonly type: string }
  /** Reads a replacement of all actions; problems are refusals. */
  parse?(action: ActionMembers): PostActionBy<FieldId>
  /** Reads an action of a new tracker or transition; problems are collected. */
  define?(input: ActionInput, context: DefinitionContext): PostActionBy<string> | undefined
}

export type ActionMembers = Readonly<Record<string, unknown>>

export interface DefinitionContext {
  /** The element of `field_id`, for actions with a type of field. */
  readonly field: ResolvedElement<string, string | null> | undefined
  resolve(ids: readonly number[] | undefined): string[]
  readonly problems: Problems
}

/** docs/api/archive-format.md §2.6. */
interface ArchiveFormat<Kind extends PostActionKind> {
  /** Name of its element. Absent: of all other elements. */
  readonly element?: string
  /** undefined: left out, with a remark */
  read(element: XmlElement, keys: TrackerKeys, context: ParseContext): PostActionBy<string> | undefined
  write(action: ActionOf<Kind, string>): Markup
}
