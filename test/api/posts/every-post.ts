import { adminPassword, type TestServer } from '../../kit/server.ts'

export interface PostExample {
  /** `{name}` is replaced by an id as in the matrix, of the public project or of the site. */
  readonly post: string
  /** The caller who is allowed; by default the site administrator. */
  readonly as?: string
  /** None if the operation accepts no body. */
  readonly body?: (ids: (name: string) => number, server: TestServer) => unknown
}

const newBug = (ids: (name: string) => number) => ({
  tracker: { id: ids('tracker') },
  values: [
    { field_id: ids('title'), value: '007 <is> late' },
    { field_id: ids('status'), bind_value_ids: [ids('open')] },
  ],
})

const newApp = { name: 'Importer', redirect_uri: 'https://client.example/callback' }

/** Operations with credentials: their responses are never stored, so they ignore Idempotency-Key. */
export const neverReplayed: readonly string[] = [
  'session',
  'setup',
  'session/totp',
  'session/recovery_code',
  'session/passkey_options',
  'session/passkey',
  'users/{id}/password_reset',
  'password_reset_requests',
  'password_resets',
  'email_confirmations',
  'users/{id}/second_factors/totp',
  'users/{id}/second_factors/recovery_codes',
  'users/{id}/second_factors/passkeys/options',
  'users/{id}/second_factors/passkeys',
]

/** One valid request for each POST of the description, sent in this order to the projects of `createTwoProjects`. */
export const everyPost: readonly PostExample[] = [
  { post: 'tokens', as: 'visitor', body: () => ({ username: 'admin', password: adminPassword }) },
  { post: 'access_keys', as: 'member', body: () => ({ description: 'mine', scopes: ['write:rest'] }) },
  { post: 'users', body: () => ({ username: 'newcomer', password: 'a long enough pass phrase' }) },
  {
    post: 'site_permissions',
    body: (_ids, server) => ({ permission: 'user_management', user_id: server.idOf('member') }),
  },
  { post: 'projects', body: () => ({ shortname: 'nursery', label: 'Nursery', is_public: true, template_id: 100 }) },
  { post: 'projects/{project}/members', body: (_ids, server) => ({ user_id: server.idOf('outsider') }) },
  { post: 'projects/{project}/extract_references', body: () => ({ text: 'see art #1' }) },
  { post: 'projects/{project}/text_previews', body: () => ({ content: 'see *art #1*' }) },
  { post: 'user_groups', as: 'boss', body: (ids) => ({ project_id: ids('project'), short_name: 'pruners' }) },
  {
    post: 'tracker_workflow_transitions',
    as: 'boss',
    body: (ids) => ({ tracker_id: ids('tracker'), from_id: ids('closed'), to_id: ids('open') }),
  },
  {
    post: 'projects/{project}/trackers',
    as: 'boss',
    body: () => ({ template: 'task', name: 'Chores', item_name: 'chore' }),
  },
  {
    post: 'projects/{project}/tracker_imports',
    as: 'boss',
    body: () => ({
      xml: '<tracker><name>Errands</name><item_name>errand</item_name><formElements/></tracker>',
    }),
  },
  {
    post: 'trackers/{tracker}/fields',
    as: 'boss',
    body: () => ({ type: 'string', name: 'shape', label: 'Shape' }),
  },
  {
    post: 'tracker_fields/{files}/files',
    as: 'member',
    body: () => ({ name: 'a.txt', file_size: 11, file_type: 'text/plain' }),
  },
  { post: 'projects/{project}/oauth2_apps', as: 'boss', body: () => newApp },
  { post: 'oauth2_apps', body: () => newApp },
  { post: 'oauth2_apps/{app}/secret', as: 'boss' },
  { post: 'trackers/{tracker}/webhooks', as: 'boss', body: () => ({ url: 'https://other.example' }) },
  { post: 'tracker_webhook_deliveries/{delivery}/replay', as: 'boss' },
  { post: 'trackers/{tracker}/restore', as: 'boss' },
  { post: 'projects/{project}/exports', as: 'boss' },
  { post: 'jobs/{job}/retry' },
  { post: 'sample_project', as: 'admin' },
  { post: 'artifacts', as: 'member', body: newBug },
  {
    post: 'tracker_reports',
    as: 'member',
    body: (ids) => ({ tracker: { id: ids('tracker') }, label: 'Late ones', query: { title: 'late' } }),
  },
  { post: 'search', as: 'member', body: () => ({ words: 'late', query: 'title != ""' }) },
  {
    post: 'trackers/{tracker}/artifact_changes',
    as: 'member',
    body: (ids) => ({ artifacts: [ids('artifact')], comment: { body: 'All of you' } }),
  },
  {
    post: 'trackers/{tracker}/artifact_imports',
    as: 'member',
    body: () => ({ content: 'title,status\nImported,open' }),
  },
  {
    post: 'artifact_temporary_files',
    as: 'member',
    body: () => ({ name: 'b.txt', mimetype: 'text/plain', content: 'aGVsbG8=', description: 'mine' }),
  },
  {
    post: 'artifact_link_types',
    body: () => ({ shortname: 'fixed_in', forward_label: 'Fixed in', reverse_label: 'Fixes' }),
  },
  { post: 'project_fields', body: () => ({ name: 'Climate' }) },
  { post: 'project_categories', body: () => ({ shortname: 'climate', label: 'Climate' }) },
  {
    post: 'identity_providers',
    body: () => ({ label: 'Acme', issuer: 'https://id.acme.example', client_id: 'us', client_secret: 'hush' }),
  },
  {
    post: 'svn',
    as: 'boss',
    body: (ids) => ({ project_id: ids('project'), name: 'more', settings: { has_default_permissions: false } }),
  },
  { post: 'svn/{deleted}/restore', as: 'boss' },
  { post: 'svn/{repository}/webhooks', as: 'boss', body: () => ({ url: 'https://other.example' }) },
  { post: 'svn_webhook_deliveries/{commitDelivery}/replay', as: 'boss' },
  { post: 'svn/{repository}/access_file_check', as: 'boss', body: () => ({ access_file: '[/]\n* = read' }) },
  { post: 'user_groups/{group}/users', as: 'boss', body: (_ids, server) => ({ user_id: server.idOf('outsider') }) },
]
