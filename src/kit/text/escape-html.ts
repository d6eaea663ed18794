/**
 * Escapes text for HTML, between tags or in quotes. The apostrophe is `&#039;` because the contract prescribes it in
 * texts of the API. XML has its own rules (kit/xml/write.ts): line breaks and tabs would change in its attributes.
 */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => references[character] ?? character)

/** Replaces the references that a sanitizer leaves in a text without tags. */
export const unescapeHtml = (html: string): string =>
  html.replaceAll(/&(?:amp|lt|gt|quot|#039);/g, (reference) => characters.get(reference) ?? reference)

const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
}

const characters = new Map(Object.entries(references).map(([character, reference]) => [reference, character]))
