import type { IconName } from '../design/icon.tsx'
import { texts } from '../texts/texts.ts'

export interface NavigationItem {
  readonly href: string
  readonly title: string
  readonly icon: IconName
  /** Shown only where the project uses this service. */
  readonly service?: 'plugin_svn'
}

/** Pages of one's own account, in the account menu. */
export const accountNavigation: readonly NavigationItem[] = [
  { href: '/account/profile', title: texts.account.profile.title, icon: 'user' },
  { href: '/account/appearance', title: texts.account.appearance.title, icon: 'sun' },
  { href: '/account/notifications', title: texts.account.notifications.title, icon: 'bell' },
  { href: '/account/security', title: texts.account.security.title, icon: 'shield' },
  { href: '/account/keys', title: texts.account.keys.title, icon: 'key' },
  { href: '/account/apps', title: texts.account.apps.tab, icon: 'app' },
  { href: '/account/sessions', title: texts.account.sessions.title, icon: 'device' },
]

/** Site administration pages, in the rail of site administrators. */
export const siteNavigation: readonly NavigationItem[] = [
  { href: '/site/users', title: texts.site.users.title, icon: 'users' },
  { href: '/site/projects', title: texts.site.projects.title, icon: 'folder' },
  { href: '/site/settings', title: texts.site.settings.title, icon: 'settings' },
  { href: '/site/permissions', title: texts.site.permissions.title, icon: 'shield' },
  { href: '/site/directories', title: texts.site.identityProviders.title, icon: 'globe' },
  { href: '/site/apps', title: texts.apps.title, icon: 'key' },
  { href: '/site/log', title: texts.site.log.title, icon: 'clock' },
]

/** Pages of a project's administration, in the rail of its administrators. */
export const projectNavigation: readonly ((shortname: string) => NavigationItem)[] = [
  (name) => ({ href: `/projects/${name}/admin/general`, title: texts.projectAdmin.general.title, icon: 'settings' }),
  (name) => ({ href: `/projects/${name}/admin/members`, title: texts.projectAdmin.members.title, icon: 'user' }),
  (name) => ({ href: `/projects/${name}/admin/groups`, title: texts.projectAdmin.groups.title, icon: 'users' }),
  (name) => ({ href: `/projects/${name}/admin/apps`, title: texts.apps.title, icon: 'key' }),
  (name) => ({
    href: `/projects/${name}/admin/svn`,
    title: texts.svn.list.title,
    icon: 'branch',
    service: 'plugin_svn',
  }),
  (name) => ({ href: `/projects/${name}/admin/archive`, title: texts.projectAdmin.archive.title, icon: 'download' }),
  (name) => ({ href: `/projects/${name}/admin/log`, title: texts.projectAdmin.log.title, icon: 'clock' }),
]
