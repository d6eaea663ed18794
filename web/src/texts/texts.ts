import { loaded } from './catalogue.ts'
import { en, type Texts } from './en.ts'

/** All texts of the pages in the language of the page. */
export const texts: Texts = loaded.texts ?? en
