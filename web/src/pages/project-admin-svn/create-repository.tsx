import { type ReactNode, useState } from 'react'
import type { ProjectRepresentation } from '../../../../src/projects/representations/project.ts'
import type { FullRepositoryRepresentation } from '../../../../src/subversion/representations/repository.ts'
import { sendChange } from '../../data/client.ts'
import { Failure } from '../../data/failure.ts'
import { useChange } from '../../data/queries.ts'
import { findNameProblem, useRepositories } from '../../data/svn.ts'
import { Button } from '../../design/button.tsx'
import { Checkbox } from '../../design/checkbox.tsx'
import { Dialog } from '../../design/dialog.tsx'
import { TextField } from '../../design/field.tsx'
import { Form, FormActions, useFormState } from '../../design/form.tsx'
import { showToast } from '../../design/toast.tsx'
import styles from '../../frame/administration.module.css'
import { texts } from '../../texts/texts.ts'

const words = texts.svn.list
const layout = ['trunk', 'branches', 'tags']

interface CreateRepositoryProps {
  readonly project: ProjectRepresentation
  /** Deleted ones, whose names stay taken. */
  readonly deletedRepositories: readonly { readonly name: string }[]
}

interface RepositoryInput {
  readonly name: string
  readonly hasLayout: boolean
}

/** A button with a dialog to create a repository; the name is checked while it is typed. */
export function CreateRepository({ project, deletedRepositories }: CreateRepositoryProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const repositories = useRepositories(project.id, { limit: 50, offset: 0 })
  const make = useChange(
    ({ name, hasLayout }: RepositoryInput) =>
      sendChange<FullRepositoryRepresentation>('POST', '/svn', {
        project_id: project.id,
        name,
        ...(hasLayout ? { settings: { layout } } : {}),
      }),
    [`/projects/${project.id}/svn`],
  )
  const faultOf = (name: string): string | undefined => {
    const fault = findNameProblem(name)
    if (fault !== undefined) return words.nameFaults[fault]
    // docs/api/subversion.md §1.4: whatever the case.
    const isCalledSo = (other: { readonly name: string }): boolean => other.name.toLowerCase() === name.toLowerCase()
    if (repositories.data?.items.some(isCalledSo)) return words.nameFaults.nameTaken
    return deletedRepositories.some(isCalledSo) ? words.nameFaults.nameReserved : undefined
  }
  return (
    <Dialog
      title={words.add}
      trigger={
        <Button kind="primary" icon="plus">
          {words.add}
        </Button>
      }
      isOpen={isOpen}
      onOpenChange={setOpen}
    >
      <Form
        onSend={async (values) => {
          const name = values.text('name').trim()
          const fault = faultOf(name)
          if (fault !== undefined) throw new Failure(fault, 409, { field: 'name' })
          await make.mutateAsync({ name, hasLayout: values.isOn('layout') }).catch(toNameFailure)
          setOpen(false)
          showToast(words.repositoryCreated(name))
        }}
      >
        <NameField faultOf={faultOf} />
        <Checkbox name="layout" label={words.layout} hint={words.layoutHint} defaultChecked />
        <FormActions>
          <Button type="submit" kind="primary">
            {words.add}
          </Button>
        </FormActions>
      </Form>
    </Dialog>
  )
}

function NameField({ faultOf }: { readonly faultOf: (name: string) => string | undefined }): ReactNode {
  const [name, setName] = useState('')
  const { errors } = useFormState()
  // After a refusal the field shows the error itself.
  const fault = name.trim() === '' || errors['name'] !== undefined ? null : faultOf(name.trim())
  return (
    <>
      <TextField
        name="name"
        label={words.name}
        hint={words.nameHint}
        isCode
        isRequired
        maxLength={255}
        autoComplete="off"
        onChange={setName}
      />
      <span className={styles.check} role="status" data-good={fault === undefined}>
        {fault === null ? '' : (fault ?? words.nameGood)}
      </span>
    </>
  )
}

/** docs/api/subversion.md §1.4: a conflict is one of names. */
function toNameFailure(thrown: unknown): never {
  if (thrown instanceof Failure && thrown.status === 409)
    throw new Failure(thrown.message, thrown.status, { field: 'name' })
  throw thrown
}
