import type { ReactNode } from 'react'
import type { ProjectRepresentation } from '../../../../src/projects/representations/project.ts'
import type { ListedUserGroupRepresentation } from '../../../../src/projects/representations/user-group.ts'
import type { RepositoryAdministratorsRepresentation } from '../../../../src/subversion/representations/repository-administrators.ts'
import { readResource, sendChange } from '../../data/client.ts'
import { useChange, useResource } from '../../data/queries.ts'
import { Button } from '../../design/button.tsx'
import { Checkbox, Choices } from '../../design/checkbox.tsx'
import { Form, FormActions } from '../../design/form.tsx'
import { Loaded } from '../../design/loaded-data.tsx'
import { Section } from '../../design/section.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { showToast } from '../../design/toast.tsx'
import { useIdle } from '../../design/use-idle.ts'
import { texts } from '../../texts/texts.ts'

const words = texts.svn.administrators

type RepositoryAdministrators = RepositoryAdministratorsRepresentation

/** Groups that administer repositories in addition to project administrators, who alone can change this. */
export function Administrators({ project }: { readonly project: ProjectRepresentation }): ReactNode {
  // Below the repositories, and no part of the first view.
  const isWanted = useIdle()
  const options = { isWanted }
  const administrators = useResource<RepositoryAdministrators>(
    `/projects/${project.id}/svn_administrators`,
    undefined,
    options,
  )
  const groups = useResource<readonly ListedUserGroupRepresentation[]>(
    `/projects/${project.id}/user_groups`,
    undefined,
    options,
  )
  return (
    <Section title={words.title} hint={words.hint} width="narrow">
      <Loaded from={groups} skeleton={isWanted && <Skeleton shape="lines" rows={3} />}>
        {(all) => (
          <Loaded from={administrators} skeleton={<Skeleton shape="lines" rows={3} />}>
            {({ user_groups }) => (
              <Groups
                project={project.id}
                groups={all.filter(({ id }) => /^\d+$/.test(id) || id === `${project.id}_3`)}
                ticked={user_groups.map(({ id }) => id)}
              />
            )}
          </Loaded>
        )}
      </Loaded>
    </Section>
  )
}

interface GroupsProps {
  readonly project: number
  readonly groups: readonly ListedUserGroupRepresentation[]
  readonly ticked: readonly string[]
}

function Groups({ project, groups, ticked }: GroupsProps): ReactNode {
  const path = `/projects/${project}/svn_administrators`
  const save = useChange((user_groups: readonly string[]) => sendChange('PUT', path, { user_groups }), [path])
  return (
    <Form
      onSend={async (values) => {
        const tickedIds = new Set(values.all('user_groups'))
        // Concurrent changes are kept, unless the same group was changed here.
        const now = (await readResource<RepositoryAdministrators>(path)).user_groups.map(({ id }) => id)
        const isChanged = (id: string): boolean => tickedIds.has(id) !== ticked.includes(id)
        const groupIds = groups.map(({ id }) => id)
        const others = now.filter((id) => !groupIds.includes(id))
        const chosenIds = groupIds.filter((id) => (isChanged(id) ? tickedIds.has(id) : now.includes(id)))
        await save.mutateAsync([...others, ...chosenIds])
        showToast(words.saved)
      }}
    >
      <Choices label={words.groups} name="user_groups">
        {groups.map(({ id, label }) => (
          <Checkbox
            key={`${id} ${ticked.includes(id)}`}
            name="user_groups"
            value={id}
            label={label}
            defaultChecked={ticked.includes(id)}
          />
        ))}
      </Choices>
      <FormActions>
        <Button type="submit">{words.save}</Button>
      </FormActions>
    </Form>
  )
}
