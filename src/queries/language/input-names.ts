/** Names of what a query can contain besides keywords and symbols; error messages use them. */
export const inputNames = {
  field: 'the name of a field',
  metadata: '@ and a name',
  text: 'a text in quotes',
  number: 'a number (a negative one in quotes)',
  linkType: 'a link type in quotes',
  tracker: 'the short name of a tracker in quotes',
  artifact: 'the number of an artifact',
  periodAmount: 'a number of days, weeks, months or years',
  singleBlank: 'IN after exactly one blank',
  end: 'the end of the query',
  openingParenthesis: 'an opening parenthesis',
  closingParenthesis: 'a closing parenthesis',
  comma: 'a comma',
} as const
