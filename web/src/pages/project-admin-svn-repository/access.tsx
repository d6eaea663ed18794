import type { ReactNode } from 'react'
import type { AccessFilesRepresentation } from '../../../../src/subversion/representations/access-file.ts'
import { useOffset } from '../../data/page-offset.ts'
import { usePage } from '../../data/queries.ts'
import { Loaded } from '../../design/loaded-data.tsx'
import { Notice } from '../../design/notice.tsx'
import { Section } from '../../design/section.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { svnRepositoryTexts } from '../../texts/part-texts/svn-repository-texts.ts'
import { AccessFileForm } from './access-file-form.tsx'
import { AccessVersions } from './access-versions.tsx'
import type { RepositoryAdministration } from './repository-administration.ts'

const words = svnRepositoryTexts.access
const limit = 10

/** Who may read and write which path: the text, and those it once was. */
export function Access(administered: RepositoryAdministration): ReactNode {
  const offset = useOffset()
  const path = `/svn/${administered.repository.id}/access_files`
  const files = usePage<AccessFilesRepresentation>(path, { limit, offset })
  const problem = files.data?.body.problem ?? null
  return (
    <>
      {problem !== null && (
        <Notice kind="negative" title={words.locked}>
          {words.lockedText(problem)}
        </Notice>
      )}
      <Section title={words.title} hint={words.hint}>
        <AccessFileForm {...administered} />
      </Section>
      <Section title={words.versions}>
        <Loaded from={files} skeleton={<Skeleton shape="rows" rows={3} />}>
          {({ body, total }) => (
            <AccessVersions {...administered} files={body} page={{ limit, offset, total: total ?? 0 }} />
          )}
        </Loaded>
      </Section>
    </>
  )
}
