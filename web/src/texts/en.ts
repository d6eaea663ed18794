import { account } from './en/account.ts'
import { apps } from './en/apps.ts'
import { artifact } from './en/artifact.ts'
import { creation } from './en/creation.ts'
import { editing } from './en/editing.ts'
import { frame } from './en/frame.ts'
import { keyboard } from './en/keyboard.ts'
import { myWork } from './en/my-work.ts'
import { newProject } from './en/new-project.ts'
import { projectAdmin } from './en/project-admin.ts'
import { projects } from './en/projects.ts'
import { repository } from './en/repository.ts'
import { commands, search } from './en/search.ts'
import { signIn } from './en/sign-in.ts'
import { passwordReset, site } from './en/site.ts'
import { states } from './en/states.ts'
import { svn } from './en/svn.ts'
import { tracker } from './en/tracker.ts'
import { trackerAdmin } from './en/tracker-admin.ts'
import { uploads } from './en/uploads.ts'
import { user } from './en/user.ts'

/** English, by area. For a new page, add a file and one line here. */
export const en = {
  account,
  apps,
  artifact,
  commands,
  creation,
  editing,
  frame,
  keyboard,
  myWork,
  newProject,
  passwordReset,
  projectAdmin,
  projects,
  repository,
  search,
  signIn,
  site,
  states,
  svn,
  tracker,
  trackerAdmin,
  uploads,
  user,
}

/** Every language has the texts of English: a missing one is an error of the compiler. */
export type Texts = typeof en
