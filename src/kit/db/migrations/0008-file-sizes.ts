import type { Migration } from '../migrate.ts'

/** How much a project keeps is summed over the files of its fields. */
export const fileSizes: Migration = {
  name: '0008-file-sizes',
  async up(db) {
    await db.schema.createIndex('file_by_field').on('file').columns(['field_id', 'size']).execute()
  },
}
