import type { ReactNode } from 'react'
import type { ProjectRepresentation } from '../../../../src/projects/representations/project.ts'
import type { ListedUserGroupRepresentation } from '../../../../src/projects/representations/user-group.ts'
import { sendChange } from '../../data/client.ts'
import { useChange, useResource } from '../../data/queries.ts'
import { Button } from '../../design/button.tsx'
import { EmptyState } from '../../design/empty-state.tsx'
import { TextField } from '../../design/field.tsx'
import { Form, FormActions } from '../../design/form.tsx'
import { Icon } from '../../design/icon.tsx'
import { Link } from '../../design/link.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { showToast } from '../../design/toast.tsx'
import styles from '../../frame/administration.module.css'
import { ProjectAdminFrame } from '../../frame/project-admin-frame.tsx'
import type { PageProps } from '../../page.ts'
import { texts } from '../../texts/texts.ts'
import own from './project-admin-groups-page.module.css'

const words = texts.projectAdmin.groups

/** User groups for permissions. */
export const ProjectAdminGroupsPage = ({ params }: PageProps): ReactNode => (
  <ProjectAdminFrame shortname={params['shortname']} title={words.title} intro={words.intro}>
    {(project) => <Groups project={project} />}
  </ProjectAdminFrame>
)

function Groups({ project }: { readonly project: ProjectRepresentation }): ReactNode {
  const path = `/projects/${project.id}/user_groups`
  const groups = useResource<readonly ListedUserGroupRepresentation[]>(path)
  const make = useChange(
    (short_name: string) => sendChange('POST', '/user_groups', { project_id: project.id, short_name }),
    [path],
  )
  return (
    <div className={styles.page}>
      <div className={styles.line}>
        <Form
          label={words.add}
          isEmptied
          about="short_name"
          onSend={async (values) => {
            const name = values.text('short_name').trim()
            await make.mutateAsync(name)
            showToast(words.groupCreated(name))
          }}
        >
          <TextField name="short_name" label={words.name} hint={words.nameHint} isRequired autoComplete="off" />
          <FormActions>
            <Button type="submit" kind="primary" icon="plus">
              {words.add}
            </Button>
          </FormActions>
        </Form>
      </div>
      <Loaded from={groups} skeleton={<Skeleton shape="rows" />}>
        {(all) => {
          // Those that every project has are kept on the page of its members.
          const staticGroups = all.filter(({ id }) => /^\d+$/.test(id))
          if (staticGroups.length === 0)
            return (
              <EmptyState icon="users" title={words.empty}>
                {words.emptyText}
              </EmptyState>
            )
          return (
            <ul className={own.groups} aria-label={words.label}>
              {staticGroups.map((group) => (
                <li key={group.id}>
                  <Link href={`/projects/${project.shortname}/admin/groups/${group.id}`}>
                    <Icon name="users" />
                    <span>{group.label}</span>
                    <Icon name="chevron-right" />
                  </Link>
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
    </div>
  )
}
