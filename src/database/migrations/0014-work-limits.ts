import type { Migration } from './migrate.ts'

/**
 * How many artifacts should have a value at most, as a hint of boards. Nodes of the previous release do not know it: when
 * they change the values of a list, its limits are lost.
 */
export const workLimits: Migration = {
  name: '0014-work-limits',
  async up(db) {
    await db.schema.alterTable('bind_value').addColumn('work_limit', 'integer').execute()
  },
}
