import { type ReactNode, useState } from 'react'
import type { Static } from 'typebox'
import { useLocation } from 'wouter'
import type { ReservedProjectRepresentation } from '../../../../src/projects/representations/reserved-project.ts'
import { sendChange } from '../../data/client.ts'
import { Button, LinkButton } from '../../design/button.tsx'
import { Form, FormActions, type FormValues } from '../../design/form.tsx'
import { PageHead } from '../../design/page-head.tsx'
import { projectImportTexts } from '../../texts/part-texts/project-import-texts.ts'
import { texts } from '../../texts/texts.ts'
import { startArchiveUpload } from './archive-uploads.ts'
import { FileInput } from './file-input.tsx'
import { buildProjectInput, locateFailure, ProjectInputs, useProjectFields } from './project-fields.tsx'

const words = projectImportTexts

/** Chooses an archive and names its project; the upload begins with the reservation of the names. */
export function ArchiveForm(): ReactNode {
  const [, navigate] = useLocation()
  const fields = useProjectFields()
  const [file, setFile] = useState<File | null>(null)

  const send = async (values: FormValues): Promise<void> => {
    if (file === null) return
    const source = { file_name: file.name, file_size: file.size, review: true }
    const body = { ...buildProjectInput(values, fields), from_archive: source }
    try {
      const { id, upload_href } = await sendChange<Static<typeof ReservedProjectRepresentation>>(
        'POST',
        '/projects',
        body,
        { idempotencyKey: crypto.randomUUID() },
      )
      startArchiveUpload(id, upload_href, file)
      navigate(`/projects/new?import=${id}`)
    } catch (thrown) {
      throw locateFailure(thrown, fields)
    }
  }

  return (
    <>
      <PageHead
        title={words.title}
        path={[
          { title: texts.projects.title, href: '/projects' },
          { title: texts.newProject.title, href: '/projects/new' },
        ]}
      >
        <p>{words.intro}</p>
      </PageHead>
      <Form onSend={send} label={words.title}>
        <FileInput name="file" label={words.file} hint={words.fileHint} file={file} onFile={setFile} />
        <ProjectInputs fields={fields} proposedName={file === null ? undefined : file.name.replace(/\.zip$/i, '')} />
        <FormActions>
          <Button kind="primary" type="submit">
            {words.upload}
          </Button>
          <LinkButton kind="quiet" href="/projects">
            {texts.states.cancel}
          </LinkButton>
        </FormActions>
      </Form>
    </>
  )
}
