/**
 * Codes of reasons to reject an archive: loading it would lose data silently, break integrity or cross a security
 * boundary (docs/api/archive-format.md §1.8). All other defects are corrected and reported as remarks. docs/archives.md
 * lists the same codes.
 */
export const refusalCodes = [
  'unreadable',
  'too-large',
  'document-missing',
  'wrong-root',
  'required-part-missing',
  'short-name',
  'unresolved-user',
  'user-map',
  'unsafe-login',
  'tracker-name',
  'repeated-id',
  'unreadable-date',
  'unsafe-path',
  'unstorable-value',
  'repository',
  'extension-document',
  'artifact-archive',
  'too-many-link-types',
  'taken-meanwhile',
  'not-allowed',
  'import-failed',
] as const
export type RefusalCode = (typeof refusalCodes)[number]

/**
 * Codes of defects that an import corrects with a fixed rule (docs/api/archive-format.md §1.8). docs/archives.md lists
 * the same codes.
 */
export const remarkCodes = [
  'account-unknown',
  'administrator-missing',
  'artifact-without-changesets',
  'category-left-out',
  'default-used',
  'element-left-out',
  'element-moved',
  'element-unused',
  'feature-left-out',
  'file-without-bytes',
  'group-left-out',
  'invalid-reference',
  'link-target-unknown',
  'link-type-unknown',
  'open-tracker',
  'part-missing',
  'renamed',
  'repeated-artifact-id',
  'repeated-login',
  'repository-incomplete',
  'restricted-member',
  'restriction-kept',
  'unknown-group',
  'unknown-user',
  'unneeded-map-line',
  'unusual-login',
  'unusual-name',
  'unreadable-access-file',
  'unreadable-fields',
  'value-left-out',
] as const
export type RemarkCode = (typeof remarkCodes)[number]
