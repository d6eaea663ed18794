const withOptionalDigit = /^(www|cvs|shell|ftp|irc|news|mail|ns|download)\d?$/

const reserved: ReadonlySet<string> = new Set(
  (
    'pub users compile lists projects monitor mirror mirrors root bin daemon adm lp sync shutdown halt uucp operator ' +
    'games mysql httpd nobody dummy munin mailman ftpadmin codendiadm imadmin-bot apache nscd git ' +
    'gitolite slayer orbital tokyojoe webdev'
  ).split(' '),
)

/** Returns whether neither an account nor a project may have a name (docs/api/users.md §4). */
export function isReservedName(name: string): boolean {
  const lower = name.toLowerCase()
  return reserved.has(lower) || withOptionalDigit.test(lower) || lower.startsWith('forge__')
}
