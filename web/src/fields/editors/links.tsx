import { type ReactNode, useId, useRef } from 'react'
import { type SuggestedArtifact, suggestArtifacts } from '../../data/suggestions.ts'
import type { ValueEntry } from '../../data/trackers.ts'
import { Icon } from '../../design/icon.tsx'
import { focusNeighborOf } from '../../design/keep-focus.ts'
import { texts } from '../../texts/texts.ts'
import { defineEditor, type EditorProps } from '../editor.ts'
import { type Field, useFieldContext } from '../field-context.tsx'
import { linkTitle } from '../values/group-links.ts'
import { useLinkedArtifacts } from '../values/linked-artifacts.ts'
import styles from './editors.module.css'
import { headOf } from './head-of.ts'
import { Picker } from './picker.tsx'

const words = texts.editing

type Link = Extract<ValueEntry, { type: 'art_link' }>['links'][number]

interface DraftLink {
  readonly link: Link
  readonly direction: 'forward' | 'reverse'
}

/** Links in both directions. */
export const links = defineEditor<readonly DraftLink[]>({
  shape: 'block',
  toDraft: (entry) =>
    entry?.type === 'art_link'
      ? [
          ...entry.links.map((link) => ({ link, direction: 'forward' as const })),
          ...entry.reverse_links.map((link) => ({ link, direction: 'reverse' as const })),
        ]
      : [],
  parse(draft, field, { artifact, values }) {
    const inDirection = (side: DraftLink['direction']): Link[] =>
      draft.filter(({ direction }) => direction === side).map(({ link }) => link)
    const [forward, reverse] = [inDirection('forward'), inDirection('reverse')]
    // Of a new artifact, the values are what is entered.
    const now = artifact === null ? undefined : values.get(field.field_id)
    const isReverseKept = keysOf(reverse) === keysOf(now?.type === 'art_link' ? now.reverse_links : [])
    if (field.required && forward.length === 0) return { isValid: false, message: texts.states.required }
    return {
      isValid: true,
      // The links of others stay untouched unless the user changed them.
      input: isReverseKept
        ? { links: forward.map(({ id, type }) => ({ id, type: type ?? '' })) }
        : { all_links: draft.map(({ link: { id, type }, direction }) => ({ id, type: type ?? '', direction })) },
      newEntry: { ...headOf(field, 'art_link'), links: forward, reverse_links: reverse },
    }
  },
  // Its links belong to the original, such as the children, which have one parent.
  forCopy: () => null,
  forChild: (parent, field) => ({
    ...headOf(field, 'art_link'),
    links: [],
    reverse_links: [{ ...linkTo(parent), type: '_is_child' }],
  }),
  isSame: (a, b) => describe(a) === describe(b),
  Editor: LinksEditor,
})

const keysOf = (of: readonly Link[]): string =>
  of
    .map(({ id, type }) => `${id} ${type ?? ''}`)
    .sort()
    .join()

const describe = (entry: ValueEntry | null): string =>
  entry?.type === 'art_link' ? `${keysOf(entry.links)};${keysOf(entry.reverse_links)}` : ';'

