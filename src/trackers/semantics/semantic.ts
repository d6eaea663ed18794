import type { TSchema } from 'typebox'
import type { BindValueId, FieldId } from '../../kit/values/ids.ts'
import type { XmlElement } from '../../kit/xml/element.ts'
import type { Markup } from '../../kit/xml/write.ts'
import type { SemanticName, SemanticsBy } from '../model/definition.ts'
import type { Semantics } from '../model/tracker.ts'
import type { Problems } from '../parse/problems.ts'
import type { ResolveElement } from '../parse/resolve-element.ts'
import type { ParseContext } from '../xml/parse-context.ts'
import type { TrackerKeys } from '../xml/tracker-keys.ts'

/**
 * A meaning of fields: one file of this directory each, which also declares what it stores as a member of
 * `SemanticsBy`. Members are methods, so that a semantic can narrow what it stores and still be part of the registry.
 */
export interface Semantic<Name extends SemanticName = SemanticName> {
  /** Absent: not part of the API, only of archives and copies. */
  readonly api?: ApiFormat<Name>
  readonly archive: ArchiveFormat<Name>
  /** Badges on fields (docs/api/trackers.md §3.4); absent: none. */
  readonly badge?: Badge
  /** The fields that it gives a meaning to: they cannot be deleted. */
  fieldsOf(semantic: StoredSemantic<Name>): readonly FieldId[]
  /** Values of a list that it refers to: they cannot be deleted. Absent: none. */
  valuesOf?(semantics: Semantics, list: FieldId): readonly BindValueId[]
  /** Absent: it refers to no link type. */
  linkTypeOf?(semantic: NonNullable<SemanticsBy<unknown, unknown, unknown>[Name]>): string | undefined
  /** Whether it refers to another tracker, which must be created first. Absent: never. */
  hasTracker?(semantic: NonNullable<SemanticsBy<unknown, unknown, unknown>[Name]>): boolean
  /** Whether it stays when the semantics of the API are replaced. Absent: always, if it is not part of the API. */
  isConsistent?(before: Semantics, after: Semantics): boolean
  /** Replaces all references, keys by ids or ids by keys; undefined: it refers to something that is not included. */
  mapReferences<F, V, T, F2, V2, T2>(
    semantic: NonNullable<SemanticsBy<F, V, T>[Name]>,
    map: ReferenceMap<F, V, T, F2, V2, T2>,
    all: SemanticsBy<F, V, T>,
  ): SemanticsBy<F2, V2, T2>[Name]
}

type StoredSemantic<Name extends SemanticName> = NonNullable<Semantics[Name]>

/** The same references in another form. */
export interface ReferenceMap<F, V, T, F2, V2, T2> {
  field(field: F): F2
  /** A value of a list. */
  value(value: V, list: F): V2
  /** undefined: a tracker that is not included */
  tracker(tracker: T): T2 | undefined
}

/** Its member of `semantics` (docs/api/trackers.md §3.7). */
interface ApiFormat<Name extends SemanticName> {
  readonly schema: TSchema
  readonly input: TSchema
  /** Follows all other members of `semantics`. */
  readonly isLast?: true
  represent(semantic: StoredSemantic<Name>): unknown
  /** As the input that stores the same. Absent: `represent` returns it. */
  representStored?(semantic: StoredSemantic<Name>): unknown
  /** Checks the type of its fields; undefined: there is a problem. */
  parse<F, V, T>(input: never, resolvers: SemanticResolvers<F, V, T>): SemanticsBy<F, V, T>[Name]
}

export interface SemanticResolvers<F, V, T> {
  readonly element: ResolveElement<F, V>
  readonly tracker: (id: number) => T | undefined
  readonly isLinkType: (name: string) => boolean
  readonly problems: Problems
}

/** The content of its element (docs/api/archive-format.md §2.4). */
interface ArchiveFormat<Name extends SemanticName> {
  /** Its name comes first: required by the format, importers ignore it. */
  readonly hasTitle?: true
  /** undefined: not configured */
  read(semantic: XmlElement, keys: TrackerKeys, context: ParseContext): SemanticsBy<string, string | null, string>[Name]
  write(semantic: NonNullable<SemanticsBy<string, string | null, string>[Name]>): readonly Markup[]
}

interface Badge {
  readonly label: string
  /** Fields without id are not configured. */
  uses(semantics: Semantics): readonly { readonly field: FieldId | undefined; readonly description: string }[]
}
