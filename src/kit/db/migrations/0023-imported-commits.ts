import { columnTypes, type Migration } from '../migrate.ts'

/** Commits that came with an archive say what was so where they were made. */
export const importedCommits: Migration = {
  name: '0023-imported-commits',
  async up(db, dialect) {
    await db.schema
      .alterTable('repository')
      .addColumn('imported_revisions', columnTypes(dialect).integer, (column) => column.notNull().defaultTo(0))
      .execute()
  },
}
