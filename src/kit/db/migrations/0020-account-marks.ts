import { columnTypes, type Migration } from '../migrate.ts'

/** What an account's owner has yet to do, and what he alone says of himself. */
export const accountMarks: Migration = {
  name: '0020-account-marks',
  async up(db, dialect) {
    const { flag } = columnTypes(dialect)
    for (const name of ['must_change_password', 'is_email_claimed'])
      await db.schema
        .alterTable('user')
        .addColumn(name, flag, (column) => column.notNull().defaultTo(0))
        .execute()
  },
}
