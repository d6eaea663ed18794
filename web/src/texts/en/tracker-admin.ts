/** Administration of a tracker. */
export const trackerAdmin = {
  title: 'Tracker settings',
  open: 'Tracker settings',
  onlyAdministrators: 'Only administrators of this tracker can open its settings.',
  pages: {
    fields: 'Fields',
    permissions: 'Permissions',
    reports: 'Reports',
    rules: 'Rules',
    semantics: 'Semantics',
    webhooks: 'Webhooks',
    workflow: 'Workflow',
  },
  general: {
    title: 'General',
    itemName: 'Short name',
    itemNameHint: 'Used in references such as bug #12: letters, digits and _',
    color: 'Color',
  },
}
