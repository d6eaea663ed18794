# Run by /bin/sh for each hook of a repository: passes the call to the server and returns the server's verdict.
# Arguments: the hook, the directory of calls, then the arguments that Subversion gives the hook.
#
# The account of the repository may be unable to run the server's own Node, so this file needs nothing but the standard
# utilities. It leaves the call in a file, announces it on descriptor 4, which Apache inherited from the server, and
# reads the verdict from a named pipe. The server closes both when it ends, however it ends; descriptor 4 is a socket,
# whose end of file says so to a hook whose pipe the server had not opened by then.
PATH=/usr/bin:/bin
umask 077
hook=$1
call=$2/$$
shift 2

# A commit that was not checked is refused (docs/decisions/0034-run-apache-behind-the-server.md).
refuse() {
  echo 'The server that checks commits cannot be reached' >&2
  exit 1
}

# A hook that was killed may have left files under the same process number.
{ mkfifo "$call" || { rm -f "$call" && mkfifo "$call"; }; } 2> /dev/null || refuse
# Other hooks have no input, or input that does not end.
if [ "$hook" = pre-revprop-change ]; then
  head -c 1048577 > "$call.input" || refuse
fi
printf '%s\0' "$hook" "$@" > "$call.call" || refuse
# Opening the pipe waits for the server, for ever if the server ends before it opens its side.
{ read -r _ <&4; kill $$; } < /dev/null > /dev/null 2>&1 &
watcher=$!
trap 'kill $watcher' EXIT
echo $$ >&4 || refuse

exec < "$call"
IFS= read -r verdict || refuse
[ "$verdict" = accepted ] && exit 0
[ "$verdict" = refused ] || refuse
while IFS= read -r line; do
  printf '%s\n' "$line" >&2
done
exit 1
