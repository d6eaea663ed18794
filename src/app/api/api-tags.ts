import type { Tag } from '../../http/openapi/openapi.ts'

/** The headings of the API description, in the order in which a reader needs them. A path has the first that fits. */
export const apiTags: readonly Tag[] = [
  {
    name: 'Artifacts',
    description: 'Artifacts with their values, comments, links and history.',
    paths: [
      '/artifacts',
      '/users/:id/artifacts',
      '/users/:id/watched_artifacts',
      '/users/:id/visited_artifacts',
      '/users/:id/inbox',
      '/projects/:id/extract_references',
      '/projects/:id/text_previews',
    ],
  },
  {
    name: 'Attached files',
    description: 'Files of artifacts, and uploads that are not attached yet.',
    paths: ['/artifact_files', '/artifact_temporary_files', '/tracker_fields/:id/files'],
  },
  {
    name: 'Queries and search',
    description: 'Artifacts found by query or words, bulk changes, imports and exports of tables.',
    paths: [
      '/search',
      '/artifact_suggestions',
      '/trackers/:id/artifacts',
      '/trackers/:id/parent_artifacts',
      '/trackers/:id/artifact_changes',
      '/trackers/:id/artifact_imports',
      '/trackers/:id/artifact_export',
    ],
  },
  {
    name: 'Reports',
    description: 'Saved queries of a tracker.',
    paths: ['/tracker_reports', '/trackers/:id/tracker_reports'],
  },
  {
    name: 'Changes',
    description: 'The log of changes and its stream.',
    paths: ['/changes', '/projects/:id/heartbeats', '/projects/:id/activity', '/projects/:id/late_artifacts'],
  },
  {
    name: 'Links',
    description: 'Types of links between artifacts.',
    paths: ['/artifact_link_types', '/projects/:id/artifact_link_types', '/trackers/:id/used_artifact_links'],
  },
  {
    name: 'Webhooks',
    description: 'Notifications about artifacts that are sent to a URL, and their deliveries.',
    paths: ['/tracker_webhooks', '/tracker_webhook_deliveries', '/trackers/:id/webhooks'],
  },
  {
    name: 'Trackers',
    description: 'Trackers with their fields, semantics, permissions and workflow.',
    paths: ['/trackers', '/projects/:id/trackers', '/tracker_fields', '/tracker_workflow_transitions'],
  },
  {
    name: 'OAuth2 apps',
    description: 'Apps of third parties, and what users authorized them to do.',
    paths: ['/oauth2_apps', '/projects/:id/oauth2_apps', '/users/:id/authorized_apps', '/scopes'],
  },
  {
    name: 'Subversion',
    description: 'Subversion repositories: settings, content, commits and webhooks.',
    paths: [
      '/svn',
      '/svn_webhooks',
      '/svn_webhook_deliveries',
      '/projects/:id/svn',
      '/projects/:id/svn_deleted',
      '/projects/:id/svn_administrators',
    ],
  },
  {
    name: 'Export and import',
    description: 'Archives of whole projects.',
    paths: ['/project_exports', '/project_imports', '/projects/:id/exports', '/sample_project'],
  },
  {
    name: 'User groups',
    description: 'Groups of users, which permissions are granted to.',
    paths: ['/user_groups', '/projects/:id/user_groups'],
  },
  {
    name: 'Projects',
    description: 'Projects with their members, categories, services and settings.',
    paths: ['/projects', '/navigation', '/project_categories', '/project_fields', '/project_services'],
  },
  {
    name: 'Authentication',
    description: 'Sessions, tokens, access keys, passwords and second factors.',
    paths: [
      '/session',
      '/tokens',
      '/access_keys',
      '/password_reset_requests',
      '/password_resets',
      '/email_confirmations',
      '/users/:id/access_keys',
      '/users/:id/password',
      '/users/:id/password_reset',
      '/users/:id/pending_email',
      '/users/:id/second_factors',
      '/users/:id/sessions',
    ],
  },
  {
    name: 'Users',
    description: 'User accounts, their memberships, preferences and notification settings.',
    paths: ['/users', '/users_memberships'],
  },
  {
    name: 'Site administration',
    description: 'Settings, accounts, the audit log, jobs and the health of the whole site.',
    paths: [
      '/site',
      '/site_settings',
      '/site_permissions',
      '/identity_providers',
      '/audit_log',
      '/audit_actions',
      '/jobs',
      '/job_counts',
      '/site_health',
      '/banner',
      '/setup',
    ],
  },
  { name: 'About', description: 'The server itself.', paths: ['/', '/version'] },
]
