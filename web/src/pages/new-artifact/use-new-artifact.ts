import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { type CreatedArtifact, createArtifact } from '../../data/artifact-creation.ts'
import { entryOf } from '../../data/artifact-writes.ts'
import type { OpenArtifact } from '../../data/artifacts.ts'
import { openLastingDraft } from '../../data/drafts.ts'
import { Failure } from '../../data/failure.ts'
import type { ValueEntry } from '../../data/trackers.ts'
import { announce } from '../../design/announce.tsx'
import { showToast } from '../../design/toast.tsx'
import type { AnyFieldEditor } from '../../fields/editor.ts'
import { listAllowedOptions } from '../../fields/editors/list-options.ts'
import type { PickerOption } from '../../fields/editors/picker.tsx'
import type { Field, FieldContext } from '../../fields/field-context.tsx'
import { texts } from '../../texts/texts.ts'
import { assignRefusal, checkDates, type Problems } from './find-problems.ts'

type Drafts = Readonly<Record<number, unknown>>

/** The form as it survives a reload. */
interface StoredForm {
  readonly drafts: Drafts
  readonly key: string
}

interface Pause {
  readonly until: number
  readonly wake: () => void
}

export interface NewArtifactForm {
  readonly form: RefObject<HTMLFormElement | null>
  readonly context: FieldContext
  readonly drafts: Drafts
  readonly problems: Problems
  readonly otherProblems: readonly string[]
  readonly isSending: boolean
  readonly pause: Pause | null
  readonly isRestored: boolean
  change(field: Field, draft: unknown): void
  /** Checks a typed value when its field is left. */
  check(field: Field): void
  discard(): void
  send(): Promise<CreatedArtifact | null>
}

/** Artifacts that the URL names; null: none. */
export interface FormSources {
  /** The artifact to copy. */
  readonly original: OpenArtifact | null
  /** The artifact that gets the new one as a child. */
  readonly parent: OpenArtifact | null
}

interface FormOptions {
  readonly tracker: TrackerRepresentation
  /** The fields of the form with their editors. */
  readonly fields: readonly Field[]
  readonly kinds: ReadonlyMap<string, AnyFieldEditor>
  /** Values by field, from the URL. */
  readonly search: string
  readonly sources: FormSources
  readonly user: number
}

const storeDelayMs = 400
const noValues: ReadonlyMap<number, ValueEntry> = new Map()

