import {
  listArtifactQueries,
  listCommonQueries,
  listHistoryQueries,
  listHomeQueries,
  listInProjectQueries,
  listKeyQueries,
  listNewArtifactQueries,
  listProjectQueries,
  listProjectsQueries,
  listSessionQueries,
  listTrackerAdminQueries,
  listTrackerQueries,
  listUserQueries,
} from './data/route-queries.ts'
import type { PageRoute } from './page.ts'

const page = (
  path: string,
  load: PageRoute['load'],
  {
    frame = 'app',
    reads = usualReads(path),
    ...more
  }: Partial<Pick<PageRoute, 'frame' | 'reads' | 'entry' | 'legacyPath'>> = {},
): PageRoute => ({ path, load, frame, reads, ...more })

function usualReads(path: string): PageRoute['reads'] {
  if (path.startsWith('/projects/:shortname/')) return listInProjectQueries
  return path.startsWith('/trackers/:id/admin/') ? listTrackerAdminQueries : listCommonQueries
}

/** Sections without a page of their own lead to their first page. */
const redirect = (path: string, to: string): PageRoute =>
  page(path, () => import('./frame/redirect-page.tsx').then((file) => file.createRedirectPage(to)))

const bare = { frame: 'bare', reads: listSessionQueries } as const

/**
 * Every page, the first whose path fits wins. The server answers exactly these with the shell. Menus and tabs have the
 * entries in this order.
 */
