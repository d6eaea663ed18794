import { loaded } from '../catalogue.ts'
import { type SvnRepositoryTexts, svnRepository } from '../en/svn-repository.ts'

/** The texts of the administration of a repository, in the language of the page. */
export const svnRepositoryTexts: SvnRepositoryTexts = loaded.partTexts?.svnRepository ?? svnRepository
