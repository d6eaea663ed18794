import type { Migration } from '../migrate.ts'

/** Artifacts by the day they were submitted are found in an index, not in the documents. */
export const artifactDates: Migration = {
  name: '0013-artifact-dates',
  async up(db) {
    await db.schema
      .createIndex('artifact_by_tracker_id_submitted_on')
      .on('artifact')
      .columns(['tracker_id', 'submitted_on'])
      .execute()
  },
}
