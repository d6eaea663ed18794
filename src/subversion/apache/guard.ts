/**
 * Runs Apache and ends it when our end of the pipe closes, however we end, `kill -9` included: `sh -c guard sh APACHE
 * CONFIGURATION`, in a process group of its own. Workers that outlive their parent are ended as well.
 */
export const guard = `trap '' TERM
exec 5<&0 < /dev/null
"$1" -f "$2" -DFOREGROUND 5<&- & apache=$!
{ cat <&5 4>&-; kill -TERM $apache; sleep 5; kill -9 0; } > /dev/null 2>&1 &
exec 5<&-
wait $apache
kill -9 0`
