import { columnTypes, type Migration } from '../migrate.ts'

/** What commits changed, in short: who may read a commit is known without asking Subversion. */
export const commitPaths: Migration = {
  name: '0022-commit-paths',
  async up(db, dialect) {
    await db.schema.alterTable('repository_commit').addColumn('paths', columnTypes(dialect).text).execute()
  },
}
