import type { TProperties, TSchema } from 'typebox'
import type { JobKind, JobPayloads } from '../../database/tables/job-payloads.ts'
import type { FieldTypeName } from '../../fields/model/field.ts'
import type { ArtifactId, FieldId, ProjectId, TrackerId, UserId } from '../../kit/values/ids.ts'
import type { EpochSeconds } from '../../kit/values/time.ts'
import type { XmlElement } from '../../kit/xml/element.ts'
import type { Markup } from '../../kit/xml/write.ts'
import type { World } from '../../world/model/world.ts'
import type { PostActionBy, PostActionKind } from '../model/definition.ts'
import type { Tracker, Workflow } from '../model/tracker.ts'
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
  /** What it does after the commit, with retries, such as calling another server. Absent: nothing. */
  readonly job?: ActionJob<Kind>
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
}

/** A job that a transition enqueues. Handlers get their own payloads; they must be safe to run twice. */
interface ActionJob<Kind extends PostActionKind> {
  readonly kind: JobKind
  buildPayload(action: ActionOf<Kind, FieldId>, change: CommittedChange): JobPayloads[JobKind]
  run(payload: unknown, context: ActionJobContext): Promise<void>
}

/** The change of an artifact that takes a transition. */
export interface CommittedChange {
  readonly artifact: ArtifactId
  readonly tracker: TrackerId
  readonly project: ProjectId
  /** null: the system itself */
  readonly user: UserId | null
  readonly at: EpochSeconds
}

interface ActionJobContext extends Pick<World, 'log'> {
  readonly now: EpochSeconds
  /** Sends a form to a URL that a user configured, and returns the status of the response. */
  postForm(url: string, form: Readonly<Record<string, string>>): Promise<number>
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
  /** Members that `define` reads. Absent: none but `type`. */
  readonly input?: TProperties
  /** Reads an action of a new tracker or transition; problems are collected. */
  define?(input: never, context: DefinitionContext): PostActionBy<string> | undefined
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
