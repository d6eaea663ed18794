/** Names and messages may hold what XML has no way to say: Subversion writes it all the same. */
export async function* speakable(output: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8')
  for await (const piece of output) yield decoder.decode(piece, { stream: true }).replaceAll(unspeakable, '\ufffd')
  yield decoder.decode()
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it is about
const unspeakable = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g
