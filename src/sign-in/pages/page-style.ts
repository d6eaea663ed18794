/** Styles for pages without script; names as in web/src/design/tokens.css. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --surface-0: light-dark(oklch(0.982 0.004 345), oklch(0.185 0.008 345));
  --surface-1: light-dark(oklch(1 0 0), oklch(0.22 0.009 345));
  --surface-2: light-dark(oklch(0.962 0.005 345), oklch(0.262 0.01 345));
  --text-1: light-dark(oklch(0.24 0.018 345), oklch(0.95 0.006 345));
  --text-2: light-dark(oklch(0.41 0.016 345), oklch(0.82 0.009 345));
  --line: light-dark(oklch(0.905 0.007 345), oklch(0.325 0.012 345));
  --line-strong: light-dark(oklch(0.62 0.014 345), oklch(0.58 0.014 345));
  --accent: light-dark(oklch(0.46 0.145 352), oklch(0.76 0.125 352));
  --accent-strong: light-dark(oklch(0.39 0.14 352), oklch(0.83 0.1 352));
  --on-accent: light-dark(oklch(1 0 0), oklch(0.2 0.04 352));
}
*, *::before { box-sizing: border-box; }
body {
  margin: 0;
  font: 0.875rem/1.43 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif;
  color: var(--text-1);
  background: var(--surface-0);
}
main {
  max-inline-size: 34rem;
  margin: clamp(0rem, 6vh, 4rem) auto;
  padding: 1.5rem;
  background: var(--surface-1);
  border: 1px solid var(--line);
  border-radius: 6px;
  overflow-wrap: anywhere;
}
h1 { margin: 0 0 1rem; font-size: 1.25rem; font-weight: 600; line-height: 1.3; text-wrap: balance; }
h2 { margin: 1.5rem 0 0.5rem; font-size: 1rem; font-weight: 600; }
h3 { margin: 0; font-size: 0.875rem; font-weight: 600; }
p { margin: 0.5rem 0; }
ul { margin: 0 0 1.5rem; padding: 0; list-style: none; display: grid; gap: 0.5rem; }
li { padding: 0.75rem; border: 1px solid var(--line); border-radius: 6px; }
li p { margin: 0.25rem 0 0; }
.not { color: var(--text-2); }
.not span { font-weight: 600; }
a { color: var(--accent); text-underline-offset: 0.2em; }
form { display: grid; grid-template-columns: 1fr 1fr; gap: 0.75rem; margin-block-start: 1.5rem; }
.button {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  min-block-size: 2.75rem;
  padding-inline: 0.75rem;
  border: 1px solid var(--line-strong);
  border-radius: 6px;
  background: var(--surface-1);
  color: var(--text-1);
  font: inherit;
  font-weight: 600;
  text-decoration: none;
  cursor: pointer;
}
.button:hover { background: var(--surface-2); }
.main { border-color: var(--accent); background: var(--accent); color: var(--on-accent); }
.main:hover { border-color: var(--accent-strong); background: var(--accent-strong); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
@media (max-width: 36rem) { main { margin: 0; border: 0; min-block-size: 100vh; } }
`
