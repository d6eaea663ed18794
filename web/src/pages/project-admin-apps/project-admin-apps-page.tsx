import type { ReactNode } from 'react'
import { ProjectAdminFrame } from '../../frame/project-admin-frame.tsx'
import { RegisteredApps } from '../../frame/registered-apps.tsx'
import type { PageProps } from '../../page.ts'
import { texts } from '../../texts/texts.ts'

/** OAuth2 applications of a project. */
export const ProjectAdminAppsPage = ({ params }: PageProps): ReactNode => (
  <ProjectAdminFrame shortname={params['shortname']} title={texts.apps.title} intro={texts.apps.introProject}>
    {(project) => (
      <RegisteredApps path={`/projects/${project.id}/oauth2_apps`} href={`/projects/${project.shortname}/admin/apps`} />
    )}
  </ProjectAdminFrame>
)
