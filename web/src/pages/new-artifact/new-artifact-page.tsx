import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { TrackerRepresentation } from '../../../../src/trackers/representations/tracker.ts'
import { FieldInput } from '../../artifact/field-input.tsx'
import { limitToInitialStatus } from '../../artifact/initial-status.ts'
import { type OpenArtifact, readArtifact } from '../../data/artifacts.ts'
import { isNumber } from '../../data/route-queries.ts'
import { useSession } from '../../data/session.ts'
import { useMayCreate, useTracker } from '../../data/trackers.ts'
import { announce } from '../../design/announce.tsx'
import { ColorMark } from '../../design/badge.tsx'
import { Button, LinkButton } from '../../design/button.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { joinClasses } from '../../design/join-classes.ts'
import { ButtonKeys } from '../../design/keys.tsx'
import { Link } from '../../design/link.tsx'
import { Notice } from '../../design/notice.tsx'
import { PageHead } from '../../design/page-head.tsx'
import { RichText } from '../../design/rich-text.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { showToast } from '../../design/toast.tsx'
import type { AnyFieldEditor } from '../../fields/editor.ts'
import { type Field, FieldContextProvider } from '../../fields/field-context.tsx'
import { loadEditor } from '../../fields/load-editor.ts'
import { getFieldType } from '../../fields/registry.ts'
import { useSetCurrentProject } from '../../frame/current-project.tsx'
import { QueryResult } from '../../frame/query-result.tsx'
import type { PageProps } from '../../page.ts'
import { texts } from '../../texts/texts.ts'
import { type FormItem, type FormSet, fieldsOfForm, layOutForm } from './form-layout.ts'
import styles from './new-artifact-page.module.css'
import { type FormSources, type NewArtifactForm, useNewArtifact } from './use-new-artifact.ts'

const words = texts.creation

/** The form of a new artifact, as its tracker arranges it. */
export function NewArtifactPage({ params }: PageProps): ReactNode {
  const tracker = useTracker(params['id'])
  const project = tracker.data?.project
  useSetCurrentProject(
    project && { id: project.id, label: project.label, shortname: null, tracker: tracker.data?.id ?? null },
  )
  return <QueryResult from={tracker}>{(data) => <Prepared key={data.id} tracker={data} />}</QueryResult>
}

/** Loads the editors of the fields before the form appears: it does not move afterwards. */
function Prepared({ tracker }: { readonly tracker: TrackerRepresentation }): ReactNode {
  const search = useSearch()
  const user = useSession().data?.user
  const mayCreate = useMayCreate(tracker)
  const sets = layOutForm(limitToInitialStatus(tracker))
  const types = [...new Set(fieldsOfForm(sets).map(({ type }) => type))].join()
  const given = new URLSearchParams(search)
  const [originalId, parentId] = [given.get('copy_of'), given.get('child_of')]
  const [kinds, setKinds] = useState<ReadonlyMap<string, AnyFieldEditor>>()
  const [sources, setSources] = useState<FormSources>()
  useEffect(() => {
    let isOver = false
    const load = async (): Promise<void> => {
      const loaded = await Promise.all(
        (types.split(',') as Field['type'][]).map(async (type) => [type, await loadEditor(type)] as const),
      )
      if (!isOver) setKinds(new Map(loaded.flatMap(([type, kind]) => (kind === undefined ? [] : [[type, kind]]))))
    }
    load().catch(() => announce(texts.states.offline, 'assertive'))
    return () => {
      isOver = true
    }
  }, [types])
  useEffect(() => {
    let isOver = false
    setSources(undefined)
    void Promise.all([readSource(originalId, tracker.id), readSource(parentId)]).then(
      ([original, parent]) => !isOver && setSources({ original, parent }),
    )
    return () => {
      isOver = true
    }
  }, [originalId, parentId, tracker.id])
  const title = words.create(tracker.item_name)
  if (mayCreate === false)
    return (
      <EmptyState
        icon="lock"
        isPage
        title={words.notAllowed}
        action={<LinkButton href={`/trackers/${tracker.id}`}>{words.toTracker(tracker.label)}</LinkButton>}
      >
        {tracker.fields.length === 0 ? words.noFields : words.notAllowedText}
      </EmptyState>
    )
  return (
    <div className={styles.page}>
      <PageHead
        title={title}
        mark={<ColorMark color={tracker.color_name} />}
        path={[
          { title: tracker.project.label, href: `/projects/${tracker.project.id}` },
          { title: tracker.label, href: `/trackers/${tracker.id}` },
        ]}
      />
      {kinds === undefined || sources === undefined || user?.id == null || mayCreate === undefined ? (
        <Skeleton shape="lines" rows={8} />
      ) : (
        <>
          {originalId !== null && <CopyNotice original={sources.original} />}
          {parentId !== null && sources.parent === null && <Notice kind="caution" title={words.parentMissing} />}
          <Form key={search} {...{ tracker, sets, kinds, search, sources, title }} user={user.id} />
        </>
      )}
    </div>
  )
}

