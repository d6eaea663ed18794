import { loaded } from '../catalogue.ts'
import { type PersonFieldTexts, personField } from '../en/person-field.ts'

/** The texts of suggested users, in the language of the page. */
export const personFieldTexts: PersonFieldTexts = loaded.partTexts?.personField ?? personField
