import type { SemanticsRepresentation as Semantics } from '../../../../src/trackers/representations/semantics.ts'
import { trackerAdminTexts } from '../../texts/tracker-admin-texts.ts'
import { type Accepts, accepts } from './accepted-fields.ts'

const words = trackerAdminTexts.trackerSemantics

export type { Semantics }
export type SemanticName = keyof Semantics
/** A semantic as the API has it. */
export type Member = NonNullable<Semantics[SemanticName]>

/** A member of a semantic in the API, and what sets it here. */
export type Control =
  | { readonly kind: 'field'; readonly name: string; readonly part: Part; readonly accepts: Accepts }
  | { readonly kind: 'values' | 'tracker' | 'linkType'; readonly name: string }
type Part = keyof typeof words.kinds

/** One of the forms that a semantic can have. */
export interface SemanticForm {
  readonly id: 'field' | 'dates' | 'duration' | 'implied' | 'efforts' | 'links'
  readonly controls: readonly Control[]
}

const onField = (part: Part, check: Accepts): SemanticForm => ({
  id: 'field',
  controls: [{ kind: 'field', name: 'field_id', part, accepts: check }],
})
const start = { kind: 'field', name: 'start_date_field_id', part: 'start', accepts: accepts.day } as const

/** In the order of the page. */
const forms = {
  title: [onField('title', accepts.title)],
  description: [onField('description', accepts.text)],
  status: [
    {
      id: 'field',
      controls: [...onField('status', accepts.list).controls, { kind: 'values', name: 'value_ids' }],
    },
  ],
  contributor: [onField('contributor', accepts.users)],
  timeframe: [
    {
      id: 'dates',
      controls: [start, { kind: 'field', name: 'end_date_field_id', part: 'end', accepts: accepts.day }],
    },
    {
      id: 'duration',
      controls: [start, { kind: 'field', name: 'duration_field_id', part: 'duration', accepts: accepts.number }],
    },
    { id: 'implied', controls: [{ kind: 'tracker', name: 'implied_from_tracker' }] },
  ],
  progress: [
    {
      id: 'efforts',
      controls: [
        { kind: 'field', name: 'total_effort_field_id', part: 'total', accepts: accepts.number },
        { kind: 'field', name: 'remaining_effort_field_id', part: 'remaining', accepts: accepts.number },
      ],
    },
    { id: 'links', controls: [{ kind: 'linkType', name: 'artifact_link_type' }] },
  ],
  initial_effort: [onField('initial_effort', accepts.effort)],
} satisfies Readonly<Record<SemanticName, readonly SemanticForm[]>>

export const listForms = (name: SemanticName): readonly SemanticForm[] => forms[name]
export const semanticNames = Object.keys(forms) as readonly SemanticName[]

/** The form of a semantic; undefined: not set. */
const findForm = (name: SemanticName, member: Member | undefined): SemanticForm | undefined =>
  member && listForms(name).find(({ controls }) => controls.every((each) => Object.hasOwn(member, each.name)))

/** What the user has entered. */
export interface Draft {
  /** null: not set */
  readonly form: SemanticForm['id'] | null
  /** Of fields and trackers the id, by the name of the control; empty: nothing chosen. */
  readonly entries: Readonly<Record<string, string>>
  readonly openValues: ReadonlySet<number>
}

/** The type of the links to children (docs/api/link-types.md). */
export const childType = '_is_child'

export function createDraft(name: SemanticName, member: Member | undefined): Draft {
  const values: Readonly<Record<string, unknown>> = { artifact_link_type: childType, ...member }
  const controls = listForms(name).flatMap((form) => form.controls)
  return {
    form: findForm(name, member)?.id ?? null,
    entries: Object.fromEntries(controls.map((control) => [control.name, readEntry(values[control.name])])),
    openValues: new Set(member !== undefined && 'value_ids' in member ? member.value_ids : []),
  }
}

function readEntry(value: unknown): string {
  if (typeof value === 'object' && value !== null && 'id' in value) return String(value.id)
  return typeof value === 'number' || typeof value === 'string' ? String(value) : ''
}

/** What the API would store; undefined: the semantic is removed; null: not complete. */
export function buildMember(name: SemanticName, draft: Draft): Member | undefined | null {
  if (draft.form === null) return undefined
  const members = (listForms(name).find(({ id }) => id === draft.form)?.controls ?? []).map((control) => {
    const entry = draft.entries[control.name] ?? ''
    if (control.kind === 'values') return [control.name, [...draft.openValues].toSorted((a, b) => a - b)]
    if (entry === '') return null
    if (control.kind === 'tracker') return [control.name, { id: Number(entry), uri: `trackers/${entry}` }]
    return [control.name, control.kind === 'field' ? Number(entry) : entry]
  })
  // The controls of a form are its members.
  return members.includes(null) ? null : (Object.fromEntries(members as [string, unknown][]) as Member)
}
