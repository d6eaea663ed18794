import { en } from './en.ts'

export type Texts = typeof en

/** All words of the pages in the language that is spoken. */
export const texts: Texts = en
