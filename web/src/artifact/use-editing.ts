import { useEffect, useRef, useState } from 'react'
import { dismissEdit, type FieldEdit, saveArtifact, useFieldEdit, type WriteResult } from '../data/artifact-writes.ts'
import { openLastingDraft } from '../data/drafts.ts'
import type { ValueEntry } from '../data/trackers.ts'
import { announce } from '../design/announce.tsx'
import type { AnyFieldEditor } from '../fields/editor.ts'
import { type Field, useFieldContext } from '../fields/field-context.tsx'
import { useEditor } from '../fields/load-editor.ts'
import { isEditableType } from '../fields/registry.ts'

interface OpenEditor {
  readonly draft: unknown
  readonly base: ValueEntry | null
  /** Why the draft was not saved. */
  readonly error: string | null
  /** The user opened it; otherwise the focus stays where it is. */
  readonly takesFocus: boolean
}

interface StoredDraft {
  readonly draft: unknown
  readonly base: ValueEntry | null
}

/** Editing one field of an artifact in place. */
export interface FieldEditing {
  /** undefined: the user cannot change it. */
  readonly open: (() => void) | undefined
  /** Loads the editor ahead. */
  readonly prepare: () => void
  /** The value that is shown: a pending one at once. */
  readonly currentEntry: ValueEntry | null
  readonly editor: (OpenEditor & { readonly kind: AnyFieldEditor }) | null
  readonly edit: FieldEdit | undefined
  /** Why the workflow does not allow a change. */
  readonly frozenReason: string | undefined
  /** A draft of an earlier visit. */
  readonly hasDraft: boolean
  continueDraft(): void
  discardDraft(): void
  change(draft: unknown): void
  commit(draft?: unknown): void
  /** Closes the editor; what was typed into a long text is kept as a draft. */
  cancel(): void
  /** Opens the editor with a refused or conflicting value. */
  editAgain(): void
  /** Forgets a refused or conflicting value. */
  dismiss(): void
  /** Keeps a draft in case the page is closed while it is saved; if it is not saved, the user can continue with it. */
  keepUntilSaved(draft: StoredDraft, saving: Promise<WriteResult>): void
}

const draftDelayMs = 1000

