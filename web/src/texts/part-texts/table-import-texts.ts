import { loaded } from '../catalogue.ts'
import { type TableImportTexts, tableImport } from '../en/table-import.ts'

/** The texts of the import of CSV, in the language of the page. */
export const tableImportTexts: TableImportTexts = loaded.partTexts?.tableImport ?? tableImport