function LinksEditor({ field, draft, onDraft, labelId, errorId }: EditorProps<readonly DraftLink[]>): ReactNode {
  const id = useId()
  const { artifact, project } = useFieldContext()
  const linkedArtifacts = useLinkedArtifacts(draft.map(({ link }) => link.id))
  const add = (target: SuggestedArtifact): void => {
    const isKnown = draft.some(({ link, direction }) => link.id === target.id && direction === 'forward')
    if (!isKnown) onDraft([...draft, { link: linkTo(target), direction: 'forward' }])
  }
  const replace = (index: number, next: DraftLink): void =>
    onDraft(draft.map((each, at) => (at === index ? next : each)))
  return (
    // biome-ignore lint/a11y/useSemanticElements: the legend is the heading of the field
    <div className={styles.rows} role="group" aria-labelledby={labelId} aria-describedby={errorId}>
      {draft.map((each, index) => (
        <div key={`${each.direction} ${each.link.id}`} className={styles.row}>
          <span className={styles.title}>
            <span className={styles.dim}>#{each.link.id}</span>{' '}
            {linkedArtifacts.get(each.link.id)?.title ?? each.link.tracker.label}
          </span>
          <TypeSelect field={field} value={each} onChange={(next) => replace(index, next)} />
          <button
            type="button"
            className={styles.small}
            aria-label={words.remove(`#${each.link.id}`)}
            onClick={({ currentTarget }) => {
              focusNeighborOf(currentTarget.parentElement)
              onDraft(draft.filter((_, at) => at !== index))
            }}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      <span id={id} hidden>
        {words.addLink}
      </span>
      <ArtifactPicker labelId={id} project={project} without={artifact} onChoose={add} />
    </div>
  )
}

interface ArtifactPickerProps {
  readonly labelId: string
  readonly project: number
  /** An artifact is not linked to itself. */
  readonly without: number | null
  onChoose(artifact: SuggestedArtifact): void
  /** What the box shows. */
  readonly children?: ReactNode
}

/** Finds an artifact by number or words of its title. */
export function ArtifactPicker({ labelId, project, without, onChoose, children }: ArtifactPickerProps): ReactNode {
  const suggestions = useRef(new Map<string, SuggestedArtifact>())
  const search = async (text: string, signal: AbortSignal) => {
    const artifacts = (await suggestArtifacts(text, project, signal)).filter(({ id }) => id !== without)
    for (const each of artifacts) suggestions.current.set(String(each.id), each)
    return artifacts.map(({ id, title, xref, tracker }) => ({
      id: String(id),
      label: title || xref,
      detail: xref,
      color: tracker.color_name,
    }))
  }
  return (
    <Picker
      isInPlace={false}
      takesFocus={false}
      labelId={labelId}
      errorId={undefined}
      options={[]}
      search={search}
      hint={words.searchArtifacts}
      selection={[]}
      isMultiple={false}
      onChoose={([option]) => {
        const artifact = suggestions.current.get(option?.id ?? '')
        if (artifact !== undefined) onChoose(artifact)
      }}
      onDone={() => undefined}
      onCancel={() => undefined}
    >
      {children ?? words.addLink}
    </Picker>
  )
}

interface LinkTarget extends Pick<SuggestedArtifact, 'id'> {
  readonly tracker: Pick<SuggestedArtifact['tracker'], 'id' | 'uri' | 'label' | 'color_name' | 'project'>
}

const linkTo = ({ id, tracker }: LinkTarget): Link => ({
  id,
  uri: `artifacts/${id}`,
  tracker: {
    id: tracker.id,
    uri: tracker.uri,
    label: tracker.label,
    color: tracker.color_name,
    project: tracker.project,
  },
  type: null,
})

interface TypeSelectProps {
  readonly field: Field
  readonly value: DraftLink
  onChange(value: DraftLink): void
}

function TypeSelect({ field, value: { link, direction }, onChange }: TypeSelectProps): ReactNode {
  const types = ['', ...(field.allowed_types ?? []).map(({ shortname }) => shortname)]
  const present = link.type ?? ''
  const options = (types.includes(present) ? types : [...types, present]).flatMap((type) =>
    (['forward', 'reverse'] as const).map((each) => ({ type, direction: each })),
  )
  return (
    <select
      className={styles.select}
      aria-label={words.linkTypeOf(`#${link.id}`)}
      value={`${direction} ${present}`}
      onChange={(event) => {
        const option = options[event.currentTarget.selectedIndex]
        if (option !== undefined) onChange({ link: { ...link, type: option.type }, direction: option.direction })
      }}
    >
      {options.map((each) => (
        <option key={`${each.direction} ${each.type}`} value={`${each.direction} ${each.type}`}>
          {roleTitle(each, field.allowed_types)}
        </option>
      ))}
    </select>
  )
}

/** What a choice of a type and direction is called; several of the same label have both after it. */
export function roleTitle(
  { type, direction }: { readonly type: string; readonly direction: 'forward' | 'reverse' },
  types: Field['allowed_types'],
): string {
  const title = linkTitle(type, direction, types)
  const same = (types ?? [])
    .flatMap((each) => [each.forward_label, each.reverse_label])
    .filter((label) => label === title)
  return same.length < 2 ? title : `${title} (${linkTitle(null, direction, types)}: ${type})`
}
