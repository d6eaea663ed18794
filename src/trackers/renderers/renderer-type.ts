import type { TProperties } from 'typebox'
import type { Message } from '../../kit/messages/message.ts'
import type { FieldId } from '../../kit/values/ids.ts'
import type { XmlElement } from '../../kit/xml/element.ts'
import type { Markup } from '../../kit/xml/write.ts'
import type { RendererContentBy, RendererName } from '../model/definition.ts'
import type { ParseContext } from '../xml/parse-context.ts'
import type { TrackerKeys } from '../xml/tracker-keys.ts'

type Content<Name extends RendererName, FieldRef> = NonNullable<RendererContentBy<FieldRef>[Name]>

/**
 * What shows the artifacts of a report: one file of this directory for each kind, which also declares its content as a
 * member of `RendererContentBy`. Members are methods, so that a kind can narrow its content and still be part of the
 * registry.
 */
export interface RendererType<Name extends RendererName = RendererName> {
  /** Its `type` in archives (docs/api/archive-format.md §2.7). Absent: of all others. */
  readonly kind?: string
  /** Its list in the API of reports. Absent: the API does not have it, and changes of reports keep it. */
  readonly api?: RendererApi<Name>
  read(renderer: XmlElement, keys: TrackerKeys, notes: ParseContext['notes']): Content<Name, string>
  /** `common`: the elements of every renderer. */
  write(content: Content<Name, string>, common: CommonMarkup): readonly Markup[]
  /** What the format cannot represent, in tulipwood.xml (docs/decisions/0011-archive-extension-document.md). */
  readonly extension?: RendererExtension<Name>
  /** Replaces all references; parts with a field that does not exist are left out. */
  mapReferences<From, To>(content: Content<Name, From>, map: RendererMap<From, To>): Content<Name, To>
}

/** Tulipwood extension: GET /tracker_reports/{id}/definition, and the input of reports. */
export interface RendererApi<Name extends RendererName = RendererName> {
  /** Name of the list. */
  readonly name: string
  readonly properties: TProperties
  represent(content: Content<Name, FieldId>, isReadable: (field: FieldId) => boolean): object
  readonly inputTitle: string
  readonly inputProperties: TProperties
  /** Reads input, and returns what is stored instead of `before`; undefined: of a new renderer. */
  parse(
    input: never,
    fieldOf: (key: number | string) => FieldId,
  ): (before: Content<Name, FieldId> | undefined) => Content<Name, FieldId>
  readonly repeatedProblem: Message
  describeUnknown(id: number): Message
}

interface RendererExtension<Name extends RendererName> {
  write(content: Content<Name, string>): readonly Markup[]
  merge(content: Content<Name, string>, extension: XmlElement): Content<Name, string>
}

interface CommonMarkup {
  readonly attributes: { readonly ID: string | undefined; readonly type: string; readonly rank: number }
  readonly elements: readonly Markup[]
}

export interface RendererMap<From, To> {
  field(field: From): To | undefined
  /** References within XML that is kept as it is. */
  replaceKeys(xml: string): string
}
