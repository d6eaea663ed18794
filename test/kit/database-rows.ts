import type { ProjectId, TrackerId, UserId } from '../../src/kit/values/ids.ts'

/** A row of a table, by column. */
export type Row = Readonly<Record<string, string | number | null>>

// The ids of the rows that others belong to.
export const user = 120 as UserId
export const project = 130 as ProjectId
export const tracker = 140 as TrackerId

export function userRow(id: number): Row {
  return {
    id,
    login: `user${id}`,
    login_key: `user${id}`,
    real_name: 'User',
    search_text: '',
    email: '',
    email_key: '',
    ldap_id: null,
    status: 'A',
    password_hash: null,
    password_changed_on: null,
    created_on: 5,
    last_signed_in_on: null,
  }
}

export function projectRow(id: number): Row {
  return {
    id,
    short_name: `p${id}`,
    short_name_key: `p${id}`,
    name: `P${id}`,
    description: '',
    long_description: '',
    icon: '',
    access: 'public',
    status: 'active',
    is_template: 0,
    is_synchronized: 0,
    banner: null,
    created_on: 5,
    created_from: null,
  }
}

export function trackerRow(id: number): Row {
  const texts = { name: `T${id}`, name_key: `t${id}`, item_name: `t${id}`, description: '', color: '', options: '{}' }
  return { id, project_id: project, parent_id: null, ...texts, next_number: 1, deleted_on: null }
}

export function fieldRow(id: number): Row {
  return {
    id,
    tracker_id: tracker,
    parent_id: null,
    type: 'sb',
    name: `f${id}`,
    label: 'F',
    description: '',
    rank: 1,
    is_used: 1,
    is_required: 0,
    has_notifications: 0,
    properties: '{}',
    bind_type: 'static',
    bind: '{}',
  }
}

export function repositoryRow(id: number): Row {
  return {
    id,
    project_id: project,
    name: 'r',
    name_key: 'r',
    directory: 'r',
    created_on: 5,
    created_by: null,
    is_reference_mandatory: 0,
    is_message_change_allowed: 0,
    immutable_paths: '',
    immutable_whitelist: '',
    has_default_permissions: 0,
    access_file_version: 0,
    access_file_problem: null,
    subject_header: '',
    deletion_requested_on: null,
    deletion_requested_by: null,
    deleted_on: null,
    dump: null,
  }
}

const authorship = { submitted_by: null, submitted_email: null, submitted_on: 5 }
export const artifactRow = (id: number): Row => ({
  id,
  tracker_id: tracker,
  number: id,
  rank: id,
  ...authorship,
  version: 1,
  last_changeset_id: id * 10,
  updated_by: null,
  updated_email: null,
  updated_on: 5,
  version_date: null,
  permission_set_id: null,
  values: '{}',
})
export const changesetRow = (id: number, artifact: number): Row => ({
  id,
  artifact_id: artifact,
  ...authorship,
  values: '{}',
})
export const commentRow = (id: number, changeset: number): Row => ({
  id,
  changeset_id: changeset,
  ...authorship,
  format: 'text',
  body: 'b',
  groups: null,
})
