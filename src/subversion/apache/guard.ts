/**
 * Runs Apache and ends it when the server's end of the pipe closes, even after `kill -9`: `sh -c guard sh APACHE
 * CONFIGURATION`, in its own process group. Also ends workers that outlive their parent.
 */
export const guard = `trap '' TERM
exec 5<&0 < /dev/null
"$1" -f "$2" -DFOREGROUND 5<&- & apache=$!
{ cat <&5 4>&-; kill -TERM $apache; sleep 5; kill -9 0; } > /dev/null 2>&1 &
exec 5<&-
wait $apache
kill -9 0`