/** The state of the form of a new artifact. */
export function useNewArtifact({ tracker, fields, kinds, search, sources, user }: FormOptions): NewArtifactForm {
  const store = useMemo(
    () => openLastingDraft<StoredForm>(user, `new/${tracker.id}${search === '' ? '' : `?${search}`}`),
    [user, tracker.id, search],
  )
  const empty: FieldContext = {
    artifact: null,
    project: tracker.project.id,
    tracker,
    values: noValues,
    frozen: new Map(),
  }
  const kindOf = (field: Field): AnyFieldEditor | undefined => kinds.get(field.type)
  const [initial] = useState(() => buildInitialDrafts(fields, kindOf, new URLSearchParams(search), sources))
  const [storedDraft] = useState(() => store.read())
  const [drafts, setDrafts] = useState<Drafts>(() => ({ ...initial.drafts, ...storedDraft?.drafts }))
  const [key, setKey] = useState(() => storedDraft?.key ?? crypto.randomUUID())
  const [isRestored, setRestored] = useState(storedDraft !== undefined)
  const [sentProblems, setProblems] = useState<Problems>({})
  const [otherProblems, setOtherProblems] = useState<readonly string[]>([])
  const [isSending, setSending] = useState(false)
  const [pause, setPause] = useState<Pause | null>(null)
  const [refusals, setRefusals] = useState(0)
  const form = useRef<HTMLFormElement>(null)

  const valuesOf = (of: Drafts): ReadonlyMap<number, ValueEntry> =>
    new Map(
      fields.flatMap((field) => {
        const parsed = kindOf(field)?.parse(of[field.field_id], { ...field, required: false }, empty)
        return parsed?.isValid === true ? [[field.field_id, parsed.newEntry] as const] : []
      }),
    )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values follow from the drafts
  const values = useMemo(() => valuesOf(drafts), [drafts])
  const context: FieldContext = { ...empty, values }
  const problems: Problems = { ...checkDates(tracker, values), ...sentProblems }

  const changedIds = fields
    .map(({ field_id }) => field_id)
    .filter((id) => JSON.stringify(drafts[id]) !== JSON.stringify(initial.drafts[id]))
  const changedText = JSON.stringify(changedIds.map((id) => drafts[id]))
  const isChanged = changedIds.length > 0
  const latest = useRef<StoredForm | undefined>(undefined)
  latest.current = isChanged ? { drafts: Object.fromEntries(changedIds.map((id) => [id, drafts[id]])), key } : undefined

  // biome-ignore lint/correctness/useExhaustiveDependencies: other input is stored again
  useEffect(() => {
    const timer = setTimeout(() => store.keep(latest.current), storeDelayMs)
    return () => clearTimeout(timer)
  }, [store, changedText, key])
  // Apart: a listener that is added while the event is dispatched is not called (design/after-input.ts).
  useEffect(() => {
    const save = (): void => store.keep(latest.current)
    addEventListener('pagehide', save)
    return () => removeEventListener('pagehide', save)
  }, [store])
  useEffect(
    () => () => {
      store.keep(latest.current)
      if (latest.current !== undefined) showToast(texts.creation.draftKept)
    },
    [store],
  )
  useEffect(() => {
    if (!isChanged) return
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isChanged])
  useEffect(() => {
    if (refusals > 0) focusFirst(form.current)
  }, [refusals])

  const refuse = (byField: Problems, others: readonly string[]): void => {
    setProblems(byField)
    setOtherProblems(others)
    setRefusals((n) => n + 1)
    const count = Object.keys(byField).length
    announce([...others, ...(count > 0 ? [texts.states.problems(count)] : [])].join(' '), 'assertive')
  }
  const forget = (id: number): void =>
    setProblems((now) => Object.fromEntries(Object.entries(now).filter(([field]) => Number(field) !== id)))

  const restart = (): void => {
    latest.current = undefined
    store.keep(undefined)
    setDrafts(initial.drafts)
    setKey(crypto.randomUUID())
    setRestored(false)
    setProblems({})
    setOtherProblems([])
  }

  return {
    form,
    context,
    drafts,
    problems,
    otherProblems,
    isSending,
    pause,
    isRestored,
    change(field, draft) {
      forget(field.field_id)
      setDrafts((now) =>
        keepAllowed({ ...now, [field.field_id]: draft }, field.field_id, fields, (of) => ({
          ...empty,
          values: valuesOf(of),
        })),
      )
    },
    check(field) {
      const parsed = kindOf(field)?.parse(drafts[field.field_id], { ...field, required: false }, context)
      if (parsed?.isValid === false) setProblems((now) => ({ ...now, [field.field_id]: parsed.message }))
    },
    discard: restart,
    async send() {
      if (isSending) return null
      const parsed = fields.map((field) => ({
        field,
        result: kindOf(field)?.parse(drafts[field.field_id], field, context),
      }))
      const wrong = Object.fromEntries(
        parsed.flatMap(({ field, result }) => (result?.isValid === false ? [[field.field_id, result.message]] : [])),
      )
      const all = { ...checkDates(tracker, values), ...wrong }
      if (Object.keys(all).length > 0) {
        refuse(all, [])
        return null
      }
      const inputs = parsed.flatMap(({ field: { field_id }, result }) =>
        result?.isValid === true ? [{ field_id, ...result.input }] : [],
      )
      // The server sets the default values of the others.
      const entered = inputs.filter(({ field_id }) => changedIds.includes(field_id) || initial.prefilled.has(field_id))
      setProblems({})
      setOtherProblems([])
      setSending(true)
      store.keep(latest.current ?? { drafts: {}, key })
      try {
        const onPause = (until: number, wake: () => void): void => setPause({ until, wake })
        const created = await createArtifact({
          tracker: tracker.id,
          values: entered.length > 0 ? entered : inputs,
          key,
          onPause,
        })
        restart()
        return created
      } catch (thrown) {
        const failure = thrown instanceof Failure ? thrown : new Failure(texts.states.problem, 500)
        if (failure.status === 422) {
          // The key belongs to an artifact that was created with other values.
          setKey(crypto.randomUUID())
          refuse({}, [texts.creation.perhapsCreated])
        } else {
          const workflow = tracker.workflow.is_used === '1' ? tracker.workflow.field_id : undefined
          const { byField, others } = assignRefusal(failure.message, fields, workflow)
          refuse(byField, others)
        }
        return null
      } finally {
        setSending(false)
        setPause(null)
      }
    },
  }
}

