import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Reader } from '../../database/db/db.ts'
import { containsSubstring, inList } from '../../database/sql/sql.ts'
import { foldText } from '../../kit/text/fold.ts'
import type { Caller } from '../../kit/values/caller.ts'
import { LAST_RESERVED_ID, type ProjectId } from '../../kit/values/ids.ts'
import type { Page } from '../../kit/values/page.ts'
import type { Settings } from '../../site/model/settings.ts'
import type { ProjectQuery } from '../model/project-query.ts'
import { normalizeShortName } from './projects.ts'
import {
  buildMembershipCondition,
  buildVisibleProjectsCondition,
  loadAdministeredProjects,
} from './visible-projects.ts'

/** Criteria of a list of projects. */
export interface ProjectListQuery {
  readonly caller: Caller
  readonly settings: Pick<Settings, 'access_mode'>
  readonly query: ProjectQuery
  /** Part of the name or short name. */
  readonly search?: string | undefined
  /** For `is_tracker_admin`: the projects in which the caller administers something. */
  readonly administered?: ReadonlySet<ProjectId> | undefined
}

/** Returns one page of project ids in ascending order with the total, under the rules of docs/api/projects.md §3. */
export async function loadProjectPage(
  db: Reader,
  criteria: ProjectListQuery,
  page: Page,
): Promise<{ readonly ids: ProjectId[]; readonly size: number }> {
  const projects = addSearch(conditionsOf(criteria), criteria.search ?? '').reduce(
    (query, condition) => query.where(condition),
    db.selectFrom('project').where('id', '>', LAST_RESERVED_ID as ProjectId),
  )
  const [total, rows] = await Promise.all([
    projects.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow(),
    projects.select('id').orderBy('id').limit(page.limit).offset(page.offset).execute(),
  ])
  return { ids: rows.map(({ id }) => id), size: Number(total.n) }
}

/** Restricts to the projects of the query. */
function addSearch(conditions: RawBuilder<SqlBool>[], search: string): RawBuilder<SqlBool>[] {
  const part = foldText(search).trim()
  return part === '' ? conditions : [...conditions, containsSubstring('project.search_text', part)]
}

const isActive = sql<boolean>`project.status = 'active'`

function conditionsOf({ caller, settings, query, administered }: ProjectListQuery): RawBuilder<SqlBool>[] {
  const visible = [isActive, buildVisibleProjectsCondition(caller, settings)]
  switch (query.kind) {
    case 'all':
      return visible
    case 'short name':
      return [...visible, sql<boolean>`project.short_name_key = ${normalizeShortName(query.shortName)}`]
    case 'tracker admin':
      return [...visible, inList('project.id', [...(administered ?? [])])]
    // Callers who may query by status read projects of every status (docs/api/access.md §5, delegation).
    case 'status':
      return [sql<boolean>`project.status = ${query.status}`]
    case 'member':
      return [...visible, buildMembershipCondition(caller)]
    case 'administrator':
      return [...visible, loadAdministeredProjects(caller)]
    default:
      return query satisfies never
  }
}
