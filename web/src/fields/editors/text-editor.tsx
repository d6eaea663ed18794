import { type ReactNode, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { afterInput } from '../../design/after-input.ts'
import { joinClasses } from '../../design/join-classes.ts'
import { useContainedHeight } from '../../design/use-contained-height.ts'
import { useFieldContext } from '../field-context.tsx'
import styles from './editors.module.css'
import { TextPreview } from './text-preview.tsx'
import type { TextDraft } from './text-source.ts'
import { TextTabs, type TextView } from './text-tabs.tsx'
import type { TextTools } from './text-tools.tsx'

interface TextEditorProps {
  readonly value: TextDraft
  onChange(value: TextDraft): void
  readonly takesFocus?: boolean
  /** Id of the element that names the text, or the name itself. */
  readonly labelId?: string
  readonly label?: string
  readonly errorId?: string | undefined
  /** `comment`: lower, in the type of the page. */
  readonly look?: 'field' | 'comment'
  readonly placeholder?: string | undefined
  readonly isReadOnly?: boolean
  readonly area?: RefObject<HTMLTextAreaElement | null>
}

/** The source of a text, how it will look, or both next to each other. */
export function TextEditor({
  value,
  onChange,
  takesFocus = false,
  labelId,
  label,
  errorId,
  look = 'field',
  placeholder,
  isReadOnly,
  area: outerArea,
}: TextEditorProps): ReactNode {
  const own = useRef<HTMLTextAreaElement>(null)
  const area = outerArea ?? own
  const room = useRef<HTMLDivElement>(null)
  const panelId = useId()
  const { project } = useFieldContext()
  const [view, setView] = useState<TextView>('source')
  const [isUsed, setUsed] = useState(look === 'field')
  // Next to its preview the text area is as high as that.
  useContainedHeight(room, area, view !== 'both')
  const Tools = useTools(isUsed)
  const isComment = look === 'comment'
  // The text area itself has the text, so that no key is rendered.
  const [initial] = useState(value.content)
  const lastContent = useRef(initial)
  useLayoutEffect(() => {
    if (value.content === lastContent.current || area.current === null) return
    lastContent.current = value.content
    area.current.value = value.content
  }, [value.content, area])
  const [, setPreviewed] = useState(initial)
  const latest = useRef({ value, view, onChange })
  latest.current = { value, view, onChange }
  const onText = (text: string): void =>
    afterInput(area, () => {
      const now = latest.current
      lastContent.current = area.current?.value ?? text
      now.onChange({ ...now.value, content: lastContent.current })
      if (now.view !== 'source') setPreviewed(lastContent.current)
    })
  useEffect(() => {
    const element = area.current
    if (!takesFocus || element === null) return
    element.focus({ preventScroll: true })
    element.setSelectionRange(element.value.length, element.value.length)
  }, [takesFocus, area])
  return (
    <div className={styles.editor}>
      <TextTabs format={value.format} view={view} panelId={panelId} onView={setView}>
        {Tools !== undefined && (
          <Tools
            area={area}
            project={project}
            isMarkdown={value.format === 'commonmark'}
            isHidden={view === 'preview'}
          />
        )}
      </TextTabs>
      <div
        id={panelId}
        role="tabpanel"
        aria-labelledby={`${panelId}-${view}`}
        className={joinClasses(view === 'both' && styles.both, isComment && styles.comment)}
      >
        <div ref={room} className={view === 'both' ? undefined : styles.room}>
          <textarea
            ref={area}
            className={styles.area}
            // It keeps its content, its selection and what can be undone.
            hidden={view === 'preview'}
            defaultValue={initial}
            rows={isComment ? 3 : 6}
            placeholder={placeholder}
            readOnly={isReadOnly}
            aria-labelledby={labelId}
            aria-label={label}
            aria-describedby={errorId}
            aria-invalid={errorId === undefined ? undefined : true}
            onChange={(event) => onText(event.currentTarget.value)}
            onFocus={() => setUsed(true)}
          />
        </div>
        {view !== 'source' && <TextPreview project={project} value={{ ...value, content: lastContent.current }} />}
      </div>
    </div>
  )
}

let loaded: typeof TextTools | undefined

/** Loads the toolbar, so that it appears together with the editor. */
export async function loadTextTools(): Promise<void> {
  loaded ??= (await import('./text-tools.tsx')).TextTools
}

/** The toolbar, mentions and pictures; not with `lazy`, which shows what it loads only after a third of a second. */
function useTools(isWanted: boolean): typeof TextTools | undefined {
  const [, setLoaded] = useState(loaded !== undefined)
  useEffect(() => {
    if (isWanted && loaded === undefined)
      loadTextTools().then(
        () => setLoaded(true),
        () => undefined,
      )
  }, [isWanted])
  return isWanted ? loaded : undefined
}