interface InitialDrafts {
  readonly drafts: Drafts
  /** Fields with a value from the URL or from the original. */
  readonly prefilled: ReadonlySet<number>
}

function buildInitialDrafts(
  fields: readonly Field[],
  kindOf: (field: Field) => AnyFieldEditor | undefined,
  search: URLSearchParams,
  { original, parent }: FormSources,
): InitialDrafts {
  const prefilled = new Set<number>()
  const drafts = fields.map((field) => {
    const kind = kindOf(field)
    const values = [...search.entries()].filter(([name]) => isNameOf(field, name)).map(([, value]) => value)
    const typed = values.length === 0 ? null : (kind?.fromTexts?.(values, field) ?? null)
    const prefill = (parent && kind?.forChild?.(parent, field)) ?? typed
    const draft = kind?.toDraft(kind.fromDefault?.(field.default_value, field) ?? null, field)
    const entry = original === null ? null : entryOf(original, field.field_id)
    const copy = entry === null || kind?.forCopy === undefined ? entry : kind.forCopy(entry, field)
    const initial = prefill ?? copy
    if (initial === null) return [field.field_id, draft] as const
    const initialDraft = kind?.toDraft(initial, field)
    if (prefill !== null || JSON.stringify(initialDraft) !== JSON.stringify(draft)) prefilled.add(field.field_id)
    return [field.field_id, initialDraft] as const
  })
  return { drafts: Object.fromEntries(drafts), prefilled }
}

const isNameOf = ({ name, label, field_id }: Field, text: string): boolean =>
  [name, label, String(field_id)].some((each) => each.toLowerCase() === text.trim().toLowerCase())

/** Removes choices that the dependencies between lists do not allow any more. */
function keepAllowed(
  drafts: Drafts,
  changed: number,
  fields: readonly Field[],
  contextOf: (drafts: Drafts) => FieldContext,
): Drafts {
  const { rules } = contextOf(drafts).tracker.workflow
  const result: Record<number, unknown> = { ...drafts }
  const pending = [changed]
  const visited = new Set<number>()
  for (let source = pending.shift(); source !== undefined; source = pending.shift()) {
    if (visited.has(source)) continue
    visited.add(source)
    const targets = new Set(
      rules.lists.filter((rule) => rule.source_field_id === source).map((rule) => rule.target_field_id),
    )
    for (const field of fields.filter(({ field_id }) => targets.has(field_id))) {
      // Only lists depend on others; the draft of a list is its options.
      const selection = (result[field.field_id] ?? []) as readonly PickerOption[]
      const allowed = new Set(listAllowedOptions(field, contextOf(result)).map(({ id }) => id))
      const allowedSelection = selection.filter(({ id }) => allowed.has(id))
      if (allowedSelection.length < selection.length) result[field.field_id] = allowedSelection
      pending.push(field.field_id)
    }
  }
  return result
}

/** Moves the focus to the first field with a problem, or to the summary. */
function focusFirst(form: HTMLFormElement | null): void {
  const field = form?.querySelector('[data-wrong]')
  const control = field?.querySelector<HTMLElement>(
    'input:not([tabindex="-1"]), textarea, button:not([tabindex="-1"]), select',
  )
  const target = control ?? form?.querySelector<HTMLElement>('[data-notice]')
  target?.focus()
}
