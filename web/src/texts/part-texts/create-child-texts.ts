import { loaded } from '../catalogue.ts'
import { type CreateChildTexts, createChild } from '../en/create-child.ts'

/** The texts of the form of a new child, in the language of the page. */
export const createChildTexts: CreateChildTexts = loaded.partTexts?.createChild ?? createChild