export const routes: readonly PageRoute[] = [
  page('/', () => import('./pages/home/home-page.tsx').then((file) => file.HomePage), {
    reads: listHomeQueries,
    legacyPath: '/my',
  }),
  page('/setup', () => import('./pages/set-up/set-up-page.tsx').then((file) => file.SetUpPage), bare),
  page('/login', () => import('./pages/sign-in/sign-in-page.tsx').then((file) => file.SignInPage), {
    ...bare,
    legacyPath: '/account/login.php',
  }),
  page(
    '/password-reset',
    () => import('./pages/password-reset/password-reset-page.tsx').then((file) => file.PasswordResetPage),
    bare,
  ),
  page(
    '/confirm-address',
    () => import('./pages/confirm-address/confirm-address-page.tsx').then((file) => file.ConfirmAddressPage),
    bare,
  ),
  page('/logout', () => import('./pages/sign-out/sign-out-page.tsx').then((file) => file.SignOutPage), {
    ...bare,
    legacyPath: '/account/logout.php',
  }),
  redirect('/account', '/account/profile'),
  page(
    '/account/profile',
    () => import('./pages/account-profile/account-profile-page.tsx').then((file) => file.AccountProfilePage),
    { entry: { title: (texts) => texts.account.profile.title, icon: 'user' } },
  ),
  page(
    '/account/appearance',
    () => import('./pages/account-appearance/account-appearance-page.tsx').then((file) => file.AccountAppearancePage),
    { entry: { title: (texts) => texts.account.appearance.title, icon: 'sun' } },
  ),
  page(
    '/account/notifications',
    () =>
      import('./pages/account-notifications/account-notifications-page.tsx').then(
        (file) => file.AccountNotificationsPage,
      ),
    { entry: { title: (texts) => texts.account.notifications.title, icon: 'bell' } },
  ),
  page(
    '/account/security',
    () => import('./pages/account-security/account-security-page.tsx').then((file) => file.AccountSecurityPage),
    { entry: { title: (texts) => texts.account.security.title, icon: 'shield' } },
  ),
  page(
    '/account/keys',
    () => import('./pages/account-keys/account-keys-page.tsx').then((file) => file.AccountKeysPage),
    {
      reads: listKeyQueries,
      entry: { title: (texts) => texts.account.keys.title, icon: 'key' },
      legacyPath: '/account/keys-tokens',
    },
  ),
  page('/account/keys/new', () =>
    import('./pages/account-new-key/account-new-key-page.tsx').then((file) => file.AccountNewKeyPage),
  ),
  page(
    '/account/apps',
    () => import('./pages/account-apps/account-apps-page.tsx').then((file) => file.AccountAppsPage),
    {
      entry: { title: (texts) => texts.account.apps.tab, icon: 'app' },
      legacyPath: '/plugins/oauth2_server/account/apps',
    },
  ),
  page(
    '/account/sessions',
    () => import('./pages/account-sessions/account-sessions-page.tsx').then((file) => file.AccountSessionsPage),
    { entry: { title: (texts) => texts.account.sessions.title, icon: 'device' } },
  ),
  page('/projects', () => import('./pages/projects/projects-page.tsx').then((file) => file.ProjectsPage), {
    reads: listProjectsQueries,
  }),
  page('/projects/new', () => import('./pages/new-project/new-project-page.tsx').then((file) => file.NewProjectPage)),
  redirect('/projects/:shortname/admin', '/projects/:shortname/admin/general'),
  page(
    '/projects/:shortname/admin/general',
    () =>
      import('./pages/project-admin-general/project-admin-general-page.tsx').then(
        (file) => file.ProjectAdminGeneralPage,
      ),
    { entry: { title: (texts) => texts.projectAdmin.general.title, icon: 'settings' } },
  ),
  page(
    '/projects/:shortname/admin/trackers',
    () =>
      import('./pages/project-admin-trackers/project-admin-trackers-page.tsx').then(
        (file) => file.ProjectAdminTrackersPage,
      ),
    { entry: { title: (texts) => texts.projectAdmin.trackers.title, icon: 'list' } },
  ),
  page(
    '/projects/:shortname/admin/members',
    () =>
      import('./pages/project-admin-members/project-admin-members-page.tsx').then(
        (file) => file.ProjectAdminMembersPage,
      ),
    { entry: { title: (texts) => texts.projectAdmin.members.title, icon: 'user' } },
  ),
  page(
    '/projects/:shortname/admin/groups',
    () =>
      import('./pages/project-admin-groups/project-admin-groups-page.tsx').then((file) => file.ProjectAdminGroupsPage),
    { entry: { title: (texts) => texts.projectAdmin.groups.title, icon: 'users' } },
  ),
  page('/projects/:shortname/admin/groups/:group', () =>
    import('./pages/project-admin-group/project-admin-group-page.tsx').then((file) => file.ProjectAdminGroupPage),
  ),
  page(
    '/projects/:shortname/admin/apps',
    () => import('./pages/project-admin-apps/project-admin-apps-page.tsx').then((file) => file.ProjectAdminAppsPage),
    {
      entry: { title: (texts) => texts.apps.title, icon: 'key' },
      legacyPath: '/plugins/oauth2_server/project/:shortname/admin',
    },
  ),
  page(
    '/projects/:shortname/admin/svn',
    () => import('./pages/project-admin-svn/project-admin-svn-page.tsx').then((file) => file.ProjectAdminSvnPage),
    { entry: { title: (texts) => texts.svn.list.title, icon: 'branch', service: 'plugin_svn' } },
  ),
  page('/projects/:shortname/admin/svn/:repository', () =>
    import('./pages/project-admin-svn-repository/project-admin-svn-repository-page.tsx').then(
      (file) => file.ProjectAdminSvnRepositoryPage,
    ),
  ),
  page(
    '/projects/:shortname/admin/archive',
    () =>
      import('./pages/project-admin-archive/project-admin-archive-page.tsx').then(
        (file) => file.ProjectAdminArchivePage,
      ),
    { entry: { title: (texts) => texts.projectAdmin.archive.title, icon: 'download' } },
  ),
  page(
    '/projects/:shortname/admin/log',
    () => import('./pages/project-admin-log/project-admin-log-page.tsx').then((file) => file.ProjectAdminLogPage),
    { entry: { title: (texts) => texts.projectAdmin.log.title, icon: 'clock' } },
  ),
  page('/projects/:shortname/svn', () =>
    import('./pages/repository-list/repository-list-page.tsx').then((file) => file.RepositoryListPage),
  ),
  page('/projects/:shortname/svn/:repository', () =>
    import('./pages/repository-files/repository-files-page.tsx').then((file) => file.RepositoryFilesPage),
  ),
  page('/projects/:shortname/svn/:repository/commits', () =>
    import('./pages/repository-history/repository-history-page.tsx').then((file) => file.RepositoryHistoryPage),
  ),
  page('/projects/:shortname/svn/:repository/commits/:revision', () =>
    import('./pages/repository-commit/repository-commit-page.tsx').then((file) => file.RepositoryCommitPage),
  ),
  page('/projects/:shortname/svn/:repository/diff', () =>
    import('./pages/repository-differences/repository-differences-page.tsx').then(
      (file) => file.RepositoryDifferencesPage,
    ),
  ),
  page('/projects/:shortname', () => import('./pages/project/project-page.tsx').then((file) => file.ProjectPage), {
    reads: listProjectQueries,
  }),
  page('/trackers/:id', () => import('./pages/tracker/tracker-page.tsx').then((file) => file.TrackerPage), {
    reads: listTrackerQueries,
  }),
  page(
    '/trackers/:id/new',
    () => import('./pages/new-artifact/new-artifact-page.tsx').then((file) => file.NewArtifactPage),
    { reads: listNewArtifactQueries },
  ),
  redirect('/trackers/:id/admin', '/trackers/:id/admin/general'),
  page(
    '/trackers/:id/admin/general',
    () =>
      import('./pages/tracker-admin-general/tracker-admin-general-page.tsx').then(
        (file) => file.TrackerAdminGeneralPage,
      ),
    { entry: { title: (texts) => texts.trackerAdmin.general.title, icon: 'settings' } },
  ),
  page(
    '/trackers/:id/admin/fields',
    () =>
      import('./pages/tracker-admin-fields/tracker-admin-fields-page.tsx').then((file) => file.TrackerAdminFieldsPage),
    { entry: { title: (texts) => texts.trackerAdmin.pages.fields, icon: 'columns' } },
  ),
  page(
    '/trackers/:id/admin/semantics',
    () =>
      import('./pages/tracker-admin-semantics/tracker-admin-semantics-page.tsx').then(
        (file) => file.TrackerAdminSemanticsPage,
      ),
    { entry: { title: (texts) => texts.trackerAdmin.pages.semantics, icon: 'info' } },
  ),
  page(
    '/trackers/:id/admin/permissions',
    () =>
      import('./pages/tracker-admin-permissions/tracker-admin-permissions-page.tsx').then(
        (file) => file.TrackerAdminPermissionsPage,
      ),
    { entry: { title: (texts) => texts.trackerAdmin.pages.permissions, icon: 'shield' } },
  ),
  page(
    '/trackers/:id/admin/workflow',
    () =>
      import('./pages/tracker-admin-workflow/tracker-admin-workflow-page.tsx').then(
        (file) => file.TrackerAdminWorkflowPage,
      ),
    { entry: { title: (texts) => texts.trackerAdmin.pages.workflow, icon: 'branch' } },
  ),
  page(
    '/trackers/:id/admin/rules',
    () => import('./pages/tracker-admin-rules/tracker-admin-rules-page.tsx').then((file) => file.TrackerAdminRulesPage),
    { entry: { title: (texts) => texts.trackerAdmin.pages.rules, icon: 'filter' } },
  ),
  page(
    '/trackers/:id/admin/reports',
    () =>
      import('./pages/tracker-admin-reports/tracker-admin-reports-page.tsx').then(
        (file) => file.TrackerAdminReportsPage,
      ),
    { entry: { title: (texts) => texts.trackerAdmin.pages.reports, icon: 'bookmark' } },
  ),
  page(
    '/trackers/:id/admin/webhooks',
    () =>
      import('./pages/tracker-admin-webhooks/tracker-admin-webhooks-page.tsx').then(
        (file) => file.TrackerAdminWebhooksPage,
      ),
    { entry: { title: (texts) => texts.trackerAdmin.pages.webhooks, icon: 'link' } },
  ),
  page('/reports/:id', () => import('./pages/report/report-page.tsx').then((file) => file.ReportPage)),
  page('/artifacts/:id', () => import('./pages/artifact/artifact-page.tsx').then((file) => file.ArtifactPage), {
    reads: listArtifactQueries,
  }),
  page(
    '/artifacts/:id/history',
    () => import('./pages/artifact-history/artifact-history-page.tsx').then((file) => file.ArtifactHistoryPage),
    { reads: listHistoryQueries },
  ),
  page('/users/:login', () => import('./pages/user/user-page.tsx').then((file) => file.UserPage), {
    reads: listUserQueries,
  }),
  page('/search', () => import('./pages/search/search-page.tsx').then((file) => file.SearchPage)),
  redirect('/site', '/site/users'),
  page('/site/users', () => import('./pages/site-users/site-users-page.tsx').then((file) => file.SiteUsersPage), {
    entry: { title: (texts) => texts.site.users.title, icon: 'users' },
  }),
  page('/site/users/new', () =>
    import('./pages/site-new-user/site-new-user-page.tsx').then((file) => file.SiteNewUserPage),
  ),
  page('/site/users/:id', () => import('./pages/site-user/site-user-page.tsx').then((file) => file.SiteUserPage)),
  page(
    '/site/projects',
    () => import('./pages/site-projects/site-projects-page.tsx').then((file) => file.SiteProjectsPage),
    { entry: { title: (texts) => texts.site.projects.title, icon: 'folder' } },
  ),
  page(
    '/site/settings',
    () => import('./pages/site-settings/site-settings-page.tsx').then((file) => file.SiteSettingsPage),
    { entry: { title: (texts) => texts.site.settings.title, icon: 'settings' } },
  ),
  page(
    '/site/permissions',
    () => import('./pages/site-permissions/site-permissions-page.tsx').then((file) => file.SitePermissionsPage),
    { entry: { title: (texts) => texts.site.permissions.title, icon: 'shield' } },
  ),
  page(
    '/site/directories',
    () =>
      import('./pages/site-identity-providers/site-identity-providers-page.tsx').then(
        (file) => file.SiteIdentityProvidersPage,
      ),
    { entry: { title: (texts) => texts.site.identityProviders.title, icon: 'globe' } },
  ),
  page('/site/apps', () => import('./pages/site-apps/site-apps-page.tsx').then((file) => file.SiteAppsPage), {
    entry: { title: (texts) => texts.apps.title, icon: 'key' },
    legacyPath: '/plugins/oauth2_server/admin',
  }),
  page('/site/keys', () => import('./pages/site-keys/site-keys-page.tsx').then((file) => file.SiteKeysPage), {
    entry: { title: (texts) => texts.account.keys.title, icon: 'key' },
  }),
  page('/site/jobs', () => import('./pages/site-jobs/site-jobs-page.tsx').then((file) => file.SiteJobsPage), {
    entry: { title: (texts) => texts.site.jobs, icon: 'list' },
  }),
  page('/site/health', () => import('./pages/site-health/site-health-page.tsx').then((file) => file.SiteHealthPage), {
    entry: { title: (texts) => texts.site.health, icon: 'shield' },
  }),
  page('/site/log', () => import('./pages/site-log/site-log-page.tsx').then((file) => file.SiteLogPage), {
    entry: { title: (texts) => texts.site.log.title, icon: 'clock' },
  }),
]
