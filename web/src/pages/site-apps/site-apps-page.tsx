import type { ReactNode } from 'react'
import { RegisteredApps } from '../../frame/registered-apps.tsx'
import { SiteFrame } from '../../frame/site-frame.tsx'
import { texts } from '../../texts/texts.ts'

/** OAuth 2.0 applications of the site. */
export const SiteAppsPage = (): ReactNode => (
  <SiteFrame title={texts.apps.title} intro={texts.apps.introSite}>
    <RegisteredApps path="/oauth2_apps" href="/site/apps" />
  </SiteFrame>
)
