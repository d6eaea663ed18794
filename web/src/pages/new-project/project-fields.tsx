import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { ProjectFieldRepresentation } from '../../../../src/projects/representations/project-field.ts'
import { sendChange } from '../../data/client.ts'
import { Failure } from '../../data/failure.ts'
import { proposeShortName } from '../../data/propose-short-name.ts'
import { useResource } from '../../data/queries.ts'
import { useSession } from '../../data/session.ts'
import { Choices, Radio } from '../../design/checkbox.tsx'
import { TextArea, TextField } from '../../design/field.tsx'
import type { FormValues } from '../../design/form.tsx'
import { Icon } from '../../design/icon.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './new-project-page.module.css'

const words = texts.newProject
const hints = texts.projectAdmin.general.accessHints

const visibilities = ['private', 'public'] as const
const restrictedVisibilities = ['private', 'private-wo-restr', 'public', 'unrestricted'] as const

export type ProjectFields = readonly ProjectFieldRepresentation[]

/** Fields of this site that every new project has. */
export const useProjectFields = (): ProjectFields =>
  useResource<{ project_fields_representation: ProjectFields }>('/project_fields').data
    ?.project_fields_representation ?? []

interface ProjectInputsProps {
  readonly fields: ProjectFields
  /** Proposes the names, until they are typed. */
  readonly proposedName?: string
}

/** Names, description, visibility and the fields of this site, for every way to create a project. */
export function ProjectInputs({ fields, proposedName }: ProjectInputsProps): ReactNode {
  const session = useSession().data
  const inputs = useRef<HTMLDivElement>(null)
  const check = useShortNameCheck()
  const verdict = check.problem ?? (check.isFree ? words.free : '')
  const mode = session?.site.access_mode ?? 'regular'
  const visible = mode === 'restricted' ? restrictedVisibilities : visibilities
  const proposeFor = (name: string): void => {
    const input = inputs.current?.querySelector<HTMLInputElement>('input[name="shortname"]')
    if (input == null || !check.isProposed) return
    input.value = proposeShortName(name)
    check.run(input.value)
  }
  const lastProposed = useRef('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another proposal changes the inputs
  useEffect(() => {
    const input = inputs.current?.querySelector<HTMLInputElement>('input[name="label"]')
    if (proposedName === undefined || input == null || input.value !== lastProposed.current) return
    input.value = proposedName
    lastProposed.current = proposedName
    proposeFor(proposedName)
  }, [proposedName])
  return (
    <>
      <div className={styles.names} ref={inputs}>
        <TextField
          name="label"
          label={words.name}
          isRequired
          minLength={3}
          maxLength={40}
          autoComplete="off"
          onChange={proposeFor}
        />
        <div className={styles.cell}>
          <TextField
            name="shortname"
            label={words.shortName}
            {...(verdict === '' && { hint: words.shortNameHint })}
            isRequired
            isCode
            maxLength={30}
            autoComplete="off"
            onChange={(shortName) => {
              check.keep(shortName)
              check.run(shortName)
            }}
          />
          <p className={check.problem === null ? styles.free : styles.taken} role="status">
            {check.problem !== null && <Icon name="warning" />}
            {verdict}
          </p>
        </div>
      </div>
      <TextField name="description" label={words.description} hint={words.descriptionHint} autoComplete="off" />
      <Choices label={words.visibility} name="visibility">
        {visible.map((each) => (
          <Radio
            key={each}
            name="visibility"
            value={each}
            label={texts.projects.access[each]}
            hint={each === 'public' ? hints.public[mode] : hints[each]}
            defaultChecked={each === 'private'}
          />
        ))}
      </Choices>
      {fields.map((field) => {
        const Input = field.type === 'line' ? TextField : TextArea
        return (
          <Input
            key={field.id}
            name={`field-${field.id}`}
            label={field.name}
            {...(field.description === '' ? {} : { hint: field.description })}
            isRequired={field.is_required}
          />
        )
      })}
    </>
  )
}

/** The part of the request that `ProjectInputs` fills in. */
export function buildProjectInput(values: FormValues, fields: ProjectFields): object {
  const access = values.text('visibility')
  return {
    shortname: values.text('shortname').trim(),
    label: values.text('label').trim(),
    description: values.text('description').trim(),
    is_public: access === 'public' || access === 'unrestricted',
    allow_restricted: access === 'unrestricted' || access === 'private',
    fields: fields
      .map(({ id }) => ({ field_id: id, value: values.text(`field-${id}`) }))
      .filter(({ value }) => value !== ''),
  }
}

/** The refusals of docs/api/projects.md §5 name their member in words; returns one that the form shows at its field. */
export function locateFailure(thrown: unknown, fields: ProjectFields): unknown {
  if (!(thrown instanceof Failure)) return thrown
  const { message, status } = thrown
  const missing = fields.find(({ name }) => message.startsWith('Mandatory field') && message.includes(name))
  const field = /^Project shortname/.test(message)
    ? 'shortname'
    : /^Project fullname/.test(message)
      ? 'label'
      : /visibility/.test(message)
        ? 'visibility'
        : missing === undefined
          ? thrown.field
          : `field-${missing.id}`
  return new Failure(reasonOf(message), status, { ...thrown, field })
}

const reasonOf = (message: string): string => message.replace(/^Project \w+ is invalid\. The reason is: /, '')

const checkDelayMs = 300

interface ShortNameCheck {
  /** The name of the project proposes it, until it is typed. */
  readonly isProposed: boolean
  readonly isFree: boolean
  readonly problem: string | null
  run(shortName: string): void
  keep(shortName: string): void
}

/** Whether a short name is free, while it is typed: a dry run of the creation. */
function useShortNameCheck(): ShortNameCheck {
  const [result, setResult] = useState<{ readonly isFree: boolean; readonly problem: string | null }>(unknown)
  const [isProposed, setProposed] = useState(true)
  const pending = useRef<{ timer?: ReturnType<typeof setTimeout>; request?: AbortController }>({})
  const stop = (): void => {
    clearTimeout(pending.current.timer)
    pending.current.request?.abort()
  }
  useEffect(() => {
    const { current } = pending
    return () => {
      clearTimeout(current.timer)
      current.request?.abort()
    }
  }, [])
  return {
    isProposed,
    ...result,
    keep: (shortName) => setProposed(shortName === ''),
    run(shortName) {
      stop()
      setResult(unknown)
      if (shortName.trim() === '') return
      const request = new AbortController()
      pending.current = {
        request,
        timer: setTimeout(() => {
          findShortNameProblem(shortName.trim(), request.signal).then(
            (problem) => setResult({ isFree: problem === null, problem }),
            () => undefined,
          )
        }, checkDelayMs),
      }
    },
  }
}

const unknown = { isFree: false, problem: null }

async function findShortNameProblem(shortname: string, signal: AbortSignal): Promise<string | null> {
  const body = { shortname, label: 'Project', description: '-', is_public: false, xml_template_name: 'empty' }
  try {
    await sendChange('POST', '/projects', body, { isDryRun: true, signal })
    return null
  } catch (thrown) {
    if (!(thrown instanceof Failure) || thrown.status !== 400) throw thrown
    const list = thrown.details['i18n_error_messages']
    const messages = Array.isArray(list) ? list.map(String) : [thrown.message]
    const nameMessage = messages.find((message) => message.startsWith('Project shortname'))
    return nameMessage === undefined ? null : reasonOf(nameMessage)
  }
}
