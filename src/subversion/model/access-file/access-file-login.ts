/**
 * Returns whether an access file can contain a login (in lower case). Archives may contain any login; one with a comma,
 * or with a leading `@`, `&`, `~`, `$` or `*`, would mean other accounts, groups or everyone, and Subversion treats
 * names that differ only in Unicode normalization as equal. Accounts with such logins have no access to repositories.
 */
export const isAccessFileLogin = (login: string): boolean =>
  login === login.normalize('NFC') &&
  /^[\p{L}\p{N}_.-](?:[\p{L}\p{M}\p{N}_.@+' -]*[\p{L}\p{M}\p{N}_.@+'-])?$/u.test(login)
