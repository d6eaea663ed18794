import { type ReactNode, useState } from 'react'
import { useLocation } from 'wouter'
import type { ProjectRepresentation } from '../../../../src/projects/representations/project.ts'
import { sendChange } from '../../data/client.ts'
import { renewProjects, useMemberCount } from '../../data/projects.ts'
import { useChange } from '../../data/queries.ts'
import { type Session, useSession } from '../../data/session.ts'
import { useSubversionService, useSubversionSwitch } from '../../data/svn.ts'
import { Button } from '../../design/button.tsx'
import { Choices, Radio } from '../../design/checkbox.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { TextArea, TextField } from '../../design/field.tsx'
import { Form, FormActions, type FormValues } from '../../design/form.tsx'
import { Notice } from '../../design/notice.tsx'
import { Section } from '../../design/section.tsx'
import { reportFailure } from '../../design/show-error.ts'
import { showToast } from '../../design/toast.tsx'
import styles from '../../frame/administration.module.css'
import { ProjectAdminFrame } from '../../frame/project-admin-frame.tsx'
import type { PageProps } from '../../page.ts'
import { texts } from '../../texts/texts.ts'

const words = texts.projectAdmin.general
const accesses = ['public', 'unrestricted', 'private', 'private-wo-restr'] as const
type Access = (typeof accesses)[number]
type Mode = Session['site']['access_mode']

/** Name, description and visibility of a project. */
export const ProjectAdminGeneralPage = ({ params }: PageProps): ReactNode => (
  <ProjectAdminFrame shortname={params['shortname']} title={words.title} intro={words.intro}>
    {(project) => <General project={project} />}
  </ProjectAdminFrame>
)

interface GeneralProps {
  readonly project: ProjectRepresentation
  readonly members: number
}

function General({ project }: Pick<GeneralProps, 'project'>): ReactNode {
  const { data: session } = useSession()
  const members = useMemberCount(project.id)
  if (session === undefined || members === undefined) return null
  return (
    <div className={styles.page}>
      <Details project={project} members={members} mode={session.site.access_mode} />
      <Subversion project={project.id} />
      {session.is_site_administrator && project.status !== null && <State project={project} members={members} />}
    </div>
  )
}

function Subversion({ project }: { readonly project: number }): ReactNode {
  const service = useSubversionService(project)
  const turn = useSubversionSwitch(project)
  if (service === undefined) return null
  const isUsed = !service.is_enabled
  return (
    <Section title={texts.svn.list.title}>
      <p>{service.is_enabled ? texts.svn.list.usedText : texts.svn.list.unused}</p>
      <div>
        <Button
          onPress={() =>
            void reportFailure(
              turn.mutateAsync({ service: service.id, isUsed }),
              isUsed ? texts.svn.list.used : texts.svn.list.stopped,
            )
          }
        >
          {isUsed ? texts.svn.list.use : texts.svn.list.stop}
        </Button>
      </div>
    </Section>
  )
}

function Details({ project, members, mode }: GeneralProps & { readonly mode: Mode }): ReactNode {
  const [access, setAccess] = useState<Access>(project.access)
  const save = useChange((body: object) => sendChange('PATCH', `/projects/${project.id}/settings`, body), ['/projects'])
  const send = async (values: FormValues): Promise<void> => {
    const label = values.text('label').trim()
    const description = values.text('description')
    await save.mutateAsync({ label, description, ...(access === project.access ? {} : { access }) })
    showToast(words.saved)
  }
  // Two of them are there only where restricted accounts are; the one that holds is always shown.
  const offered = mode === 'restricted' ? accesses : accesses.filter((each) => isPlain(each) || each === project.access)
  return (
    <div className={styles.narrow}>
      <Form onSend={send}>
        <TextField
          name="label"
          label={words.label}
          defaultValue={project.label_without_icon}
          isRequired
          minLength={3}
          maxLength={40}
          autoComplete="off"
        />
        <TextArea name="description" label={words.description} defaultValue={project.description} maxLength={10_000} />
        <Choices label={words.access} name="access">
          {offered.map((each) => (
            <Radio
              key={each}
              name="access"
              value={each}
              label={texts.projects.access[each]}
              hint={hintOf(each, mode)}
              defaultChecked={each === project.access}
              onChoose={() => setAccess(each)}
            />
          ))}
        </Choices>
        {access !== project.access && (
          <div role="status">
            <Notice kind="caution" title={isOpen(access) ? words.opens(hintOf(access, mode)) : words.closes(members)} />
          </div>
        )}
        <FormActions>
          <Button type="submit" kind="primary">
            {words.save}
          </Button>
        </FormActions>
      </Form>
    </div>
  )
}

const isPlain = (access: Access): boolean => access === 'public' || access === 'private'
const isOpen = (access: Access): boolean => access === 'public' || access === 'unrestricted'
const hintOf = (access: Access, mode: Mode): string =>
  access === 'public' ? words.accessHints.public[mode] : words.accessHints[access]

function State({ project, members }: GeneralProps): ReactNode {
  const [, navigate] = useLocation()
  const changeStatus = async (status: string): Promise<void> => {
    await sendChange('PUT', `/projects/${project.id}/status`, { status })
    // An inactive project is only found by its id.
    const name = status === 'active' ? project.shortname : project.id
    navigate(status === 'deleted' ? '/site/projects' : `/projects/${name}/admin/general`, { replace: true })
    await renewProjects()
  }
  const confirmed = async (status: string): Promise<void> => {
    await changeStatus(status)
    showToast(words.statusChanged)
  }
  const { status, label } = project
  if (status === null) return null
  return (
    <Section title={words.status} hint={words.statuses[status]}>
      <div className={styles.actions}>
        {status === 'active' && (
          <Confirm
            trigger={<Button>{words.suspend}</Button>}
            title={words.suspendTitle(label)}
            action={words.suspend}
            onConfirm={() => confirmed('suspended')}
          >
            {words.suspendText(members)}
          </Confirm>
        )}
        {(status === 'suspended' || status === 'pending') && (
          <Button onPress={() => void reportFailure(changeStatus('active'), words.statusChanged)}>
            {words.activate}
          </Button>
        )}
        {status !== 'deleted' && status !== 'system' && (
          <Confirm
            trigger={<Button kind="danger">{words.remove}</Button>}
            title={words.removeTitle(label)}
            action={words.remove}
            onConfirm={() => confirmed('deleted')}
          >
            {words.removeText(members)}
          </Confirm>
        )}
      </div>
    </Section>
  )
}