/** An artifact that the URL names; null: the user can see none of that number, or none in the tracker. */
async function readSource(id: string | null, tracker?: number): Promise<OpenArtifact | null> {
  if (id === null || !isNumber(id)) return null
  const artifact = await readArtifact(Number(id)).catch(() => null)
  return tracker === undefined || artifact?.tracker.id === tracker ? artifact : null
}

const CopyNotice = ({ original }: { readonly original: OpenArtifact | null }): ReactNode =>
  original === null ? (
    <Notice kind="caution" title={words.originalMissing} />
  ) : (
    <Notice title={words.copyOf(original.xref)}>
      <Link href={`/artifacts/${original.id}`}>{original.title || original.xref}</Link>
    </Notice>
  )

interface FormProps {
  readonly tracker: TrackerRepresentation
  readonly sets: readonly FormSet[]
  readonly kinds: ReadonlyMap<string, AnyFieldEditor>
  readonly search: string
  readonly sources: FormSources
  readonly title: string
  readonly user: number
}

function Form({ tracker, sets, kinds, search, sources, title, user }: FormProps): ReactNode {
  const [, navigate] = useLocation()
  const [createsAnother, setCreatesAnother] = useState(false)
  const [created, setCreated] = useState<number | null>(null)
  const [round, setRound] = useState(0)
  const fields = fieldsOfForm(sets)
  const entry = useNewArtifact({ tracker, fields, kinds, search, sources, user })
  const count = Object.keys(entry.problems).length
  const titleField = tracker.semantics.title?.field_id
  const firstField = fields.find(({ field_id }) => field_id === titleField) ?? fields[0]

  const send = async (): Promise<void> => {
    const artifact = await entry.send()
    if (artifact === null) return
    const reference = `${tracker.item_name} #${artifact.id}`
    if (!createsAnother) {
      showToast(words.created(reference))
      navigate(`/artifacts/${artifact.id}`)
      return
    }
    announce(words.created(reference))
    setCreated(artifact.id)
    setRound((n) => n + 1)
    scrollTo(0, 0)
  }

  return (
    <FieldContextProvider value={entry.context}>
      <form
        ref={entry.form}
        className={styles.form}
        aria-label={title}
        aria-busy={entry.isSending || undefined}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          if (event.ctrlKey || event.metaKey) void send()
          // Enter in a field does not create a half-filled artifact.
          if (event.target instanceof HTMLInputElement && event.target.type !== 'checkbox') event.preventDefault()
        }}
      >
        {created !== null && (
          <Notice
            kind="positive"
            title={<Link href={`/artifacts/${created}`}>{words.created(`${tracker.item_name} #${created}`)}</Link>}
          />
        )}
        {entry.isRestored && (
          <Notice title={words.restored}>
            <Button onPress={entry.discard}>{words.discard}</Button>
          </Notice>
        )}
        <Summary entry={entry} fields={fields} />
        <div className={styles.sets} inert={entry.isSending}>
          {sets.map((set) => (
            <FieldSet
              key={`${set.id} ${round}`}
              set={set}
              isTitled={sets.length > 1}
              entry={entry}
              focused={firstField?.field_id}
            />
          ))}
        </div>
        <div className={styles.foot} data-foot>
          <label className={styles.another}>
            <input
              type="checkbox"
              checked={createsAnother}
              onChange={(event) => setCreatesAnother(event.currentTarget.checked)}
            />
            <span>{words.another}</span>
          </label>
          {entry.pause === null ? (
            <span className={styles.count}>{count > 0 && texts.states.problems(count)}</span>
          ) : (
            <Waiting until={entry.pause.until} onWake={entry.pause.wake} />
          )}
          <LinkButton kind="quiet" href={`/trackers/${tracker.id}`}>
            {texts.states.cancel}
          </LinkButton>
          <Button kind="primary" type="submit" isPending={entry.isSending}>
            {title}
            <ButtonKeys id="send" />
          </Button>
        </div>
      </form>
    </FieldContextProvider>
  )
}

