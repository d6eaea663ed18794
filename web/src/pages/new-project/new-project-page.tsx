import { lazy, type ReactNode, Suspense, useId } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { ProjectRepresentation } from '../../../../src/projects/representations/project.ts'
import { sendChange } from '../../data/client.ts'
import { renewProjects } from '../../data/projects.ts'
import { useSession } from '../../data/session.ts'
import { Button, LinkButton } from '../../design/button.tsx'
import { Form, FormActions, type FormValues } from '../../design/form.tsx'
import { Icon, type IconName } from '../../design/icon.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { PageHead } from '../../design/page-head.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { showToast } from '../../design/toast.tsx'
import { buildProjectUrl } from '../../frame/project-url.ts'
import { Refused } from '../../frame/refused.tsx'
import { texts } from '../../texts/texts.ts'
import styles from './new-project-page.module.css'
import { buildProjectInput, locateFailure, ProjectInputs, useProjectFields } from './project-fields.tsx'

const words = texts.newProject

const ArchiveForm = lazy(() => import('./archive-form.tsx').then((file) => ({ default: file.ArchiveForm })))
const ImportReview = lazy(() => import('./import-review.tsx').then((file) => ({ default: file.ImportReview })))

/** The built-in templates of docs/api/projects.md §5. */
const templates = ['issues', 'bugs', 'scrum', 'kanban', 'agile_alm', 'empty'] as const
type Template = (typeof templates)[number]

const icons: Readonly<Record<Template, IconName>> = {
  issues: 'list',
  bugs: 'warning',
  scrum: 'app',
  kanban: 'app',
  agile_alm: 'folder',
  empty: 'file',
}

/** Creates a project: from a template, or with `?from=archive` from an archive; `?import=…` is an import under way. */
export function NewProjectPage(): ReactNode {
  const parameters = new URLSearchParams(useSearch())
  const current = Number(parameters.get('import') ?? 0)
  const session = useSession()
  return (
    <Loaded from={session}>
      {({ can_create_projects, can_import_projects }) => {
        if (!can_create_projects)
          return <Refused reason={words.refused} back={{ href: '/projects', title: texts.states.toProjects }} />
        if (current > 0)
          return (
            <Later>
              <ImportReview key={current} id={current} />
            </Later>
          )
        if (parameters.get('from') === 'archive' && can_import_projects)
          return (
            <Later>
              <ArchiveForm />
            </Later>
          )
        return <TemplateForm canImport={can_import_projects} />
      }}
    </Loaded>
  )
}

const Later = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <Suspense fallback={<Skeleton />}>
    <div className={styles.page}>{children}</div>
  </Suspense>
)

function TemplateForm({ canImport }: { readonly canImport: boolean }): ReactNode {
  const [, navigate] = useLocation()
  const fields = useProjectFields()

  const send = async (values: FormValues): Promise<void> => {
    const body = { ...buildProjectInput(values, fields), xml_template_name: values.text('template') }
    const options = { idempotencyKey: crypto.randomUUID() }
    try {
      const project = await sendChange<ProjectRepresentation>('POST', '/projects', body, options)
      await renewProjects()
      showToast(words.created(project.label_without_icon))
      navigate(buildProjectUrl(project))
    } catch (thrown) {
      throw locateFailure(thrown, fields)
    }
  }

  return (
    <div className={styles.page}>
      <PageHead
        title={words.title}
        path={[{ title: texts.projects.title, href: '/projects' }]}
        actions={
          canImport && (
            <>
              <span className={styles.or}>{words.or}</span>
              <LinkButton kind="quiet" icon="download" href="/projects/new?from=archive">
                {words.importArchive}
              </LinkButton>
            </>
          )
        }
      />
      <Form onSend={send} label={words.title}>
        <fieldset className={styles.templates}>
          <legend>{words.startFrom}</legend>
          <div className={styles.cards}>
            {templates.map((name) => (
              <TemplateCard key={name} name={name} isFirst={name === templates[0]} />
            ))}
          </div>
        </fieldset>
        <ProjectInputs fields={fields} />
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

function TemplateCard({ name, isFirst }: { readonly name: Template; readonly isFirst: boolean }): ReactNode {
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
      <strong id={`${id}-title`}>
        <Icon name={icons[name]} />
        {title}
      </strong>
      <Icon name="check" />
      <span id={`${id}-text`}>{text}</span>
    </label>
  )
}
