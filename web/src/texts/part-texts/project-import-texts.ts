import { loaded } from '../catalogue.ts'
import { type ProjectImportTexts, projectImport } from '../en/project-import.ts'

/** The texts of the import of a project, in the language of the page. */
export const projectImportTexts: ProjectImportTexts = loaded.partTexts?.projectImport ?? projectImport