/** What was refused, at the top; each line leads to its field. */
function Summary({ entry, fields }: { readonly entry: NewArtifactForm; readonly fields: readonly Field[] }): ReactNode {
  const { otherProblems, problems } = entry
  const wrong = fields.filter(({ field_id }) => problems[field_id] !== undefined)
  const [first = '', ...more] = otherProblems
  if (otherProblems.length === 0 && wrong.length < 2) return null
  const title = first === '' ? texts.states.problems(wrong.length) : texts.states.labelled(words.refused, first)
  return (
    <Notice kind="negative" title={title} isFocusable>
      {more.length + wrong.length > 0 && (
        <ul className={styles.summary}>
          {more.map((line) => (
            <li key={line}>{line}</li>
          ))}
          {wrong.map(({ field_id, label }) => (
            <li key={field_id}>
              <button type="button" onClick={() => focusField(entry.form.current, field_id)}>
                {label}
              </button>
              : {problems[field_id]}
            </li>
          ))}
        </ul>
      )}
    </Notice>
  )
}

function focusField(form: HTMLFormElement | null, field: number): void {
  form?.querySelector<HTMLElement>(`[data-field="${field}"] :is(input, textarea, button, select)`)?.focus()
}

interface FieldSetProps {
  readonly set: FormSet
  readonly isTitled: boolean
  readonly entry: NewArtifactForm
  readonly focused: number | undefined
}

const FieldSet = ({ set, isTitled, entry, focused }: FieldSetProps): ReactNode =>
  isTitled && set.title !== null ? (
    <fieldset className={styles.set}>
      <legend>{set.title}</legend>
      <Items items={set.items} entry={entry} focused={focused} />
    </fieldset>
  ) : (
    <div className={styles.set}>
      <Items items={set.items} entry={entry} focused={focused} />
    </div>
  )

interface ItemsProps {
  readonly items: readonly FormItem[]
  readonly entry: NewArtifactForm
  readonly focused: number | undefined
}

const Items = ({ items, entry, focused }: ItemsProps): ReactNode => (
  <div className={styles.items}>
    {items.map((item) =>
      item.kind === 'columns' ? (
        <div key={`columns ${item.id}`} className={styles.columns}>
          {item.columns.map((column, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns have no id of their own and do not move
            <div key={index} className={styles.column}>
              <Items items={column} entry={entry} focused={focused} />
            </div>
          ))}
        </div>
      ) : item.kind === 'text' ? (
        <div key={item.field.field_id} className={styles.wide}>
          <RichText html={typeof item.field.default_value === 'string' ? item.field.default_value : ''} />
        </div>
      ) : (
        <Cell key={item.field.field_id} field={item.field} entry={entry} takesFocus={item.field.field_id === focused} />
      ),
    )}
  </div>
)

interface CellProps {
  readonly field: Field
  readonly entry: NewArtifactForm
  readonly takesFocus: boolean
}

function Cell({ field, entry, takesFocus }: CellProps): ReactNode {
  const { field_id: id, type } = field
  const { tracker } = entry.context
  const isWide = getFieldType(type).isWide || id === tracker.semantics.title?.field_id
  const problem = entry.problems[id]
  const isLimited = tracker.workflow.is_used === '1' && tracker.workflow.field_id === id
  const labels = Array.isArray(field.values) ? field.values.map((value) => ('label' in value ? value.label : '')) : []
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the blur of the field inside bubbles here
    <div
      className={joinClasses(styles.cell, isWide && styles.wide)}
      data-field={id}
      data-wrong={problem === undefined ? undefined : true}
      onBlur={() => entry.check(field)}
    >
      <FieldInput
        field={field}
        draft={entry.drafts[id]}
        onDraft={(draft) => entry.change(field, draft)}
        error={problem}
        takesFocus={takesFocus}
      />
      {isLimited && labels.length > 0 && <p className={styles.hint}>{words.initialStatus(labels.join(', '))}</p>}
    </div>
  )
}

/** How long until the next attempt. */
function Waiting({ until, onWake }: { readonly until: number; readonly onWake: () => void }): ReactNode {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [])
  return (
    <span className={styles.waiting} role="status">
      {words.notSent(Math.max(1, Math.ceil((until - now) / 1000)))}
      <Button kind="quiet" onPress={onWake}>
        {texts.editing.retryNow}
      </Button>
    </span>
  )
}
