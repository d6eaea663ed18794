/** docs/api/archive-format.md §1.4. */
export const formatFlag = (is: boolean): '0' | '1' => (is ? '1' : '0')
