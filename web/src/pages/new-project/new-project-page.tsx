import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { ProjectRepresentation } from '../../../../src/projects/representations/project.ts'
import type { ProjectFieldRepresentation } from '../../../../src/projects/representations/project-field.ts'
import { sendChange } from '../../data/client.ts'
import { Failure } from '../../data/failure.ts'
import { buildQueryKey, queryCache, useResource } from '../../data/queries.ts'
import { useSession } from '../../data/session.ts'
import { Button, LinkButton } from '../../design/button.tsx'
import { Choices, Radio } from '../../design/checkbox.tsx'
import { TextArea, TextField } from '../../design/field.tsx'
import { Form, FormActions, type FormValues } from '../../design/form.tsx'
import { Icon } from '../../design/icon.tsx'
import { PageHead } from '../../design/page-head.tsx'
import { showToast } from '../../design/toast.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './new-project-page.module.css'
import { proposeShortName } from './propose-short-name.ts'

const words = texts.newProject

/** The built-in templates of docs/api/projects.md §5. */
const templates = ['issues', 'bugs', 'scrum', 'kanban', 'agile_alm', 'empty'] as const
const visibilities = ['private', 'public'] as const
const restrictedVisibilities = ['private', 'private-wo-restr', 'public', 'unrestricted'] as const

/** Creates a project from a template. */
export function NewProjectPage(): ReactNode {
  const [, navigate] = useLocation()
  const session = useSession().data
  const { data } = useResource<{ project_fields_representation: readonly ProjectFieldRepresentation[] }>(
    '/project_fields',
  )
  const fields = data?.project_fields_representation ?? []
  const form = useRef<HTMLDivElement>(null)
  const check = useShortNameCheck()
  const visible = session?.site.access_mode === 'restricted' ? restrictedVisibilities : visibilities

  const send = async (values: FormValues): Promise<void> => {
    const body = bodyOf(values, fields)
    const options = { idempotencyKey: crypto.randomUUID() }
    try {
      const project = await sendChange<ProjectRepresentation>('POST', '/projects', body, options)
      await queryCache.invalidateQueries({ queryKey: buildQueryKey('/projects') })
      showToast(words.created(project.label_without_icon))
      navigate(`/projects/${project.shortname}`)
    } catch (thrown) {
      throw thrown instanceof Failure ? atItsField(thrown, fields) : thrown
    }
  }

  return (
    <div className={styles.page} ref={form}>
      <PageHead title={words.title} path={[{ title: texts.projects.title, href: '/projects' }]} />
      <Form onSend={send} label={words.title}>
        <fieldset className={styles.templates}>
          <legend>{words.startFrom}</legend>
          <div className={styles.cards}>
            {templates.map((name) => (
              <TemplateCard key={name} name={name} isFirst={name === templates[0]} />
            ))}
          </div>
        </fieldset>
        <div className={styles.names}>
          <TextField
            name="label"
            label={words.name}
            isRequired
            minLength={3}
            maxLength={40}
            autoComplete="off"
            onChange={(name) => {
              const input = form.current?.querySelector<HTMLInputElement>('input[name="shortname"]')
              if (input == null || !check.isProposed) return
              input.value = proposeShortName(name)
              check.run(input.value)
            }}
          />
          <div className={styles.cell}>
            <TextField
              name="shortname"
              label={words.shortName}
              hint={words.shortNameHint}
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
              {check.problem ?? (check.isFree ? words.free : '')}
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
              hint={words.visibilities[each]}
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
        <FormActions>
          <Button kind="primary" type="submit">
            {words.create}
          </Button>
          <LinkButton kind="quiet" href="/projects">
            {texts.states.cancel}
          </LinkButton>
        </FormActions>
      </Form>
    </div>
  )
}

function TemplateCard({ name, isFirst }: { readonly name: (typeof templates)[number]; readonly isFirst: boolean }) {
  const id = useId()
  const { title, text } = words.templates[name]
  return (
    <label htmlFor={id} className={styles.card}>
      <input
        id={id}
        type="radio"
        name="template"
        value={name}
        defaultChecked={isFirst}
        aria-labelledby={`${id}-title`}
        aria-describedby={`${id}-text`}
      />
      <strong id={`${id}-title`}>{title}</strong>
      <Icon name="check" />
      <span id={`${id}-text`}>{text}</span>
    </label>
  )
}

function bodyOf(values: FormValues, fields: readonly ProjectFieldRepresentation[]): object {
  const access = values.text('visibility')
  return {
    shortname: values.text('shortname').trim(),
    label: values.text('label').trim(),
    description: values.text('description').trim(),
    xml_template_name: values.text('template'),
    is_public: access === 'public' || access === 'unrestricted',
    allow_restricted: access === 'unrestricted' || access === 'private',
    fields: fields
      .map(({ id }) => ({ field_id: id, value: values.text(`field-${id}`) }))
      .filter(({ value }) => value !== ''),
  }
}

/** The refusals of docs/api/projects.md §5 name their member in words. */
function atItsField(failure: Failure, fields: readonly ProjectFieldRepresentation[]): Failure {
  const { message, status } = failure
  const missing = fields.find(({ name }) => message.startsWith('Mandatory field') && message.includes(name))
  const field = /^Project shortname/.test(message)
    ? 'shortname'
    : /^Project fullname/.test(message)
      ? 'label'
      : /visibility/.test(message)
        ? 'visibility'
        : missing === undefined
          ? failure.field
          : `field-${missing.id}`
  return new Failure(reasonOf(message), status, { ...failure, field })
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
    const found = messages.find((message) => message.startsWith('Project shortname'))
    return found === undefined ? null : reasonOf(found)
  }
}
