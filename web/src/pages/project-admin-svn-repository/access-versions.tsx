import type { ReactNode } from 'react'
import type { AccessFilesRepresentation } from '../../../../src/subversion/representations/access-file.ts'
import { sendChange } from '../../data/client.ts'
import { withQuery } from '../../data/page-offset.ts'
import { useChange } from '../../data/queries.ts'
import { Badge } from '../../design/badge.tsx'
import { Button } from '../../design/button.tsx'
import { Confirm } from '../../design/confirm.tsx'
import { DateTime } from '../../design/date-time.tsx'
import { Pager } from '../../design/pager.tsx'
import { showToast } from '../../design/toast.tsx'
import { UserBadge } from '../../design/user-badge.tsx'
import styles from '../../frame/administration.module.css'
import { svnRepositoryTexts } from '../../texts/part-texts/svn-repository-texts.ts'
import type { RepositoryAdministration } from './repository-administration.ts'
import own from './repository-settings.module.css'

const words = svnRepositoryTexts.access

type Version = AccessFilesRepresentation['versions'][number]

interface AccessVersionsProps extends RepositoryAdministration {
  readonly files: AccessFilesRepresentation
  readonly page: { readonly limit: number; readonly offset: number; readonly total: number }
}

/** Versions of the access file, the newest first; each can be restored. */
export function AccessVersions({ repository, isAbsent, here, files, page }: AccessVersionsProps): ReactNode {
  const { versions, current_version: current } = files
  const path = `/svn/${repository.id}/access_files/current`
  const reuse = useChange((version: number) => sendChange('PUT', path, { version }), ['/svn'])
  if (page.total === 0) return <p>{words.noVersions}</p>
  return (
    <>
      {current === 0 && <p>{words.noCurrent}</p>}
      <ul className={styles.list} aria-label={words.versions}>
        {versions.map((version) => (
          <li key={version.version} className={styles.card}>
            <div className={styles.head}>
              <div className={styles.name}>
                <h3>{words.version(version.version)}</h3>
                {version.version === current && <Badge kind="positive">{words.current}</Badge>}
              </div>
              {version.version !== current && !isAbsent && (
                <Confirm
                  trigger={<Button label={words.reuseOf(version.version)}>{words.reuse}</Button>}
                  title={words.reuseTitle(version.version)}
                  action={words.reuse}
                  onConfirm={async () => {
                    await reuse.mutateAsync(version.version)
                    showToast(words.reused(version.version))
                  }}
                >
                  {words.reuseText}
                </Confirm>
              )}
            </div>
            <Facts version={version} />
            <details className={own.details}>
              <summary>{words.show}</summary>
              <pre className={own.text}>{version.access_file === '' ? words.noText : version.access_file}</pre>
            </details>
          </li>
        ))}
      </ul>
      <Pager {...page} hrefAt={(offset) => withQuery(here, { show: 'access', offset })} />
    </>
  )
}

const Facts = ({ version }: { readonly version: Version }): ReactNode => (
  <p className={own.facts}>
    <DateTime at={version.created_on} as="exact" />
    {version.created_by !== null && <UserBadge user={version.created_by} />}
    <span>{version.has_default_permissions ? words.withDefaults : words.withoutDefaults}</span>
  </p>
)
