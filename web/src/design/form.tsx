import {
  createContext,
  type FocusEvent,
  type FormEvent,
  type ReactNode,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Failure, listProblems } from '../data/failure.ts'
import { texts } from '../texts/texts.ts'
import { announce } from './announce.tsx'
import styles from './form.module.css'
import type { LeaveGuard } from './leave-guard.tsx'
import { Notice } from './notice.tsx'

/** Values of a form, by field name. */
export interface FormValues {
  text(name: string): string
  isOn(name: string): boolean
  all(name: string): string[]
}

interface State {
  readonly errors: Readonly<Record<string, string>>
  readonly isSending: boolean
  /** Fields register themselves: errors without a field appear above the form. */
  readonly forget: (name: string) => void
}

const FormState = createContext<State>({ errors: {}, isSending: false, forget: () => undefined })

/** State of the surrounding form: errors by field, and whether it is being sent. */
export const useFormState = (): State => useContext(FormState)

interface FormProps {
  readonly onSend: (values: FormValues) => Promise<unknown>
  readonly children: ReactNode
  readonly label?: string
  /** Empties the fields once it was sent. */
  readonly isEmptied?: boolean
  /** Names of the API that are called otherwise here. */
  readonly names?: Readonly<Record<string, string>>
  /** The control that refusals are about which name none. */
  readonly about?: string
  /** The server reports missing values with all others that are wrong. */
  readonly isCheckedByServer?: boolean
  /** Leaving the page needs no confirmation: the input is kept, or is none that is saved. */
  readonly isLeftFreely?: boolean
}

/**
 * Checks required fields, submits, and shows server errors at the named field or above the form. Input is kept, and the
 * first invalid field gets the focus. Leaving the page with unsaved input needs a confirmation.
 */
export function Form({
  onSend,
  children,
  label,
  isEmptied,
  names = {},
  about,
  isCheckedByServer,
  isLeftFreely,
}: FormProps): ReactNode {
  const form = useRef<HTMLFormElement>(null)
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const [problem, setProblem] = useState<Failure | null>(null)
  const [isSending, setSending] = useState(false)
  const refused = useRef(0)
  const [refusals, setRefusals] = useState(0)
  /** The input that is saved; undefined until the user enters the form. */
  const saved = useRef<string>(undefined)
  const [Guard, setGuard] = useState<typeof LeaveGuard | null>(null)

  useEffect(() => {
    if (refusals === refused.current) return
    refused.current = refusals
    focusFirstWrong(form.current)
  }, [refusals])

  const refuse = (wrong: Readonly<Record<string, string>>, failure: Failure | null): void => {
    setErrors(wrong)
    setProblem(failure)
    setRefusals((n) => n + 1)
    const words = failure?.message ?? texts.states.problems(Object.keys(wrong).length)
    announce(words, 'assertive')
  }

  const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const element = event.currentTarget
    if (isSending) return
    const wrong = isCheckedByServer ? {} : faultsOf(element)
    if (Object.keys(wrong).length > 0) return refuse(wrong, null)
    setSending(true)
    setErrors({})
    setProblem(null)
    const before = saved.current
    // What sends it may open the next page at once.
    saved.current = printInput(element)
    try {
      await onSend(valuesOf(new FormData(element)))
      if (isEmptied) element.reset()
      saved.current = printInput(element)
    } catch (thrown) {
      saved.current = before
      const failure = thrown instanceof Failure ? thrown : new Failure(texts.states.problem, 500)
      const problems = listProblems(failure)
      const located = problems.flatMap(([name, message]) => {
        const field = name === null ? failure.status === 400 && about : (names[name] ?? name)
        const control = field && element.elements.namedItem(field)
        if (!control) return []
        // Users know a member of the API by the label of its control.
        const label = 'labels' in control && (control as HTMLInputElement).labels?.[0]?.firstChild?.textContent
        const called = label ? texts.states.quoted(label) : ''
        if (!called || !name) return [[field, message]]
        const named = message.replace(/`.+?`/, called)
        // Without quotes, `name` is a word of the sentence, and `item_name` is not.
        return [[field, name.includes('_') ? named.replace(name, called) : named]]
      })
      refuse(Object.fromEntries(located), located.length === problems.length ? null : failure)
    } finally {
      setSending(false)
    }
  }

  const enter = (event: FocusEvent<HTMLFormElement>): void => {
    if (saved.current !== undefined || isLeftFreely) return
    saved.current = printInput(event.currentTarget)
    // Not with `lazy`, which shows it only after a third of a second. Without a connection the form works without it.
    import('./leave-guard.tsx').then(
      (file) => setGuard(() => file.LeaveGuard),
      () => undefined,
    )
  }

  const forget = (name: string): void => {
    if (errors[name] === undefined) return
    const { [name]: _gone, ...rest } = errors
    setErrors(rest)
  }

  return (
    <FormState value={{ errors, isSending, forget }}>
      <form
        ref={form}
        className={styles.form}
        noValidate
        aria-label={label}
        aria-busy={isSending || undefined}
        onSubmit={send}
        onFocus={enter}
      >
        {problem && (
          <Notice kind="negative" title={problem.message} isFocusable>
            {problem.retryAfter === null ? null : texts.states.retryIn(problem.retryAfter)}
          </Notice>
        )}
        {children}
        {Guard && <Guard isUnsaved={() => form.current !== null && printInput(form.current) !== saved.current} />}
      </form>
    </FormState>
  )
}

/** Buttons at the end of a form. */
export const FormActions = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <div className={styles.actions}>{children}</div>
)

/** Fields that belong together, with a heading. */
export const FormSection = ({
  title,
  children,
}: {
  readonly title: string
  readonly children: ReactNode
}): ReactNode => (
  <fieldset className={styles.section}>
    <legend>{title}</legend>
    {children}
  </fieldset>
)

function valuesOf(data: FormData): FormValues {
  const text = (name: string): string => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
  return {
    text,
    isOn: (name) => data.has(name),
    all: (name) => data.getAll(name).filter((value) => typeof value === 'string'),
  }
}

const printInput = (form: HTMLFormElement): string => JSON.stringify([...new FormData(form)])

function faultsOf(form: HTMLFormElement): Record<string, string> {
  const wrong: Record<string, string> = {}
  for (const element of form.elements) {
    if (
      !(
        element instanceof HTMLInputElement ||
        element instanceof HTMLSelectElement ||
        element instanceof HTMLTextAreaElement
      )
    )
      continue
    if (element.name !== '' && (!element.validity.valid || isBlank(element))) wrong[element.name] ??= faultOf(element)
  }
  return wrong
}

/** Names of spaces alone are none. */
const isBlank = ({ required, value, type }: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement): boolean =>
  required && type !== 'password' && value.trim() === ''

function faultOf(element: HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement): string {
  const { validity } = element
  if (validity.customError) return element.validationMessage
  if (validity.valueMissing || isBlank(element)) return texts.states.required
  if (validity.tooShort && 'minLength' in element) return texts.states.tooShort(element.minLength)
  if (validity.tooLong && 'maxLength' in element) return texts.states.tooLong(element.maxLength)
  if (validity.typeMismatch && element.type === 'email') return texts.states.notEmail
  if (validity.typeMismatch) return texts.states.notAddress
  return texts.states.notValid
}

function focusFirstWrong(form: HTMLFormElement | null): void {
  form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-notice]')?.focus()
}