export function useEditing(field: Field, entry: ValueEntry | null): FieldEditing {
  const context = useFieldContext()
  const artifact = context.artifact ?? 0
  const { user } = context
  const store = openLastingDraft<StoredDraft>(user, `artifact/${artifact}/${field.field_id}`)
  const edit = useFieldEdit(artifact, field.field_id)
  const [isNear, setNear] = useState(false)
  const [opened, setOpened] = useState<OpenEditor | 'requested' | null>(null)
  // While a write is on its way, its own draft is no offer: on a page that is opened meanwhile, it would stay one.
  const [hasStored, setStored] = useState(() => isOffer(store.read(), edit))
  const kind = useEditor(field.type, isNear || opened !== null || hasStored || edit !== undefined)
  const frozenReason = context.frozen.get(field.field_id)
  const isAllowed =
    context.artifact !== null &&
    user !== null &&
    isEditableType(field.type) &&
    field.permissions.includes('update') &&
    frozenReason === undefined
  const isPending = edit !== undefined && (edit.state.kind === 'saving' || edit.state.kind === 'retrying')
  const currentEntry = isPending ? edit.newEntry : entry
  const editor = opened === null || opened === 'requested' ? null : opened

  const keep = (draft: StoredDraft | undefined): void => {
    store.keep(draft)
    setStored(draft !== undefined)
  }

  const keepUntilSaved = (draft: StoredDraft, saving: Promise<WriteResult>): void => {
    store.keep(draft)
    // The value is shown as saved. An offer that disappears with the response would take the focus with it.
    setStored(false)
    void saving.then((result) => {
      const latest = store.read()
      // A later draft stays: the user types again.
      const isLatest = JSON.stringify(latest) === JSON.stringify(draft)
      if (result === 'saved' && isLatest) store.keep(undefined)
      else setStored(latest !== undefined)
    })
  }

  // The editor arrives with its code, which may take a moment.
  useEffect(() => {
    if (opened !== 'requested' || kind === undefined) return
    setOpened({ draft: kind.toDraft(currentEntry, field), base: currentEntry, error: null, takesFocus: true })
  }, [opened, kind, currentEntry, field])

  // A refused text returns to its editor; a refused choice is only named, with its reason.
  const refused = edit?.state.kind === 'refused' ? edit : undefined
  useEffect(() => {
    if (refused === undefined || kind === undefined || kind.shape === 'picker' || !isAllowed) return
    const message = refused.state.kind === 'refused' ? refused.state.message : null
    setOpened({ draft: refused.draft, base: refused.base, error: message, takesFocus: isFocusFree(field.field_id) })
    dismissEdit(artifact, field.field_id)
  }, [refused, kind, artifact, field.field_id, isAllowed])

  const isChanged =
    editor !== null &&
    kind !== undefined &&
    JSON.stringify(editor.draft) !== JSON.stringify(kind.toDraft(editor.base, field))
  const saveDraft = useRef<(() => void) | null>(null)
  // A page that is closed runs no timer. A listener that is added while the event is dispatched is not called: the last
  // character may be rendered only then (design/after-input.ts).
  const isOpen = editor !== null
  useEffect(() => {
    if (!isOpen) return
    const save = (): void => saveDraft.current?.()
    addEventListener('pagehide', save)
    return () => removeEventListener('pagehide', save)
  }, [isOpen])
  // Another page within the delay: this runs before the timer is removed.
  useEffect(() => () => saveDraft.current?.(), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another draft is stored again
  useEffect(() => {
    if (editor === null || !isChanged) return
    const save = (): void => keep({ draft: editor.draft, base: editor.base })
    const timer = setTimeout(save, draftDelayMs)
    saveDraft.current = save
    return () => {
      clearTimeout(timer)
      saveDraft.current = null
    }
  }, [editor?.draft, isChanged])

  const commit = (newDraft?: unknown): void => {
    if (editor === null || kind === undefined) return
    const draft = newDraft === undefined ? editor.draft : newDraft
    const parsed = kind.parse(draft, field, context)
    if (!parsed.isValid) {
      setOpened({ ...editor, draft, error: parsed.message })
      announce(parsed.message, 'assertive')
      return
    }
    setOpened(null)
    if (kind.isSame(editor.base, parsed.newEntry)) {
      keep(undefined)
      return
    }
    const { input, newEntry } = parsed
    const { field_id: fieldId, label } = field
    const change = { fieldId, label, input, newEntry, base: editor.base, draft, isSame: kind.isSame }
    keepUntilSaved({ draft, base: editor.base }, saveArtifact({ artifact, changes: [change] }))
  }

  return {
    open: isAllowed ? () => setOpened((now) => now ?? 'requested') : undefined,
    prepare: () => setNear(true),
    currentEntry,
    editor: editor === null || kind === undefined ? null : { ...editor, kind },
    edit,
    frozenReason,
    hasDraft: hasStored && opened === null && edit === undefined && isAllowed,
    continueDraft() {
      const storedDraft = store.read()
      if (storedDraft !== undefined) setOpened({ ...storedDraft, error: null, takesFocus: true })
    },
    discardDraft() {
      keep(undefined)
      focusValue(field.field_id)
    },
    change: (draft) => editor !== null && setOpened({ ...editor, draft, error: null }),
    commit,
    cancel() {
      const isLong = kind?.shape === 'block' && isChanged && editor !== null
      keep(isLong ? { draft: editor.draft, base: editor.base } : undefined)
      setOpened(null)
    },
    editAgain() {
      if (edit === undefined) return
      const base = edit.state.kind === 'conflict' ? edit.state.theirs : edit.base
      setOpened({ draft: edit.draft, base, error: null, takesFocus: true })
      dismissEdit(artifact, field.field_id)
    },
    dismiss() {
      dismissEdit(artifact, field.field_id)
      keep(undefined)
      focusValue(field.field_id)
    },
    keepUntilSaved,
  }
}

/** Whether a stored draft is another one than that of the write that is on its way. */
const isOffer = (stored: StoredDraft | undefined, edit: FieldEdit | undefined): boolean =>
  stored !== undefined && (edit === undefined || JSON.stringify(stored.draft) !== JSON.stringify(edit.draft))

const selectorOf = (field: number): string => `[data-field="${field}"]`

/** Whether taking the focus interrupts nothing: the button of the value, which has it after Enter, becomes the editor. */
function isFocusFree(field: number): boolean {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.closest(selectorOf(field)) !== null
}

/** Gives the focus to the value of a field, whose message with the button that had it is gone. */
export function focusValue(field: number): void {
  const place = document.activeElement?.closest(selectorOf(field))
  requestAnimationFrame(() => place?.querySelector<HTMLElement>('[data-edit]')?.focus())
}
