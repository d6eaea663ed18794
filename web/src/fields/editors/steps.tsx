import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import type { ValueEntry } from '../../data/trackers.ts'
import { announce } from '../../design/announce.tsx'
import { Button } from '../../design/button.tsx'
import { Icon } from '../../design/icon.tsx'
import { pastedStepsTexts } from '../../texts/part-texts/pasted-steps-texts.ts'
import { texts } from '../../texts/texts.ts'
import { defineEditor, type EditorProps } from '../editor.ts'
import styles from './editors.module.css'
import { headOf } from './head-of.ts'
import { type DraftStep, findNextKey, type StepText } from './step-drafts.ts'
import { plainHtml } from './text-source.ts'
import { usePastedSteps } from './use-pasted-steps.ts'

const words = texts.editing

type Step = Extract<ValueEntry, { type: 'ttmstepdef' }>['value'][number]

/** Steps of a test, in order. */
export const steps = defineEditor<readonly DraftStep[]>({
  shape: 'block',
  toDraft: (entry) => stepsOf(entry).map((step, index) => ({ key: index, ...textsOf(step) })),
  parse(draft, field) {
    const filledSteps = draft.filter(({ action }) => action.content.trim() !== '')
    if (field.required && filledSteps.length === 0) return { isValid: false, message: texts.states.required }
    return {
      isValid: true,
      input: {
        value: filledSteps.map(({ action, result }, index) => ({
          description: action.content,
          description_format: action.format,
          expected_results: result.content,
          expected_results_format: result.format,
          rank: index + 1,
        })),
      },
      newEntry: { ...headOf(field, 'ttmstepdef'), value: filledSteps.map(shownStep) },
    }
  },
  isSame: (a, b) => JSON.stringify(stepsOf(a).map(textsOf)) === JSON.stringify(stepsOf(b).map(textsOf)),
  Editor: StepsEditor,
})

const stepsOf = (entry: ValueEntry | null): readonly Step[] => (entry?.type === 'ttmstepdef' ? entry.value : [])

const textsOf = (step: Step): Pick<DraftStep, 'action' | 'result'> => ({
  action: textOf(step.commonmark_description, step.description, step.description_format),
  result: textOf(step.commonmark_expected_results, step.expected_results, step.expected_results_format),
})

const textOf = (commonmark: string | undefined, content: string, format: 'text' | 'html'): StepText =>
  commonmark === undefined ? { content, format } : { content: commonmark, format: 'commonmark' }

function shownStep({ key, action, result }: DraftStep, index: number): Step {
  const [description, expected] = [shownText(action), shownText(result)]
  return {
    id: key,
    rank: index + 1,
    description: description.html,
    description_format: description.format,
    ...(action.format === 'commonmark' ? { commonmark_description: action.content } : {}),
    expected_results: expected.html,
    expected_results_format: expected.format,
    ...(result.format === 'commonmark' ? { commonmark_expected_results: result.content } : {}),
  }
}

const shownText = ({ content, format }: StepText): { html: string; format: 'text' | 'html' } =>
  format === 'commonmark' ? { html: plainHtml(content), format: 'html' } : { html: content, format }

function StepsEditor({ draft, onDraft, takesFocus, labelId, errorId }: EditorProps<readonly DraftStep[]>): ReactNode {
  const list = useRef<HTMLOListElement>(null)
  const focusNext = useRef<number | null>(null)
  const isBegun = useRef(false)
  useEffect(() => {
    const index = isBegun.current ? focusNext.current : takesFocus ? 0 : null
    isBegun.current = true
    focusNext.current = null
    if (index !== null) list.current?.children[index]?.querySelector('textarea')?.focus()
  })
  const insert = (at: number, step: Omit<DraftStep, 'key'>): void => {
    focusNext.current = at
    onDraft([...draft.slice(0, at), { key: findNextKey(draft), ...step }, ...draft.slice(at)])
  }
  const move = (from: number, to: number): void => {
    const step = draft[from]
    if (step === undefined || to < 0 || to >= draft.length) return
    focusNext.current = to
    onDraft(draft.toSpliced(from, 1).toSpliced(to, 0, step))
    announce(words.movedStep(to + 1, draft.length))
  }
  const keysOf = (index: number) => (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    move(index, event.key === 'ArrowUp' ? index - 1 : index + 1)
  }
  const format = draft.at(-1)?.action.format ?? 'commonmark'
  const empty: StepText = { content: '', format }
  const place = usePastedSteps({
    draft,
    // Signs of HTML in a spreadsheet are part of its texts.
    format: format === 'html' ? 'commonmark' : format,
    onDraft,
    focus: (index) => {
      focusNext.current = index
    },
  })
  const change = (index: number, part: 'action' | 'result', content: string): void =>
    onDraft(draft.map((each, at) => (at === index ? { ...each, [part]: { ...each[part], content } } : each)))
  return (
    <div ref={place} className={styles.rows}>
      <ol ref={list} className={styles.rows} aria-labelledby={labelId} aria-describedby={errorId}>
        {draft.map((step, index) => (
          <li key={step.key} className={styles.step} onKeyDown={keysOf(index)}>
            <span aria-hidden="true">{index + 1}</span>
            <div>
              <small aria-hidden="true">{texts.artifact.action}</small>
              <textarea
                aria-label={words.actionOf(index + 1)}
                value={step.action.content}
                onChange={(event) => change(index, 'action', event.currentTarget.value)}
              />
            </div>
            <div>
              <small aria-hidden="true">{texts.artifact.expected}</small>
              <textarea
                aria-label={words.resultOf(index + 1)}
                value={step.result.content}
                onChange={(event) => change(index, 'result', event.currentTarget.value)}
              />
            </div>
            <span className={styles.tools}>
              <StepButton
                icon="arrow-up"
                label={words.moveStepUp(index + 1)}
                isDisabled={index === 0}
                onClick={() => move(index, index - 1)}
              />
              <StepButton
                icon="arrow-down"
                label={words.moveStepDown(index + 1)}
                isDisabled={index === draft.length - 1}
                onClick={() => move(index, index + 1)}
              />
              <StepButton
                icon="copy"
                label={words.duplicateStep(index + 1)}
                onClick={() => insert(index + 1, { action: step.action, result: step.result })}
              />
              <StepButton
                icon="trash"
                label={words.removeStep(index + 1)}
                onClick={() => onDraft(draft.toSpliced(index, 1))}
              />
            </span>
          </li>
        ))}
      </ol>
      <div>
        <Button icon="plus" kind="quiet" onPress={() => insert(draft.length, { action: empty, result: empty })}>
          {words.addStep}
        </Button>{' '}
        <small className={styles.dim}>{pastedStepsTexts.hint}</small>
      </div>
    </div>
  )
}

interface StepButtonProps {
  readonly icon: 'arrow-up' | 'arrow-down' | 'copy' | 'trash'
  readonly label: string
  readonly isDisabled?: boolean
  readonly onClick: () => void
}

const StepButton = ({ icon, label, isDisabled, onClick }: StepButtonProps): ReactNode => (
  <button type="button" className={styles.small} aria-label={label} disabled={isDisabled} onClick={onClick}>
    <Icon name={icon} />
  </button>
)
