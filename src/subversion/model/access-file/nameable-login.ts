/**
 * Whether an access file can name an account by its login (in lower case). Archives bring logins of any text; one with a
 * comma, or with `@`, `&`, `~`, `$` or `*` in front, would mean other accounts, groups or everybody, and Subversion takes
 * names that differ only in their Unicode normalization for one. Such an account has no access to repositories.
 */
export const isNameableLogin = (login: string): boolean =>
  login === login.normalize('NFC') &&
  /^[\p{L}\p{N}_.-](?:[\p{L}\p{M}\p{N}_.@+' -]*[\p{L}\p{M}\p{N}_.@+'-])?$/u.test(login)
