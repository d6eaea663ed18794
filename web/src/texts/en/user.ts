/** The page of a user. */
export const user = {
  edit: 'Edit profile',
  administer: 'Administer account',
  work: 'Open artifacts assigned to this user',
  projects: 'Projects',
  none: 'Member of no project',
}
