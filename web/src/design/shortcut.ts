/** Whether a key belongs to an input, an open menu or a dialog, or to the browser. */
export function isShortcutBlocked({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const controls = 'input, textarea, select, [contenteditable], [role="listbox"], [role="menu"]'
  const isTyping = target instanceof Element && target.closest(controls) !== null
  return (
    ctrlKey || metaKey || altKey || isTyping || document.querySelector('[role="dialog"], [role="alertdialog"]') !== null
  )
}
